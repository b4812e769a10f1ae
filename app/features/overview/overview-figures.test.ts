import { afterAll, expect, it } from "vitest";
import type { Evidence } from "#app/features/scans/scans.rules.ts";
import { scanRecords } from "#app/features/scans/scans.tables.server.ts";
import { newId } from "#app/platform/db/uuid.server.ts";
import { anAdmin, aPet, aTag, aTagOf, aUser } from "#tests/make.ts";
import { testWorld } from "#tests/world.ts";
import { adminFigures, ownerOverview } from "./overview.server.ts";

const { world, setNow, close } = await testWorld();
afterAll(close);

async function aScan(ownerId: string | null, petId: string | null, at: string, evidence: Evidence = "human") {
  const id = newId();
  await world.db.insert(scanRecords).values({
    id,
    ownerId,
    petId,
    at: new Date(at),
    evidence,
    reasons: [],
    visit: newId(),
    channel: "qr",
    language: "en",
  });
  return id;
}

it("tells an owner only of their own pets, tags and scans", async () => {
  const [mona, other] = [await aUser(world), await aUser(world)];
  const rocky = await aPet(world, mona);
  await aTagOf(world, mona, rocky);
  await aTagOf(world, mona);
  await aScan(other.id, null, "2026-11-21T11:00:00Z");
  await aScan(mona.id, rocky, "2026-11-21T10:00:00Z");
  expect(await ownerOverview(world, mona)).toMatchObject({
    pets: 1,
    tagged: 1,
    tags: 2,
    scans: { today: 1, month: 1 },
    plan: "basic",
    limit: 1,
    isTried: true,
  });
});

it("counts today and this month in the owner's own time zone, and people only", async () => {
  const owner = await aUser(world, { timeZone: "Africa/Cairo" });
  setNow("2026-11-01T08:00:00Z");
  await aScan(owner.id, null, "2026-10-31T21:59:59Z");
  await aScan(owner.id, null, "2026-10-31T22:00:00Z");
  await aScan(owner.id, null, "2026-11-01T07:00:00Z", "verified-tap");
  for (const evidence of ["reopened", "owner", "preview", "probe"] as const)
    await aScan(owner.id, null, "2026-11-01T07:30:00Z", evidence);
  const { scans } = await ownerOverview(world, owner);
  expect(scans).toEqual({ today: 2, month: 2 });
});

it("gives an administrator the size of the whole house", async () => {
  setNow("2026-11-21T12:00:00Z");
  const before = await adminFigures(world);
  await anAdmin(world);
  const owner = await aUser(world);
  const pet = await aPet(world, owner);
  await aTagOf(world, owner, pet);
  await aTag(world);
  await aScan(owner.id, pet, "2026-11-20T12:00:00Z");
  await aScan(null, null, "2026-11-20T12:00:00Z");
  await aScan(owner.id, pet, "2026-11-01T12:00:00Z");
  const after = await adminFigures(world);
  expect(after.pets).toEqual({ all: before.pets.all + 1, tagged: before.pets.tagged + 1 });
  expect(after.tags).toEqual({ all: before.tags.all + 2, claimed: before.tags.claimed + 1 });
  expect(after.scans).toEqual({ all: before.scans.all + 3, people: before.scans.people + 1 });
  // Each tag is made by an administrator of its own.
  expect(after.users.all).toBe(before.users.all + 4);
});
