// An owner would search for yesterday's scan in vain, or a caregiver would find the owner's private labels.
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { deactivateTag, type Tag, updateTagLabel } from "#app/features/tags/tags.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { createClaimedTag, createTestCaregiver, createTestPet, createTestUser } from "#tests/make.ts";
import { createTestApp } from "#tests/test-app.ts";
import { scanRecords } from "../scans.tables.server.ts";
import { countByTime, listMostScannedTags } from "./activity.server.ts";
import { countScans, listScans, readScanFilter, type ScanFilter } from "./list-scans.server.ts";

const testApp = await createTestApp();

type Values = Partial<typeof scanRecords.$inferInsert>;

async function createScan(owner: Actor, at: string, values: Values = {}): Promise<string> {
  const id = createId();
  await testApp.ctx.db.insert(scanRecords).values({
    id,
    ownerId: owner.id,
    at: new Date(at),
    evidence: "human",
    reasons: ["browser"],
    visit: createId(),
    medium: "qr",
    language: "en",
    ...values,
  });
  return id;
}

const idsOf = async (owner: Actor, filter: ScanFilter) =>
  (await listScans(testApp.ctx, owner, filter)).scans.map(({ id }) => id);

describe("scan filter", () => {
  let owner: Actor;
  let petId: string;
  let tag: Tag;
  let found: string;
  let preview: string;
  let ofTag: string;

  beforeAll(async () => {
    const { ctx } = testApp;
    owner = await createTestUser(ctx);
    petId = await createTestPet(ctx, owner, { name: "لونا" });
    tag = await createClaimedTag(ctx, owner);
    await updateTagLabel(ctx, owner, { tagId: tag.id, label: "Red collar" });
    testApp.setNow("2026-11-21T10:00:00Z");
    ofTag = await createScan(owner, "2026-11-01T10:00:00Z", { tagId: tag.id });
    preview = await createScan(owner, "2026-11-20T22:30:00Z", { evidence: "preview" });
    found = await createScan(owner, "2026-11-21T09:00:00Z", { petId, evidence: "verified-tap" });
    const other = await createTestUser(ctx);
    await createScan(other, "2026-11-21T09:00:00Z", { petId: await createTestPet(ctx, other, { name: "لونا" }) });
  });

  test("filters by pet, by tag in any spelling, by evidence, and by combinations", async () => {
    expect(await idsOf(owner, {})).toEqual([found, preview, ofTag]);
    expect(await idsOf(owner, { petId })).toEqual([found]);
    expect(await idsOf(owner, { tag: tag.code.toLowerCase().replaceAll("-", " ") })).toEqual([ofTag]);
    expect(await idsOf(owner, { tag: "RED" })).toEqual([ofTag]);
    expect(await idsOf(owner, { evidence: "people" })).toEqual([found, ofTag]);
    expect(await idsOf(owner, { evidence: "preview" })).toEqual([preview]);
    expect(await idsOf(owner, { evidence: "people", period: "month", tag: "collar" })).toEqual([ofTag]);
    expect(await idsOf(owner, { petId, tag: "collar" })).toEqual([]);
    expect(await countScans(testApp.ctx, owner, { evidence: "people" })).toBe(2);
  });

  test("lets a caregiver search by code, but not by the owner's private label", async () => {
    const { ctx } = testApp;
    const [petOwner, caregiver] = [await createTestUser(ctx), await createTestUser(ctx)];
    const sharedPet = await createTestPet(ctx, petOwner, { name: "Rex" });
    await createTestCaregiver(ctx, petOwner, sharedPet, caregiver, { level: "see" });
    const petTag = await createClaimedTag(ctx, petOwner, sharedPet);
    await updateTagLabel(ctx, petOwner, { tagId: petTag.id, label: "Spare key under the mat" });
    const scan = await createScan(petOwner, "2026-11-21T08:00:00Z", { petId: sharedPet, tagId: petTag.id });
    expect(await idsOf(caregiver, { petId: sharedPet, tag: petTag.code.slice(0, 6) })).toEqual([scan]);
    for (const reader of [caregiver, petOwner]) {
      const ids = reader === petOwner ? [scan] : [];
      expect(await idsOf(reader, { petId: sharedPet, tag: "spare key" })).toEqual(ids);
      expect(await countScans(ctx, reader, { petId: sharedPet, tag: "spare key" })).toBe(ids.length);
    }
  });

  test("uses the owner's time zone for “today”", async () => {
    expect(await idsOf(owner, { period: "today" })).toEqual([found, preview]);
    expect(await idsOf({ ...owner, timeZone: "UTC" }, { period: "today" })).toEqual([found]);
    expect(await idsOf({ ...owner, timeZone: "Pacific/Kiritimati" }, { period: "today" })).toEqual([]);
  });

  test("finds the scans of a deactivated tag", async () => {
    await deactivateTag(testApp.ctx, owner, tag.id);
    expect(await idsOf(owner, { tag: tag.code })).toEqual([ofTag]);
  });

  test.each(["%", "_", "\\", "' or 1=1 --", "x".repeat(10_000), "\u0000\u202e"])(
    "%j never matches other owners' scans",
    async (text) => {
      const { tag: typed } = readScanFilter(new URLSearchParams({ tag: text }));
      const all = typed ? [] : [found, preview, ofTag];
      expect(await idsOf(owner, { tag: typed })).toEqual(all);
    },
  );

  test("ignores unknown query parameter values", () => {
    const query = new URLSearchParams("period=constructor&pet=1&evidence=PEOPLE&tag=%20");
    expect(readScanFilter(query)).toEqual({ period: "all" });
  });
});

