// Owners would be told that a pet is protected which has no working tag, or see the numbers of others.
import { expect, it } from "vitest";
import { countAdminMetrics, getAdminMetrics } from "#app/features/admin/overview/admin-metrics.server.ts";
import { notificationDeliveries, notifications } from "#app/features/notifications/notifications.tables.server.ts";
import { listTaggedPets } from "#app/features/scans/recording/last-scans.server.ts";
import type { Evidence } from "#app/features/scans/scans.rules.ts";
import { scanRecords } from "#app/features/scans/scans.tables.server.ts";
import { deactivateTag, markTag } from "#app/features/tags/tags.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { createClaimedTag, createTestAdmin, createTestPet, createTestTag, createTestUser } from "#tests/make.ts";
import { grantTestPlan } from "#tests/make-plans.ts";
import { createTestApp } from "#tests/test-app.ts";
import { getOwnerOverview } from "./dashboard.server.ts";

const { ctx, setNow } = await createTestApp();

async function insertScan(ownerId: string | null, petId: string | null, at: string, evidence: Evidence = "human") {
  const id = createId();
  await ctx.db.insert(scanRecords).values({
    id,
    ownerId,
    petId,
    at: new Date(at),
    evidence,
    reasons: [],
    visit: createId(),
    medium: "qr",
    language: "en",
  });
  return id;
}

it("counts only the owner's own pets, tags and scans", async () => {
  const [mona, other] = [await createTestUser(ctx), await createTestUser(ctx)];
  const rocky = await createTestPet(ctx, mona);
  await createClaimedTag(ctx, mona, rocky);
  await createClaimedTag(ctx, mona);
  await insertScan(other.id, null, "2026-11-21T11:00:00Z");
  await insertScan(mona.id, rocky, "2026-11-21T10:00:00Z");
  expect(await getOwnerOverview(ctx, mona)).toMatchObject({
    pets: 1,
    tagged: 1,
    tags: 2,
    scans: { today: 1, month: 1 },
    plan: "basic",
    limit: 1,
    isTried: true,
  });
});

it("counts a pet as tagged only with a tag that shows it to a finder, in the panel as well", async () => {
  setNow("2026-11-21T12:00:00Z");
  const owner = await createTestUser(ctx);
  await grantTestPlan(ctx, owner, "rescue-plus");
  const before = await computeMetrics();
  const [tagged, inactive, lost, stolen] = [
    await createTestPet(ctx, owner),
    await createTestPet(ctx, owner),
    await createTestPet(ctx, owner),
    await createTestPet(ctx, owner),
  ];
  await createClaimedTag(ctx, owner, tagged);
  await markTag(ctx, owner, { tagId: (await createClaimedTag(ctx, owner, tagged)).id, mark: "lost" });
  await deactivateTag(ctx, owner, (await createClaimedTag(ctx, owner, inactive)).id);
  await markTag(ctx, owner, { tagId: (await createClaimedTag(ctx, owner, lost)).id, mark: "lost" });
  await markTag(ctx, owner, { tagId: (await createClaimedTag(ctx, owner, stolen)).id, mark: "stolen" });
  expect(await getOwnerOverview(ctx, owner)).toMatchObject({ pets: 4, tagged: 1, tags: 5 });
  expect((await computeMetrics()).pets).toEqual({ all: before.pets.all + 4, tagged: before.pets.tagged + 1 });
  const listed = await listTaggedPets(ctx, owner, [tagged, inactive, lost, stolen]);
  expect(listed.map(({ petId }) => petId)).toEqual([tagged]);
});

it("counts scans by people only, today and this month in the owner's time zone", async () => {
  const owner = await createTestUser(ctx, { timeZone: "Africa/Cairo" });
  setNow("2026-11-01T08:00:00Z");
  await insertScan(owner.id, null, "2026-10-31T21:59:59Z");
  await insertScan(owner.id, null, "2026-10-31T22:00:00Z");
  await insertScan(owner.id, null, "2026-11-01T07:00:00Z", "verified-tap");
  for (const evidence of ["reopened", "owner", "preview", "probe"] as const)
    await insertScan(owner.id, null, "2026-11-01T07:30:00Z", evidence);
  const { scans } = await getOwnerOverview(ctx, owner);
  expect(scans).toEqual({ today: 2, month: 2 });
});

/** Returns metrics that the job has just computed. */
async function computeMetrics() {
  await countAdminMetrics(ctx);
  return getAdminMetrics(ctx);
}

it("returns the totals of the installation to an administrator", async () => {
  setNow("2026-11-21T12:00:00Z");
  await createTestAdmin(ctx);
  const before = await computeMetrics();
  await createTestAdmin(ctx);
  const owner = await createTestUser(ctx);
  const pet = await createTestPet(ctx, owner);
  await createClaimedTag(ctx, owner, pet);
  await createTestTag(ctx);
  await insertScan(owner.id, pet, "2026-11-20T12:00:00Z");
  await insertScan(null, null, "2026-11-20T12:00:00Z");
  await insertScan(owner.id, pet, "2026-11-01T12:00:00Z");
  const after = await computeMetrics();
  expect(after.pets).toEqual({ all: before.pets.all + 1, tagged: before.pets.tagged + 1 });
  expect(after.tags).toEqual({ all: before.tags.all + 2, claimed: before.tags.claimed + 1 });
  expect(after.scans).toEqual({ all: before.scans.all + 3, people: before.scans.people + 1 });
  // Each tag is created by its own administrator.
  expect(after.users.all).toBe(before.users.all + 4);
});

it("returns the metrics stored by the job, and computes them only when the job does not run", async () => {
  setNow("2026-11-22T12:00:00Z");
  const first = await getAdminMetrics(ctx);
  await insertScan(null, null, "2026-11-22T11:59:00Z");
  await createTestTag(ctx);
  setNow("2026-11-22T12:02:59Z");
  expect(await getAdminMetrics(ctx)).toEqual(first);
  setNow("2026-11-22T12:03:00Z");
  const second = await getAdminMetrics(ctx);
  expect(second.scans.all).toBe(first.scans.all + 1);
  const available = ({ tagStates }: typeof first) => tagStates.find(({ state }) => state === "available")?.tags ?? 0;
  expect(available(second)).toBe(available(first) + 1);
  await createTestTag(ctx);
  const third = await computeMetrics();
  expect(available(third)).toBe(available(first) + 2);
});

it("measures the delivery time of notifications in seconds", async () => {
  setNow("2026-11-23T12:00:00Z");
  const owner = await createTestUser(ctx);
  for (const seconds of [2, 4, 60]) {
    const id = createId();
    const createdAt = new Date("2026-11-23T11:00:00Z");
    await ctx.db
      .insert(notifications)
      .values({ id, userId: owner.id, kind: "scan", params: {}, link: "/", topic: id, createdAt });
    const updatedAt = new Date(createdAt.getTime() + seconds * 1000);
    await ctx.db
      .insert(notificationDeliveries)
      .values({ notificationId: id, channel: "email", state: "delivered", updatedAt });
  }
  const { delays } = await getAdminMetrics(ctx);
  expect(delays.p50).toBe(4);
  expect(delays.p95).toBeGreaterThan(50);
});
