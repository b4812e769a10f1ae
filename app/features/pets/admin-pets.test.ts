import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#app/features/accounts/accounts.rules.ts";
import { listChanges } from "#app/features/accounts/audit-log.server.ts";
import { query } from "#tests/databases.ts";
import { anAdmin, aPet, aUser } from "#tests/make.ts";
import { plansOf } from "#tests/plans.ts";
import { type TestWorld, testWorld } from "#tests/world.ts";
import { correctPet, getPetForAdmin, listAllPets, type PetSearch } from "./admin-pets.server.ts";
import { changePet } from "./pets.server.ts";
import { removePet } from "./removed-pets.server.ts";

let lab: TestWorld;
let admin: Actor;
let owner: Actor;
beforeAll(async () => {
  lab = await testWorld();
  admin = await anAdmin(lab.world);
  owner = await aUser(lab.world);
  await lab.world.pool.query(
    `insert into pets (id, owner_id, name, type, shown)
     select gen_random_uuid(), $1, 'Crowd ' || n, 'dog', '{}' from generate_series(1, 30000) n`,
    [(await aUser(lab.world)).id],
  );
  await query(lab.databaseUrl, "vacuum analyze pets");
});
afterAll(() => lab.close());

const names = async (search: PetSearch) => (await listAllPets(lab.world, admin, search)).pets.map(({ name }) => name);
const form = { name: "Rex", type: "dog", otherType: null, breed: null, gender: "male", color: "brown" } as const;

test("are found in either language, by kind, by owner, and put aside only when asked for", async () => {
  const cat = await aPet(lab.world, owner, { name: "أميرة", type: "cat" });
  expect(await names({ search: "اميره" })).toEqual(["أميرة"]);
  expect(await names({ search: "امير", type: "dog" })).toEqual([]);
  expect(await names({ ownerId: owner.id })).toEqual(["أميرة"]);
  await removePet(lab.world, owner, cat);
  expect(await names({ ownerId: owner.id })).toEqual([]);
  expect(await names({ ownerId: owner.id, state: "removed" })).toEqual(["أميرة"]);
  expect(await names({ search: "%" })).toEqual([]);
  await expect(correctPet(lab.world, admin, cat, { ...form, version: 1 })).rejects.toMatchObject({ status: 404 });
});

test("a correction changes the looks, keeps the rest and is in the log of its owner", async () => {
  const person = await aUser(lab.world);
  const petId = await aPet(lab.world, person, { name: "Buster!!!", notes: "Afraid of loud noises" });
  await correctPet(lab.world, admin, petId, { ...form, version: 1 });
  expect(await getPetForAdmin(lab.world, admin, petId)).toMatchObject({ name: "Rex", color: "brown", version: 2 });
  const { changes } = await listChanges(lab.world, admin, { personId: person.id });
  expect(changes).toMatchObject([{ action: "pet.correct", before: { name: "Buster!!!" }, after: { name: "Rex" } }]);
});

test("the second of two administrators is told what the first corrected, and of an owner's change that there was one", async () => {
  const person = await aUser(lab.world);
  const petId = await aPet(lab.world, person);
  lab.setNow("2026-11-21T13:00:00Z");
  await correctPet(lab.world, admin, petId, { ...form, version: 1 });
  const late = () => correctPet(lab.world, admin, petId, { ...form, name: "Late", version: 1 });
  await expect(late()).rejects.toMatchObject({
    code: "petsAdmin.meanwhileAdmin",
    params: { what: expect.stringContaining("Rex") },
  });
  lab.setNow("2026-11-21T14:00:00Z");
  await changePet(lab.world, person, petId, { name: "Rocky", type: "dog", version: 2 });
  await expect(late()).rejects.toMatchObject({ code: "petsAdmin.meanwhileOwner", status: 409 });
});

test("of two corrections at once one counts", async () => {
  const petId = await aPet(lab.world, await aUser(lab.world));
  const ends = await Promise.allSettled(
    ["One", "Two"].map((name) => correctPet(lab.world, admin, petId, { ...form, name, version: 1 })),
  );
  expect(ends.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
});

test("an administrator never sees the record, the microchip or the notes", async () => {
  const petId = await aPet(lab.world, await aUser(lab.world), { microchip: "941000024680135", notes: "canary-note" });
  const pet = await getPetForAdmin(lab.world, admin, petId);
  expect(JSON.stringify(pet)).not.toMatch(/941000024680135|canary-note/);
  await expect(getPetForAdmin(lab.world, owner, petId)).rejects.toMatchObject({ status: 403 });
  await expect(listAllPets(lab.world, owner, {})).rejects.toMatchObject({ status: 403 });
});

test.each<[string, PetSearch]>([
  ["the first page", {}],
  ["a name", { search: "أميرة" }],
  ["those put aside", { state: "removed" }],
  ["those of an owner", { ownerId: "88888888-0000-4000-8000-000000000000" }],
])("%s are found by an index, never by reading the whole table", async (_, search) => {
  const plans = await plansOf(lab.world, () => listAllPets(lab.world, admin, search));
  for (const plan of plans) expect(plan).not.toContain("Seq Scan on pets");
});