test("listScans pages forwards and backwards through every scan once and in order, also scans of the same time", async () => {
  const owner = await createTestUser(testApp.ctx);
  const moments = ["2026-11-20T10:00:00Z", "2026-11-20T10:00:00Z", "2026-11-19T10:00:00.123Z", "2026-11-21T10:00:00Z"];
  for (let round = 0; round < 3; round++) for (const moment of moments) await createScan(owner, moment);
  const everything = await idsOf(owner, {});
  expect(everything).toHaveLength(12);
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 13 }), async (size) => {
      const pages: string[][] = [];
      let page = await listScans(testApp.ctx, owner, {}, size);
      expect(page.newer).toBeNull();
      for (;;) {
        pages.push(page.scans.map(({ id }) => id));
        if (!page.older) break;
        page = await listScans(testApp.ctx, owner, { before: page.older }, size);
      }
      expect(pages.flat()).toEqual(everything);
      const back: string[][] = [];
      for (;;) {
        back.unshift(page.scans.map(({ id }) => id));
        if (!page.newer) break;
        page = await listScans(testApp.ctx, owner, { after: page.newer }, size);
      }
      expect(back.flat()).toEqual(everything);
    }),
    { numRuns: 13 },
  );
  const stranger = await createTestUser(testApp.ctx);
  await createScan(stranger, "2026-11-20T10:00:00Z");
  expect((await listScans(testApp.ctx, stranger, { before: everything[0] })).scans).toEqual([]);
  const odd = await listScans(testApp.ctx, owner, { before: "1 or 1=1" });
  expect(odd.scans.map(({ id }) => id)).toEqual(everything);
});

test("countByTime uses the owner's time zone and counts only scans by people", async () => {
  const owner = await createTestUser(testApp.ctx);
  testApp.setNow("2026-11-21T10:00:00Z");
  const tag = await createClaimedTag(testApp.ctx, owner);
  await createScan(owner, "2026-11-20T22:30:00Z", { tagId: tag.id });
  await createScan(owner, "2026-11-20T21:30:00Z", { tagId: tag.id });
  await createScan(owner, "2026-10-22T21:00:00Z");
  await createScan(owner, "2026-10-22T20:59:59Z");
  await createScan(owner, "2026-11-21T09:00:00Z", { evidence: "owner" });
  const { days, hours } = await countByTime(testApp.ctx, owner);
  expect(days).toHaveLength(30);
  expect([days[0], days[28], days[29]]).toEqual([
    { day: "2026-10-23", scans: 1 },
    { day: "2026-11-20", scans: 1 },
    { day: "2026-11-21", scans: 1 },
  ]);
  expect(hours.filter(({ scans }) => scans > 0)).toEqual([
    { hour: 0, scans: 2 },
    { hour: 23, scans: 1 },
  ]);
  expect((await listMostScannedTags(testApp.ctx, owner)).map(({ code, scans }) => [code, scans])).toEqual([
    [tag.code, 2],
    [null, 1],
  ]);
});
