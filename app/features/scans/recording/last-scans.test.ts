// An owner would see an old scan, or their own, as the latest sign of a pet.
import { expect, test } from "vitest";
import { deactivateTag } from "#app/features/tags/tags.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { createClaimedTag, createTestPet, createTestUser } from "#tests/make.ts";
import { grantTestPlan } from "#tests/make-plans.ts";
import { createTestApp } from "#tests/test-app.ts";
import { scanRecords } from "../scans.tables.server.ts";
import { listTaggedPets } from "./last-scans.server.ts";

const testApp = await createTestApp();

async function createScan(owner: Actor, petId: string, at: string, evidence: "human" | "owner"): Promise<void> {
  await testApp.ctx.db.insert(scanRecords).values({
    id: createId(),
    ownerId: owner.id,
    petId,
    at: new Date(at),
    evidence,
    reasons: ["browser"],
    visit: createId(),
    medium: "qr",
    language: "en",
  });
}

test("listTaggedPets returns pets with an active tag and their latest scan by someone else", async () => {
  const { ctx } = testApp;
  const [owner, other] = [await createTestUser(ctx), await createTestUser(ctx)];
  await grantTestPlan(ctx, owner, "rescue-plus");
  const [tagged, quiet, inactive, untagged] = await Promise.all([
    createTestPet(ctx, owner),
    createTestPet(ctx, owner),
    createTestPet(ctx, owner),
    createTestPet(ctx, owner),
  ]);
  const foreign = await createTestPet(ctx, other);
  await createClaimedTag(ctx, owner, tagged);
  await createClaimedTag(ctx, owner, tagged);
  await createClaimedTag(ctx, owner, quiet);
  await createClaimedTag(ctx, other, foreign);
  await deactivateTag(ctx, owner, (await createClaimedTag(ctx, owner, inactive)).id);
  await createScan(owner, tagged, "2026-11-01T10:00:00Z", "human");
  await createScan(owner, tagged, "2026-11-02T10:00:00Z", "human");
  await createScan(owner, tagged, "2026-11-03T10:00:00Z", "owner");

  const found = await listTaggedPets(ctx, owner, [tagged, quiet, inactive, untagged, foreign]);
  expect(new Map(found.map(({ petId, scannedAt }) => [petId, scannedAt]))).toEqual(
    new Map([
      [tagged, new Date("2026-11-02T10:00:00Z")],
      [quiet, null],
    ]),
  );
  expect(await listTaggedPets(ctx, owner, [])).toEqual([]);
});
