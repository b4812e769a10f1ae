// An owner could not tell at a glance which pet an alert is about, or a stranger would see its photo.
import { expect, test } from "vitest";
import { scanRecords } from "#app/features/scans/scans.tables.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { createClaimedTag, createTestPet, createTestReport, createTestUser } from "#tests/make.ts";
import { createTestApp } from "#tests/test-app.ts";
import { findPortraits } from "./notification-portraits.server.ts";

const testApp = await createTestApp();

test("notifications about a scan, a report or the pet itself show the pet, only to its owner", async () => {
  const { ctx } = testApp;
  const owner = await createTestUser(ctx);
  const petId = await createTestPet(ctx, owner);
  const tag = await createClaimedTag(ctx, owner, petId);
  const scan = { id: createId(), tagId: tag.id, ownerId: owner.id, petId, at: ctx.clock.now(), visit: createId() };
  await ctx.db.insert(scanRecords).values({ ...scan, evidence: "human", reasons: [], medium: "qr", language: "en" });
  const reportId = await createTestReport(ctx, owner, { petName: "Rocky", petId });
  const links = [
    `/dashboard/scan-details/${scan.id}`,
    `/dashboard/lost-found/${reportId}/conversations/${createId()}`,
    `/dashboard/pets/${petId}`,
    "/dashboard/orders/AL-26-7K3M9Q",
    `/dashboard/pets/${"-".repeat(36)}`,
  ];
  const faces = await findPortraits(ctx, owner, links);
  expect([...faces.keys()].sort()).toEqual(links.slice(0, 3).sort());
  expect([...faces.values()].every(({ id }) => id === petId)).toBe(true);
  expect(await findPortraits(ctx, await createTestUser(ctx), links)).toEqual(new Map());
});
