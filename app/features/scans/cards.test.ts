import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { Actor } from "#app/features/accounts/accounts.rules.ts";
import { markLost } from "#app/features/pets/lost-pets.server.ts";
import { pets } from "#app/features/pets/pets.tables.server.ts";
import { removePet, restorePet } from "#app/features/pets/removed-pets.server.ts";
import { deactivateTag, linkPet, markTag, removeTag, type Tag, unlinkPet } from "#app/features/tags/tags.server.ts";
import { aPet, aTag, aTagOf, aUser } from "#tests/make.ts";
import { soon } from "#tests/soon.ts";
import { type TestWorld, testWorld } from "#tests/world.ts";
import { readCopy } from "./cards.server.ts";
import { findCard, keepCards } from "./keep-cards.server.ts";

let lab: TestWorld;
let owner: Actor;
let petId: string;
let tag: Tag;
let stop: () => Promise<void>;

beforeAll(async () => {
  lab = await testWorld();
});
afterAll(() => lab.close());
beforeEach(async () => {
  owner = await aUser(lab.world, {
    firstName: "Canaryfirst",
    lastName: "Canarylast",
    email: `canary${Math.random()}@example.com`,
  });
  petId = await aPet(lab.world, owner, {
    name: "Rocky",
    microchip: "981000000000001",
    diet: "canary of the bowl",
    medicalNotes: "canary of the vet",
    finderPhone: "+201001234567",
  });
  tag = await aTagOf(lab.world, owner, petId);
  stop = keepCards(lab.world);
  await soon(() => expect(card()).not.toBeNull());
});
afterEach(() => stop());

const card = (of = tag) => findCard(lab.world, of.code)?.card ?? null;
const becomes = (what: object | null) =>
  soon(() => (what ? expect(card()).toMatchObject(what) : expect(card()).toBeNull()));

test("a copy holds what the page shows a stranger and nothing else", async () => {
  const text = JSON.stringify(card());
  for (const secret of ["anary", "981000", "20100123", owner.id, "example.com"]) expect(text).not.toContain(secret);
  expect(card()).toMatchObject({ code: tag.code, mark: null, isReplaced: false, pet: { name: "Rocky", diet: null } });
});

test("a copy follows what its owner changes, and is gone with the pet, the tag or its owner", async () => {
  await markLost(lab.world, owner, petId, { since: new Date("2026-11-20T08:00:00Z"), reward: null, note: "Shy" });
  await becomes({ pet: { lost: { note: "Shy", since: new Date("2026-11-20T08:00:00Z") } } });
  await lab.world.db
    .update(pets)
    .set({ shown: ["diet"], name: "Bella" })
    .where(eq(pets.id, petId));
  await becomes({ pet: { name: "Bella", diet: "canary of the bowl", color: null } });
  await lab.world.db.update(pets).set({ shown: [] }).where(eq(pets.id, petId));
  await becomes({ pet: { diet: null } });
  await removePet(lab.world, owner, petId);
  await becomes({ pet: null });
  await restorePet(lab.world, owner, petId);
  await becomes({ pet: { name: "Bella" } });
  await markTag(lab.world, owner, { tagId: tag.id, mark: "stolen" });
  await becomes({ mark: "stolen", pet: null });
  await markTag(lab.world, owner, { tagId: tag.id, mark: null });
  await becomes({ mark: null, pet: { name: "Bella" } });
  await unlinkPet(lab.world, owner, tag.id);
  await becomes({ pet: null });
  await linkPet(lab.world, owner, { tagId: tag.id, petId });
  await becomes({ pet: { name: "Bella" } });
  await deactivateTag(lab.world, owner, tag.id);
  await becomes(null);
  // What has changed is not shown from that moment on; erased it is a little later.
  await soon(() => expect(readCopy(lab.world, tag.code)).toBeNull());
});

test("what changed while nobody looked is not shown before it is compared, and is right afterwards", async () => {
  const gone = await aTagOf(lab.world, owner, petId);
  const available = await aTag(lab.world);
  await soon(() => expect(card(gone)).not.toBeNull());
  await stop();
  await lab.world.db.update(pets).set({ name: "Nobody saw" }).where(eq(pets.id, petId));
  await removeTag(lab.world, owner, gone.id);
  expect(readCopy(lab.world, gone.code)).not.toBeNull();
  stop = keepCards(lab.world);
  expect(card()).toBeNull();
  expect(card(gone)).toBeNull();
  await becomes({ pet: { name: "Nobody saw" } });
  await soon(() => expect(readCopy(lab.world, gone.code)).toBeNull());
  expect(card(available)).toBeNull();
});
