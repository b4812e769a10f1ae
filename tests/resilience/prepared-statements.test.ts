// Behind a pooler every page would fail with "prepared statement does not exist"; without one, the database would plan
// each statement of a scan anew.
import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { openDatabase } from "#app/platform/db/connection/database.server.ts";
import { keyValues } from "#app/platform/db/platform.tables.server.ts";
import { createPreparedQuery } from "#app/platform/db/prepare.server.ts";
import { copyDatabase } from "#tests/test-database.ts";
import { hasPooler, openPooler } from "./pooler.ts";

const findValue = createPreparedQuery((db) =>
  db
    .select({ value: keyValues.value })
    .from(keyValues)
    .where(sql`${keyValues.name} = ${sql.placeholder("name")}`),
);

/** Runs a prepared query twenty times at once, and returns how many statements the last connection keeps. */
async function runConcurrently(url: string): Promise<{ kept: number }> {
  const { db, pool } = openDatabase(url, { max: 20 });
  try {
    const ask = (at: number) => findValue(db).execute({ name: `missing ${at}` });
    for (let turn = 0; turn < 3; turn++) {
      const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => ask(at)));
      expect(answers.flat()).toEqual([]);
    }
    const { rows } = await pool.query(
      "select count(*)::int as kept from pg_prepared_statements where statement like '%key_values%'",
    );
    return rows[0];
  } finally {
    await pool.end();
  }
}

const { url, drop } = await copyDatabase();
afterAll(drop);

test("the server keeps a prepared statement per connection", async () => {
  expect(await runConcurrently(url)).toEqual({ kept: 1 });
});

test.skipIf(!hasPooler)("behind a pooler in transaction mode it keeps none", async () => {
  const pooler = await openPooler(url);
  try {
    expect(await runConcurrently(pooler.url)).toEqual({ kept: 0 });
  } finally {
    await pooler.close();
  }
});
