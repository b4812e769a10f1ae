import { afterAll, beforeAll, expect, test } from "vitest";
import { aPet, aTagOf, aUser } from "#tests/make.ts";
import { createTestApp, type TestApp } from "#tests/test-app.ts";
import { getSiteStats } from "./stats.server.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());

test("counts pets and linked tags anew every ten minutes", async () => {
  testApp.setNow("2026-11-21T12:00:00Z");
  const owner = await aUser(testApp.ctx);
  const petId = await aPet(testApp.ctx, owner);
  await aTagOf(testApp.ctx, owner, petId);
  await aTagOf(testApp.ctx, owner);
  expect(await getSiteStats(testApp.ctx)).toEqual({ pets: 1, tags: 1, scans: 0, reunions: 0 });
  await aPet(testApp.ctx, await aUser(testApp.ctx));
  testApp.setNow("2026-11-21T12:09:59Z");
  expect((await getSiteStats(testApp.ctx)).pets).toBe(1);
  testApp.setNow("2026-11-21T12:10:00Z");
  expect((await getSiteStats(testApp.ctx)).pets, "whoever comes then waits for nothing").toBe(1);
  await expect.poll(async () => (await getSiteStats(testApp.ctx)).pets).toBe(2);
});
