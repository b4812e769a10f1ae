// A finder's scan would be refused on the first of a month, because there is no place to store it.
import { eq, sql } from "drizzle-orm";
import * as fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { createClaimedTag, createTestUser } from "#tests/make.ts";
import { withSiteSettings } from "#tests/site-settings.ts";
import { createTestApp } from "#tests/test-app.ts";
import { liveLocationShares, scanRecords, tagTests } from "../scans.tables.server.ts";
import {
  createMonths,
  createScanMonths,
  defaultPartition,
  getFirstId,
  getMonthStart,
  getPartitionMonth,
  getPartitionName,
  listScanPartitions,
  purgeOldScans,
  updateScanMonths,
} from "./scan-months.server.ts";

const testApp = await createTestApp({ site: { site: { scansKeptMonths: 3 } } });
const owner = await createTestUser(testApp.ctx);

const day = 24 * 3_600_000;

/** Returns a UUIDv7 for the time, optionally with a fixed end such as the smallest or largest of its millisecond. */
function idAt(moment: Date, end = createId().slice(15)): string {
  return `${getFirstId(moment).slice(0, 15)}${end}`;
}

async function record(id: string, at: Date): Promise<string> {
  await testApp.ctx.db.insert(scanRecords).values({
    id,
    at,
    ownerId: owner.id,
    evidence: "human",
    reasons: [],
    visit: createId(),
    medium: "qr",
    language: "en",
  });
  return id;
}

async function getPartition(id: string): Promise<string> {
  const { rows } = await testApp.ctx.db.execute<{ part: string }>(
    sql`select tableoid::regclass::text as part from scan_records where id = ${id}`,
  );
  return rows[0]!.part;
}

const allIds = async () => (await testApp.ctx.db.select({ id: scanRecords.id }).from(scanRecords)).map(({ id }) => id);

beforeEach(() => testApp.ctx.db.delete(scanRecords));

test("a scan is stored in the partition of its id's month, and in the default partition if there is none", async () => {
  testApp.setNow("2044-01-31T23:59:59.999Z");
  await createScanMonths(testApp.ctx);
  const moments = fc.date({
    min: new Date("2044-01-01"),
    max: new Date("2044-04-30T23:59:59.999Z"),
    noInvalidDate: true,
  });
  await fc.assert(
    fc.asyncProperty(
      moments,
      fc.constantFrom("000-8000-000000000000", "fff-bfff-ffffffffffff"),
      async (moment, end) => {
        const id = await record(idAt(moment, end), moment);
        expect(await getPartition(id)).toBe(getPartitionName(getMonthStart(moment)));
        await testApp.ctx.db.delete(scanRecords).where(eq(scanRecords.id, id));
      },
    ),
    {
      numRuns: 60,
      examples: [
        "01-01",
        "01-31T23:59:59.999",
        "02-29T23:59:59.999",
        "03-01",
        "03-26T01:30",
        "04-30T23:59:59.999",
      ].flatMap((edge) => {
        const moment = new Date(`2044-${edge.includes("T") ? edge : `${edge}T00:00`}Z`);
        return [[moment, "000-8000-000000000000"] as const, [moment, "fff-bfff-ffffffffffff"] as const];
      }) as [Date, string][],
    },
  );
  const strangers = [
    "00000000-0000-0000-0000-000000000000",
    "ffffffff-ffff-ffff-ffff-ffffffffffff",
    "9b2f6a1e-5c3d-4f7a-8b1c-2d3e4f5a6b7c",
    idAt(new Date("2001-05-05")),
    idAt(new Date("2044-05-01")),
    idAt(new Date("2900-01-01")),
  ];
  for (const id of strangers)
    expect(await getPartition(await record(id, new Date("2044-01-05")))).toBe(defaultPartition);
});

test("partition months follow the UTC calendar, regardless of summer time and across years", () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date("2020-01-01"), max: new Date("2099-12-31"), noInvalidDate: true }),
      (moment) => {
        const month = getMonthStart(moment);
        expect(month.toISOString()).toBe(`${moment.toISOString().slice(0, 7)}-01T00:00:00.000Z`);
        expect(getMonthStart(new Date(getMonthStart(moment, 1).getTime() - 1))).toEqual(month);
        expect(getPartitionMonth(getPartitionName(month))).toEqual(month);
      },
    ),
  );
  expect(getPartitionMonth(defaultPartition)).toBeNull();
});

test("createScanMonths is idempotent and safe to run concurrently; each partition has every key and index", async () => {
  testApp.setNow("2029-11-15T00:00:00Z");
  await Promise.all(Array.from({ length: 6 }, () => createScanMonths(testApp.ctx)));
  await createScanMonths(testApp.ctx);
  const parts = await listScanPartitions(testApp.ctx);
  for (const month of ["2029_11", "2029_12", "2030_01", "2030_02"])
    expect(parts.filter((part) => part === `scan_records_${month}`)).toHaveLength(1);
  const { rows } = await testApp.ctx.db.execute<{ part: string; indexes: number; keys: number }>(sql`
    select c.relname as part, (select count(*)::int from pg_index where indrelid = c.oid) as indexes,
      (select count(*)::int from pg_constraint where conrelid = c.oid and contype = 'f') as keys
    from pg_class c where c.oid = 'scan_records'::regclass or c.relname = any(${sql.param(parts)})`);
  expect(rows.length).toBe(parts.length + 1);
  expect(new Set(rows.map(({ indexes, keys }) => `${indexes} ${keys}`))).toEqual(new Set(["8 4"]));
});

