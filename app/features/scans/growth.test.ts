import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#app/features/accounts/accounts.rules.ts";
import { listTags } from "#app/features/tags/list-tags.server.ts";
import type { Tag } from "#app/features/tags/tags.server.ts";
import { aPet, aTagOf, aUser } from "#tests/make.ts";
import { plansOf } from "#tests/plans.ts";
import { type TestWorld, testWorld } from "#tests/world.ts";
import { countByTime, mostScanned } from "./activity.server.ts";
import { lastScans } from "./last-scans.server.ts";
import { listScans, scanBatches } from "./list-scans.server.ts";
import { listPlaces } from "./places.server.ts";

let lab: TestWorld;
let owner: Actor;
let petId: string;
let tag: Tag;

/** Forty thousand scans of others, and four thousand of one owner who has two hundred tags. */
beforeAll(async () => {
  lab = await testWorld();
  owner = await aUser(lab.world);
  petId = await aPet(lab.world, owner);
  tag = await aTagOf(lab.world, owner, petId);
  const other = await aUser(lab.world);
  const { pool } = lab.world;
  const fill = `
    insert into scan_records (id, owner_id, tag_id, pet_id, at, evidence, reasons, visit, channel, language, latitude, longitude)
    select gen_random_uuid(), $1, $2, $3, now() - n * interval '7 minutes', 'human', '{browser}', gen_random_uuid(), 'qr', 'en',
      case when n % 9 = 0 then 30.0 end, case when n % 9 = 0 then 31.0 end
    from generate_series(1, $4::int) n`;
  await pool.query(fill, [other.id, null, null, 40_000]);
  await pool.query(fill, [owner.id, tag.id, petId, 4000]);
  await pool.query(
    `insert into tags (id, code, code_key, code_kind, owner_id, claimed_at)
     select gen_random_uuid(), 'F' || n, 'F' || n, 'custom', case when n <= 200 then $1::uuid end, now() from generate_series(1, 20000) n`,
    [owner.id],
  );
  await pool.query("analyze scan_records, tags");
});
afterAll(() => lab.close());

const everything: [string, () => Promise<unknown>][] = [
  ["the latest scans", () => listScans(lab.world, owner, {})],
  ["the scans of a pet", () => listScans(lab.world, owner, { petId })],
  ["the scans of a period", () => listScans(lab.world, owner, { period: "month", evidence: "people" })],
  ["the last scan of each tag", () => lastScans(lab.world, owner, [tag.id])],
  ["the places", () => listPlaces(lab.world, owner)],
  ["the scans of each day", () => countByTime(lab.world, owner)],
  ["the tags scanned most", () => mostScanned(lab.world, owner)],
  ["the tags", () => listTags(lab.world, owner)],
  ["the export's first rows", () => scanBatches(lab.world, owner, {}).next()],
];

test.each(everything)("%s are found by an index, never by reading the whole table", async (_, work) => {
  const plans = await plansOf(lab.world, work);
  expect(plans.length).toBeGreaterThan(0);
  for (const plan of plans) expect(plan).not.toMatch(/Seq Scan on (scan_records|tags)/);
});

test("a page of the list is read in the order of its index, so that its cost does not grow with the table", async () => {
  const first = await listScans(lab.world, owner, {});
  for (const work of [
    () => listScans(lab.world, owner, {}),
    () => listScans(lab.world, owner, { before: first.older as string }),
  ]) {
    const [plan] = await plansOf(lab.world, work);
    expect(plan).toContain("Index Scan using scan_records_by_owner");
    expect(plan).not.toMatch(/\bSort\b/);
  }
});

test("a tag with thousands of scans is deleted without reading the others", async () => {
  const { rows } = await lab.world.pool.query("explain update scan_records set tag_id = null where tag_id = $1", [
    tag.id,
  ]);
  expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toContain("scan_records_by_tag");
});
