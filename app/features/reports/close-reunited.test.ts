import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#app/features/accounts/accounts.rules.ts";
import { petLost } from "#app/features/pets/pets.tables.server.ts";
import { reunitedJob } from "#app/features/scans/handover.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { aPet, aUser } from "#tests/make.ts";
import { type TestWorld, testWorld } from "#tests/world.ts";
import { resolveReport } from "./report-states.server.ts";
import { addReport } from "./reports.server.ts";
import { lostFoundPosts as posts } from "./reports.tables.server.ts";

let scene: TestWorld;
let world: World;
beforeAll(async () => {
  scene = await testWorld();
  world = scene.world;
});
afterAll(() => scene.close());

async function aLostPet(owner: Actor, name: string) {
  const petId = await aPet(world, owner, { name });
  const seen = { type: "dog", petName: name, seenAt: world.clock.now(), area: "Zamalek, Cairo" } as const;
  const from = { address: "198.51.100.7", language: "en" } as const;
  return { petId, reportId: await addReport(world, owner, { ...seen, kind: "lost", petId }, from) };
}

const statusOf = async (id: string) =>
  (await world.db.select({ status: posts.status, how: posts.resolution }).from(posts).where(eq(posts.id, id)))[0];

test("a handed over pet's report is over by its tag, and only that one, however often it is said", async () => {
  const owner = await aUser(world);
  const [home, away] = [await aLostPet(owner, "Rocky"), await aLostPet(await aUser(world), "Luna")];
  for (let said = 0; said < 2; said++)
    await world.jobs.send(world.db, reunitedJob, { ownerId: owner.id, petId: home.petId });
  await scene.runJobs();
  expect(await statusOf(home.reportId)).toEqual({ status: "resolved", how: "tag" });
  expect(await statusOf(away.reportId)).toMatchObject({ status: "open" });
  expect(await world.db.select().from(petLost).where(eq(petLost.petId, home.petId))).toEqual([]);
});

test("a report that was ended in another way keeps that", async () => {
  const owner = await aUser(world);
  const { petId, reportId } = await aLostPet(owner, "Rocky");
  await resolveReport(world, owner, reportId, { resolution: "nearby" });
  await world.jobs.send(world.db, reunitedJob, { ownerId: owner.id, petId });
  await scene.runJobs();
  expect(await statusOf(reportId)).toEqual({ status: "resolved", how: "nearby" });
});
