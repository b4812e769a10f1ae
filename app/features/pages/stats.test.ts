import { afterAll, beforeAll, expect, test } from "vitest";
import { aPet, aTagOf, aUser } from "#tests/make.ts";
import { type TestWorld, testWorld } from "#tests/world.ts";
import { siteStats } from "./stats.server.ts";

let lab: TestWorld;
beforeAll(async () => {
  lab = await testWorld();
});
afterAll(() => lab.close());

test("counts pets and linked tags anew every ten minutes", async () => {
  lab.setNow("2026-11-21T12:00:00Z");
  const owner = await aUser(lab.world);
  const petId = await aPet(lab.world, owner);
  await aTagOf(lab.world, owner, petId);
  await aTagOf(lab.world, owner);
  expect(await siteStats(lab.world)).toEqual({ pets: 1, tags: 1, scans: 0, reunions: 0 });
  await aPet(lab.world, await aUser(lab.world));
  lab.setNow("2026-11-21T12:09:59Z");
  expect((await siteStats(lab.world)).pets).toBe(1);
  lab.setNow("2026-11-21T12:10:00Z");
  expect((await siteStats(lab.world)).pets, "whoever comes then waits for nothing").toBe(1);
  await expect.poll(async () => (await siteStats(lab.world)).pets).toBe(2);
});
