// Support would not find the pet somebody calls about, or would overwrite a colleague's correction.
import { text } from "node:stream/consumers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { listChanges } from "#app/features/audit-log/audit-log.server.ts";
import { updatePet } from "#app/features/pets/pets.server.ts";
import { pets } from "#app/features/pets/pets.tables.server.ts";
import { deletePet } from "#app/features/pets/trash/removed-pets.server.ts";
import { findWaiting } from "#app/platform/db/counts.server.ts";
import { query } from "#tests/databases.ts";
import { explainStatements } from "#tests/explain-statements.ts";
import { createClaimedTag, createTestAdmin, createTestPet, createTestUser } from "#tests/make.ts";
import { createTestApp } from "#tests/test-app.ts";
import {
  exportPets,
  getPetForAdmin,
  listAllPets,
  type PetSearch,
  petsWithSameChip,
  updatePetAsAdmin,
} from "./admin-pets.server.ts";

const testApp = await createTestApp();
const admin = await createTestAdmin(testApp.ctx);
const owner = await createTestUser(testApp.ctx);
await query(
  testApp.databaseUrl,
  `insert into pets (id, owner_id, name, type, shown)
     select gen_random_uuid(), $1, 'Crowd ' || n, 'dog', '{}' from generate_series(1, 30000) n`,
  [(await createTestUser(testApp.ctx)).id],
);
await query(testApp.databaseUrl, "vacuum analyze pets");

const names = async (search: PetSearch) => (await listAllPets(testApp.ctx, admin, search)).pets.map(({ name }) => name);
const form = { name: "Rex", type: "dog", otherType: null, breed: null, gender: "male", color: "brown" } as const;

test("listAllPets finds pets by name in any Arabic spelling, type and owner, and removed ones only when requested", async () => {
  const cat = await createTestPet(testApp.ctx, owner, { name: "أميرة", type: "cat" });
  expect(await names({ search: "اميره" })).toEqual(["أميرة"]);
  expect(await names({ search: "امير", type: "dog" })).toEqual([]);
  expect(await names({ owner: owner.id })).toEqual(["أميرة"]);
  await deletePet(testApp.ctx, owner, cat);
  expect(await names({ owner: owner.id })).toEqual([]);
  expect(await names({ owner: owner.id, state: "removed" })).toEqual(["أميرة"]);
  expect(await names({ search: "%" })).toEqual([]);
  await expect(updatePetAsAdmin(testApp.ctx, admin, cat, { ...form, version: 1 })).rejects.toMatchObject({
    status: 404,
  });
});

test("listAllPets finds pets by owner, tag code, microchip number and day", async () => {
  const person = await createTestUser(testApp.ctx, { name: "Zoë Hossam", email: "zoe.hossam@example.test" });
  const rocky = await createTestPet(testApp.ctx, person, { name: "Rocky", microchip: "981020000000001" });
  const tag = await createClaimedTag(testApp.ctx, person, rocky);
  for (const search of [
    "zoe",
    "hossam zoe",
    "zoe.hossam@example.test",
    tag.code,
    "٩٨١٠٢٠٠٠٠٠٠٠٠٠١",
    "981 020 000 000 001",
  ])
    expect(await names({ search }), search).toEqual(["Rocky"]);
  await testApp.ctx.db
    .update(pets)
    .set({ createdAt: new Date("2026-01-31T21:59:59Z") })
    .where(eq(pets.id, rocky));
  const cairo = { ...admin, timeZone: "Africa/Cairo" };
  const inDays = async (from: string, to: string) =>
    (await listAllPets(testApp.ctx, cairo, { search: "Rocky", owner: person.id, from, to })).total;
  expect(await inDays("2026-01-31", "2026-01-31")).toBe(1);
  expect(await inDays("2026-02-01", "2026-02-28")).toBe(0);
  const csv = await text(exportPets(testApp.ctx, admin, { owner: person.id }));
  expect(csv.split("\r\n")).toHaveLength(3);
  expect(csv).toContain("zoe.hossam@example.test");
});

test("two pets with one microchip are told to administrators until one of them is removed", async () => {
  const other = await createTestUser(testApp.ctx);
  const chip = async () => (await findWaiting(testApp.ctx, { chips: petsWithSameChip })).chips.count;
  await createTestPet(testApp.ctx, other, { name: "Alone", microchip: "985112003400001" });
  expect([await chip(), await names({ state: "sameChip" })]).toEqual([0, []]);
  const [one, two] = [await createTestUser(testApp.ctx), await createTestUser(testApp.ctx)];
  await createTestPet(testApp.ctx, one, { name: "Twin 1", microchip: "985112003400002" });
  const twin = await createTestPet(testApp.ctx, two, { name: "Twin 2", microchip: "985112003400002" });
  expect([await chip(), (await names({ state: "sameChip" })).toSorted()]).toEqual([2, ["Twin 1", "Twin 2"]]);
  expect(await names({ state: "sameChip", owner: two.id })).toEqual(["Twin 2"]);
  await deletePet(testApp.ctx, two, twin);
  expect([await chip(), await names({ state: "sameChip" })]).toEqual([0, []]);
});

