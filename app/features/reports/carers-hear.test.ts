import { and, eq, ne } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#app/features/accounts/accounts.rules.ts";
import { alertWords } from "#app/features/alerts/alert-words.ts";
import { alerts } from "#app/features/alerts/alerts.tables.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { aCarer, aPet, aUser } from "#tests/make.ts";
import { type TestWorld, testWorld } from "#tests/world.ts";
import { renewReport, resolveReport } from "./report-states.server.ts";
import { addReport, removeReport } from "./reports.server.ts";

let scene: TestWorld;
let world: World;
beforeAll(async () => {
  scene = await testWorld();
  world = scene.world;
});
afterAll(() => scene.close());

async function aLostPet() {
  const [owner, carer] = [await aUser(world, { firstName: "Mona" }), await aUser(world, { language: "ar" })];
  const petId = await aPet(world, owner);
  await aCarer(world, owner, petId, carer, { level: "alerts" });
  const seen = { type: "dog", petName: "Rocky", seenAt: world.clock.now(), area: "Zamalek, Cairo" } as const;
  const report = { ...seen, kind: "lost", petId, contactPhone: "+201005556678" } as const;
  const reportId = await addReport(world, owner, report, {
    address: `203.0.113.${petId.charCodeAt(3)}`,
    language: "en",
  });
  return { owner, carer, petId, reportId };
}

const heardBy = (who: Actor) =>
  world.db
    .select()
    .from(alerts)
    .where(and(eq(alerts.userId, who.id), ne(alerts.kind, "care")))
    .orderBy(alerts.id);

test("who cares for a pet hears in their own language that it is lost, once, and that it is home", async () => {
  const { owner, carer, petId, reportId } = await aLostPet();
  await renewReport(world, owner, reportId);
  const [lost, ...more] = await heardBy(carer);
  expect(more).toEqual([]);
  expect(lost).toMatchObject({ kind: "lost", link: `/community-reports/${reportId}`, params: { ownerName: "Mona" } });
  await scene.runJobs();
  const { title } = alertWords(world.say("ar"), "lost", { petName: "Rocky" });
  const letter = scene.letters.find(({ to, subject }) => to === carer.email && subject.includes(title));
  expect(letter?.text).toContain("Mona");
  expect(JSON.stringify(lost)).not.toContain("20100");
  await resolveReport(world, owner, reportId, { resolution: "nearby" });
  expect((await heardBy(carer)).at(-1)).toMatchObject({ kind: "reunited", link: `/pet/${petId}` });
  expect((await heardBy(owner)).filter(({ kind }) => kind === "lost" || kind === "reunited")).toEqual([]);
});

test("a search that ends without the pet's coming home is not called a homecoming", async () => {
  const { owner, carer, reportId } = await aLostPet();
  await removeReport(world, owner, reportId);
  const { kind, params } = (await heardBy(carer)).at(-1)!;
  const { title, text } = alertWords(world.say("en"), kind, params);
  expect([title, text]).toEqual(["The search for Rocky is over", "Mona has ended the report."]);
});