test("createMonths moves rows from the default partition, and references to them are kept", async () => {
  const moment = new Date("2031-06-15T10:00:00Z");
  const id = await record(idAt(moment), moment);
  const tag = await createClaimedTag(testApp.ctx, owner);
  const span = { startsAt: moment, endsAt: new Date(moment.getTime() + day) };
  await testApp.ctx.db.insert(liveLocationShares).values({ scanId: id, minutes: 30, ...span });
  await testApp.ctx.db
    .insert(tagTests)
    .values({ ownerId: owner.id, tagId: tag.id, startedAt: moment, endsAt: moment, scanId: id });
  expect(await getPartition(id)).toBe(defaultPartition);
  await createMonths(testApp.ctx, [getMonthStart(moment)]);
  expect(await getPartition(id)).toBe("scan_records_2031_06");
  expect(await testApp.ctx.db.select().from(liveLocationShares)).toMatchObject([{ scanId: id }]);
  expect(await testApp.ctx.db.select().from(tagTests)).toMatchObject([{ scanId: id }]);
  await testApp.ctx.db.delete(scanRecords).where(eq(scanRecords.id, id));
  expect(await testApp.ctx.db.select().from(liveLocationShares)).toEqual([]);
  expect(await testApp.ctx.db.select().from(tagTests)).toMatchObject([{ scanId: null }]);
});

test("createScanMonths waits for a lock without blocking concurrent scans", async () => {
  testApp.setNow("2032-01-10T00:00:00Z");
  const holding = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const reader = withTransaction(testApp.ctx, async ({ db }) => {
    await db.execute(sql`select 1 from scan_records limit 1`);
    held.resolve();
    await holding.promise;
  });
  await held.promise;
  const making = createScanMonths(testApp.ctx);
  // Each insert succeeds while the reader still holds its lock.
  for (let turn = 0; turn < 20; turn++) await record(createId(), new Date("2032-01-10"));
  expect(await listScanPartitions(testApp.ctx)).not.toContain("scan_records_2032_04");
  holding.resolve();
  await Promise.all([reader, making]);
  expect(await listScanPartitions(testApp.ctx)).toContain("scan_records_2032_04");
});

test("purgeOldScans deletes months older than the retention period, and no scan within it", async () => {
  const since = new Date("2035-03-01T00:00:00Z");
  await createMonths(
    testApp.ctx,
    [0, 1, 2, 3, 4, 5, 6].map((step) => getMonthStart(new Date("2034-12-01"), step)),
  );
  testApp.setNow("2035-06-30T23:59:59.999Z");
  const edge = [-60 * day, -day, -1, 0, 1, day, 100 * day].map((offset) => new Date(since.getTime() + offset));
  const byDate = async (id: (at: Date) => string) => {
    const ids: { id: string; at: Date }[] = [];
    for (const at of edge) ids.push({ id: await record(id(at), at), at });
    return ids;
  };
  const scans = [
    ...(await byDate((at) => idAt(at))),
    // Ids of another version, created later than the scan's date, and created earlier.
    ...(await byDate(() => `${createId().slice(0, 14)}4${createId().slice(15)}`)),
    ...(await byDate(() => idAt(new Date("2035-06-01")))),
    ...(await byDate(() => idAt(new Date("2034-12-24")))),
  ];
  const old = scans[0]!;
  await testApp.ctx.db
    .insert(liveLocationShares)
    .values({ scanId: old.id, minutes: 15, startsAt: old.at, endsAt: old.at });
  await purgeOldScans(testApp.ctx);
  const kept = scans.filter(({ at }) => at >= since).map(({ id }) => id);
  expect((await allIds()).toSorted()).toEqual(kept.toSorted());
  expect(await testApp.ctx.db.select().from(liveLocationShares)).toEqual([]);
  const parts = await listScanPartitions(testApp.ctx);
  // December's partition contains younger scans by date; January's and February's were dropped.
  expect(parts).toEqual(expect.arrayContaining(["scan_records_2034_12", "scan_records_2035_03", defaultPartition]));
  expect(parts).not.toEqual(expect.arrayContaining(["scan_records_2035_01"]));
  expect(parts).not.toEqual(expect.arrayContaining(["scan_records_2035_02"]));

  testApp.setNow("2035-07-01T00:00:00Z");
  await Promise.all([updateScanMonths(testApp.ctx), updateScanMonths(testApp.ctx)]);
  expect(await allIds()).toHaveLength(scans.filter(({ at }) => at >= new Date("2035-04-01")).length);
});

test("purgeOldScans deletes nothing without the setting", async () => {
  const id = await record(idAt(new Date("2021-01-01")), new Date("2021-01-01"));
  await purgeOldScans(withSiteSettings(testApp.ctx, { site: { scansKeptMonths: 0 } }));
  expect(await allIds()).toEqual([id]);
});