test("a pet's second microchip is compared with both of every other, and is found by its number", async () => {
  const [first, second] = ["985112003400011", "985112003400012"];
  const [one, two, three] = await Promise.all([1, 2, 3].map(() => createTestUser(testApp.ctx)));
  await createTestPet(testApp.ctx, one!, { name: "Both", microchip: first, secondMicrochip: second });
  expect(await names({ search: second })).toEqual(["Both"]);
  expect(await names({ state: "sameChip" })).toEqual([]);
  const crossed = await createTestPet(testApp.ctx, two!, { name: "Crossed", microchip: second });
  const same = await createTestPet(testApp.ctx, three!, { name: "Same", secondMicrochip: second });
  expect((await names({ state: "sameChip" })).toSorted()).toEqual(["Both", "Crossed", "Same"]);
  await deletePet(testApp.ctx, two!, crossed);
  expect((await names({ state: "sameChip" })).toSorted()).toEqual(["Both", "Same"]);
  await deletePet(testApp.ctx, three!, same);
  expect(await names({ state: "sameChip" })).toEqual([]);
});

test("listAllPets sorts by name in both directions", async () => {
  for (const name of ["Bella", "Amber", "Coco"])
    await createTestPet(testApp.ctx, await createTestUser(testApp.ctx, { lastName: "Sortable" }), { name });
  const search = { search: "sortable" };
  expect(await names({ ...search, order: { by: "name", isDescending: false } })).toEqual(["Amber", "Bella", "Coco"]);
  expect(await names({ ...search, order: { by: "name", isDescending: true } })).toEqual(["Coco", "Bella", "Amber"]);
  expect(await names({ ...search, order: { by: "added", isDescending: false } })).toEqual(["Bella", "Amber", "Coco"]);
});

test("a correction changes the appearance only and is in the owner's audit log", async () => {
  const person = await createTestUser(testApp.ctx);
  const petId = await createTestPet(testApp.ctx, person, { name: "Buster!!!", notes: "Afraid of loud noises" });
  await updatePetAsAdmin(testApp.ctx, admin, petId, { ...form, version: 1 });
  expect(await getPetForAdmin(testApp.ctx, admin, petId)).toMatchObject({ name: "Rex", color: "brown", version: 2 });
  const { changes } = await listChanges(testApp.ctx, admin, { personId: person.id });
  expect(changes).toMatchObject([{ action: "pet.correct", before: { name: "Buster!!!" }, after: { name: "Rex" } }]);
});

test("a stale correction is rejected with the first administrator's correction, or with the fact that the owner changed the pet", async () => {
  const person = await createTestUser(testApp.ctx);
  const petId = await createTestPet(testApp.ctx, person);
  testApp.setNow("2026-11-21T13:00:00Z");
  await updatePetAsAdmin(testApp.ctx, admin, petId, { ...form, version: 1 });
  const late = () => updatePetAsAdmin(testApp.ctx, admin, petId, { ...form, name: "Late", version: 1 });
  await expect(late()).rejects.toMatchObject({
    code: "adminPets.meanwhileAdmin",
    params: { what: expect.stringContaining("Rex") },
  });
  testApp.setNow("2026-11-21T14:00:00Z");
  await updatePet(testApp.ctx, person, petId, { name: "Rocky", type: "dog", version: 2 });
  await expect(late()).rejects.toMatchObject({ code: "adminPets.meanwhileOwner", status: 409 });
});

test("one of two concurrent corrections succeeds", async () => {
  const petId = await createTestPet(testApp.ctx, await createTestUser(testApp.ctx));
  const results = await Promise.allSettled(
    ["One", "Two"].map((name) => updatePetAsAdmin(testApp.ctx, admin, petId, { ...form, name, version: 1 })),
  );
  expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
});

test("administrators never see the record, the microchip or the notes", async () => {
  const petId = await createTestPet(testApp.ctx, await createTestUser(testApp.ctx), {
    microchip: "941000024680135",
    notes: "canary-note",
  });
  const pet = await getPetForAdmin(testApp.ctx, admin, petId);
  expect(JSON.stringify(pet)).not.toMatch(/941000024680135|canary-note/);
  await expect(getPetForAdmin(testApp.ctx, owner, petId)).rejects.toMatchObject({ status: 403 });
  await expect(listAllPets(testApp.ctx, owner, {})).rejects.toMatchObject({ status: 403 });
});

test.each<[string, PetSearch]>([
  ["pets of the first page", {}],
  ["pets with a name", { search: "أميرة" }],
  ["removed pets", { state: "removed" }],
  ["pets sorted by name", { order: { by: "name", isDescending: true } }],
  ["pets of an owner", { owner: "88888888-0000-4000-8000-000000000000" }],
])("%s are found by an index, without a scan of the whole table", async (_, search) => {
  const plans = await explainStatements(testApp.ctx, () => listAllPets(testApp.ctx, admin, search));
  for (const plan of plans) expect(plan).not.toContain("Seq Scan on pets");
});
