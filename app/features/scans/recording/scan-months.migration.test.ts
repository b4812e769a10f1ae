// An updated installation would store scans elsewhere than the app looks for them.
import { expect, test } from "vitest";
import { query } from "#tests/databases.ts";
import { copyDatabase } from "#tests/test-database.ts";
import {
  defaultPartition,
  getFirstId,
  getMonthStart,
  getPartitionMonth,
  getPartitionName,
} from "./scan-months.server.ts";

test("the migrations create the same four consecutive partitions of scans as the app", async () => {
  const { url, drop } = await copyDatabase();
  const { rows } = await query(
    url,
    `select relname as name, pg_get_expr(relpartbound, oid) as bounds from pg_class
      where relispartition and relkind = 'r' and relname ~ '^scan_records' order by 1`,
  );
  await drop();
  const first = getPartitionMonth(rows[0].name) as Date;
  const months = [0, 1, 2, 3].map((n) => getMonthStart(first, n));
  expect(rows).toEqual([
    ...months.map((month) => ({
      name: getPartitionName(month),
      bounds: `FOR VALUES FROM ('${getFirstId(month)}') TO ('${getFirstId(getMonthStart(month, 1))}')`,
    })),
    { name: defaultPartition, bounds: "DEFAULT" },
  ]);
});
