// Owners would wait longer for their scans with every month that the site exists.
import { expect, test } from "vitest";
import { listTags } from "#app/features/tags/manage/list-tags.server.ts";
import { query } from "#tests/databases.ts";
import { explainStatements } from "#tests/explain-statements.ts";
import { createClaimedTag, createTestPet, createTestUser } from "#tests/make.ts";
import { createTestApp } from "#tests/test-app.ts";
import { countByTime, listMostScannedTags, listPlaces } from "../history/activity.server.ts";
import { listScanBatches, listScans } from "../history/list-scans.server.ts";
import { listLastScans, listTaggedPets } from "./last-scans.server.ts";
import { createMonths, getMonthStart } from "./scan-months.server.ts";

// 40,000 scans of others and 4,000 of one owner with 200 tags, over seven months.
const testApp = await createTestApp();
// The rows are generated relative to the database's now().
testApp.setNow(new Date());
const owner = await createTestUser(testApp.ctx);
const petId = await createTestPet(testApp.ctx, owner);
const tag = await createClaimedTag(testApp.ctx, owner, petId);
const other = await createTestUser(testApp.ctx);
const { pool } = testApp.ctx;
const parts = Array.from({ length: 8 }, (_, back) => getMonthStart(new Date(), -back));
await createMonths(testApp.ctx, parts);
const insertScans = `
    insert into scan_records (id, owner_id, tag_id, pet_id, at, evidence, reasons, visit, medium, language, latitude, longitude)
    select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7000' || substr(replace(gen_random_uuid()::text, '-', ''), 17))::uuid,
      $1, $2, $3, at, 'human', '{browser}', gen_random_uuid(), 'qr', 'en',
      case when n % 9 = 0 then 30.0 end, case when n % 9 = 0 then 31.0 end
    from (select n, now() - n * $5::interval as at from generate_series(1, $4::int) n) drawn`;
await query(testApp.databaseUrl, insertScans, [other.id, null, null, 40_000, "7 minutes"]);
await query(testApp.databaseUrl, insertScans, [owner.id, tag.id, petId, 4000, "70 minutes"]);
await query(
  testApp.databaseUrl,
  `insert into tags (id, code, code_key, code_kind, owner_id, claimed_at)
     select gen_random_uuid(), 'F' || n, 'F' || n, 'custom', case when n <= 200 then $1::uuid end, now() from generate_series(1, 20000) n`,
  [owner.id],
);
await query(testApp.databaseUrl, "analyze scan_records, tags");
const { rows } = await pool.query(
  "select tableoid::regclass::text as part from scan_records group by 1 having count(*) > 2000",
);
/** Partitions with many scans; the plan does not matter for the others. */
const filledPartitions = rows.map(({ part }) => part);

const queries: [string, () => Promise<unknown>][] = [
  ["the latest scans", () => listScans(testApp.ctx, owner, {})],
  ["the scans of a pet", () => listScans(testApp.ctx, owner, { petId })],
  ["the scans of a period", () => listScans(testApp.ctx, owner, { period: "month", evidence: "people" })],
  ["the last scan of each tag", () => listLastScans(testApp.ctx, owner, [tag.id])],
  ["the last scan of each tagged pet", () => listTaggedPets(testApp.ctx, owner, [petId])],
  ["the places", () => listPlaces(testApp.ctx, owner)],
  ["the scans of each day", () => countByTime(testApp.ctx, owner)],
  ["the tags scanned most", () => listMostScannedTags(testApp.ctx, owner)],
  ["the tags", () => listTags(testApp.ctx, owner)],
  ["the export's first rows", () => listScanBatches(testApp.ctx, owner, {}).next()],
];

test.each(queries)("%s are read through an index, without a sequential scan", async (_, work) => {
  const plans = await explainStatements(testApp.ctx, work);
  expect(plans.length).toBeGreaterThan(0);
  expect(filledPartitions.length).toBeGreaterThan(4);
  for (const plan of plans) expect(plan).not.toMatch(new RegExp(`Seq Scan on (${filledPartitions.join("|")}|tags)\\b`));
});

test("a page of the list is read in index order, so that its cost does not depend on the table's size", async () => {
  const first = await listScans(testApp.ctx, owner, {});
  for (const work of [
    () => listScans(testApp.ctx, owner, {}),
    () => listScans(testApp.ctx, owner, { before: first.older as string }),
  ]) {
    const [plan] = await explainStatements(testApp.ctx, work);
    for (const part of filledPartitions)
      expect(plan).toMatch(new RegExp(`Index (Only )?Scan using ${part}_owner_id_at_id_\\w*idx`));
    expect(plan).not.toMatch(/-> +(Incremental )?Sort\b/);
  }
});

test("deleting a tag with thousands of scans reads no other scans", async () => {
  const { rows } = await testApp.ctx.pool.query("explain update scan_records set tag_id = null where tag_id = $1", [
    tag.id,
  ]);
  const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
  for (const part of filledPartitions) expect(plan).not.toContain(`Seq Scan on ${part}`);
});
