import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Actor } from "#app/features/accounts/accounts.rules.ts";
import { users } from "#app/features/accounts/accounts.tables.server.ts";
import { alerts } from "#app/features/alerts/alerts.tables.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { aCarer, anInvitation, aPet, aUser } from "#tests/make.ts";
import { refused } from "#tests/make-orders.ts";
import { type TestWorld, testWorld } from "#tests/world.ts";
import { acceptInvitation } from "./care-invitations.server.ts";
import { getPetAs, listCaredPets } from "./cared-pets.server.ts";
import { changeCare, endCare, forgetOldCare, leaveCare, listCarers } from "./carers.server.ts";
import { petCarers } from "./carers.tables.server.ts";
import { addHealthEvent, removeHealthEvent } from "./health.server.ts";
import { petsPersonalData } from "./personal-data.server.ts";
import { findAccess } from "./pet-access.server.ts";
import { changePetPhoto } from "./pet-photo.server.ts";
import { changePet, findPet, getPet } from "./pets.server.ts";
import { removePet, restorePet } from "./removed-pets.server.ts";

let scene: TestWorld;
let world: World;
beforeAll(async () => {
  scene = await testWorld();
  world = scene.world;
});
afterAll(() => scene.close());
beforeEach(() => scene.setNow("2026-11-21T12:00:00Z"));

const contacts = [{ name: "Brother", phone: "+201001234567", email: "brother@example.com" }];

/** An owner with a pet, and somebody else who cares for it. */
async function aCare(level: "alerts" | "see" | "edit" = "edit", untilDay: string | null = null) {
  const [owner, carer] = [await aUser(world, { firstName: "Mona" }), await aUser(world, { firstName: "Karim" })];
  const petId = await aPet(world, owner, { contacts, finderPhone: "+201002223334", showPhone: true, notes: "Shy" });
  const careId = await aCarer(world, owner, petId, carer, { level, untilDay });
  return { owner, carer, petId, careId };
}

const newsOf = async (who: Actor) =>
  (await world.db.select().from(alerts).where(eq(alerts.userId, who.id)).orderBy(alerts.id)).map(
    ({ params }) => params.carerNews,
  );
const form = { name: "Rocky", type: "dog", version: 1 } as const;
const gone = refused("pets.carers.endedMeanwhile", 403);

describe("a carer", () => {
  test("who may edit changes profile, record and photo, and nothing of the owner's", async () => {
    const { owner, carer, petId } = await aCare("edit");
    const takeOver = { contacts: [], shown: [], showPhone: false, finderPhone: "+201009998887" };
    await changePet(world, carer, petId, { ...form, ...takeOver, name: "Rex", breed: "Baladi", weightKg: 20 });
    const pet = await getPet(world, owner, petId);
    expect(pet).toMatchObject({ name: "Rex", breed: "Baladi", showPhone: true, finderPhone: "+201002223334" });
    expect(pet.contacts).toHaveLength(1);
    expect(pet.shown).not.toEqual([]);
    const eventId = await addHealthEvent(world, carer, petId, { day: "2026-11-01", kind: "note", title: "Limps" });
    await removeHealthEvent(world, carer, petId, eventId);
    await expect(changePetPhoto(world, carer, petId, { photoFocusX: 10, photoFocusY: 10 })).rejects.toEqual(
      refused("pets.choosePhoto", 400),
    );
    expect((await listCarers(world, owner, petId))[0]?.changedAt).toEqual(world.clock.now());
    await expect(removePet(world, carer, petId)).rejects.toMatchObject({ status: 404 });
    expect(await findPet(world, carer, petId)).toBeNull();
  });

  test("reads everything but emergency contacts, the owner's number and what finders see", async () => {
    const { carer, petId } = await aCare("see");
    const { pet, access, ownerName } = await getPetAs(world, carer, petId);
    expect([access, ownerName]).toEqual(["see", "Mona"]);
    expect(pet).toMatchObject({ notes: "Shy", contacts: [], finderPhone: null, showPhone: false, shown: [] });
  });

  test.each(["alerts", "see"] as const)("with the level “%s” changes nothing", async (level) => {
    const { carer, petId } = await aCare(level);
    const refusal = refused("pets.carers.mayNotChange", 403);
    await expect(changePet(world, carer, petId, { ...form, name: "Rex" })).rejects.toEqual(refusal);
    await expect(addHealthEvent(world, carer, petId, { day: "2026-11-01", kind: "note", title: "x" })).rejects.toEqual(
      refusal,
    );
    await expect(changePetPhoto(world, carer, petId, { photoFocusX: 1, photoFocusY: 1 })).rejects.toEqual(refusal);
    const reading = getPetAs(world, carer, petId);
    if (level === "alerts") await expect(reading).rejects.toMatchObject({ status: 404 });
    else await reading;
  });

  test("whose last day passes in the middle of an edit is refused with a word about it, and nothing is saved", async () => {
    const { owner, carer, petId } = await aCare("edit", "2026-11-21");
    scene.setNow("2026-11-21T21:59:00Z");
    expect((await getPetAs(world, carer, petId)).access).toBe("edit");
    scene.setNow("2026-11-21T22:00:00Z");
    await expect(changePet(world, carer, petId, { ...form, name: "Rex" })).rejects.toEqual(gone);
    await expect(addHealthEvent(world, carer, petId, { day: "2026-11-01", kind: "note", title: "x" })).rejects.toEqual(
      gone,
    );
    expect((await getPet(world, owner, petId)).name).toBe("Rocky");
    expect(await listCaredPets(world, carer)).toEqual([]);
    await expect(
      changeCare(world, owner, petId, (await listCarers(world, owner, petId))[0]!.id, {
        level: "edit",
        untilDay: null,
      }),
    ).rejects.toEqual(refused("carers.over", 409));
  });

  test("who is sent away while they save comes before it or after it, and never in between", async () => {
    for (let round = 0; round < 4; round++) {
      const { owner, carer, petId, careId } = await aCare("edit");
      const [saved] = await Promise.allSettled([
        changePet(world, carer, petId, { ...form, name: "Rex" }),
        endCare(world, owner, petId, careId),
      ]);
      if (saved.status === "rejected") expect(saved.reason).toEqual(gone);
      expect((await getPet(world, owner, petId)).name).toBe(saved.status === "fulfilled" ? "Rex" : "Rocky");
      await expect(changePet(world, carer, petId, { ...form, name: "Max" })).rejects.toEqual(gone);
    }
  });

  test("who leaves, is sent away or whose level changes: both sides know, and it holds at once", async () => {
    const { owner, carer, petId, careId } = await aCare("see");
    await changeCare(world, owner, petId, careId, { level: "edit", untilDay: "2026-12-01" });
    await changeCare(world, owner, petId, careId, { level: "edit", untilDay: "2026-12-01" });
    expect(await findAccess(world, carer, petId)).toMatchObject({ access: "edit", untilDay: "2026-12-01" });
    await leaveCare(world, carer, petId);
    await leaveCare(world, carer, petId);
    expect(await findAccess(world, carer, petId)).toBeNull();
    expect(await newsOf(carer)).toEqual(["invited", "changed"]);
    expect(await newsOf(owner)).toEqual(["accepted", "left"]);
    await expect(leaveCare(world, await aUser(world), petId)).rejects.toMatchObject({ status: 404 });

    const second = await aCarer(world, owner, petId, carer, { level: "see" });
    await endCare(world, owner, petId, second);
    await endCare(world, owner, petId, second);
    expect((await newsOf(carer)).slice(2)).toEqual(["invited", "ended"]);
  });

  test("sees nothing of a removed pet until it is brought back", async () => {
    const { owner, carer, petId } = await aCare("edit");
    await removePet(world, owner, petId);
    await expect(changePet(world, carer, petId, { ...form, name: "Rex" })).rejects.toEqual(gone);
    expect(await listCaredPets(world, carer)).toEqual([]);
    await restorePet(world, owner, petId);
    expect((await findAccess(world, carer, petId))?.access).toBe("edit");
  });

  test("of two addresses that one account had, the later one holds", async () => {
    const { owner, carer, petId, careId } = await aCare("edit");
    await world.db.update(users).set({ email: "new-address@example.org" }).where(eq(users.id, carer.id));
    const moved = { ...carer, email: "new-address@example.org" };
    const id = await anInvitation(world, owner, petId, moved.email);
    await acceptInvitation(world, moved, id);
    expect((await listCarers(world, owner, petId)).map((one) => one.id)).toEqual([id]);
    expect(id).not.toBe(careId);
    expect((await findAccess(world, moved, petId))?.access).toBe("see");
  });

  test("of either side's account that goes loses everything with it", async () => {
    const { owner, carer, petId } = await aCare("edit");
    await world.db.delete(users).where(eq(users.id, carer.id));
    expect(await listCarers(world, owner, petId)).toEqual([]);
    const other = await aCare("edit");
    await world.db.delete(users).where(eq(users.id, other.owner.id));
    expect(await listCaredPets(world, other.carer)).toEqual([]);
    await expect(changePet(world, other.carer, other.petId, form)).rejects.toMatchObject({ status: 404 });
  });

  test("who only gets the alerts sees no more of the pet than a finder", async () => {
    const { owner, carer, petId } = await aCare("alerts");
    await changePet(world, owner, petId, { ...form, breed: "Secret breed", birthdate: "2020-01-01", shown: [] });
    expect(await listCaredPets(world, carer)).toMatchObject([{ name: "Rocky", breed: null, birthdate: null }]);
  });
});

test("both sides find their care in the copy of their data, and an invitation goes with the account of its address", async () => {
  const { owner, carer, petId, careId } = await aCare("see");
  const invited = await aUser(world);
  const waiting = await anInvitation(world, owner, petId, invited.email);
  const owners = await petsPersonalData.read(world, owner);
  expect(owners).toMatchObject({ pets: [{ carers: [{ id: careId, email: carer.email }, { id: waiting }] }] });
  for (const who of [carer, invited]) {
    const copy = await petsPersonalData.read(world, who);
    expect(copy).toMatchObject({ careOfOthersPets: [{ level: "see", petName: "Rocky" }] });
    expect(JSON.stringify(copy)).not.toContain(owner.email);
  }
  await petsPersonalData.erase!(world, invited);
  expect((await listCarers(world, owner, petId)).map(({ id }) => id)).toEqual([careId]);
});

test("what is long over is forgotten, and what holds stays", async () => {
  const { owner, carer, petId } = await aCare("edit");
  await anInvitation(world, owner, petId, "never@example.org");
  const ended = await aCare("see");
  await endCare(world, ended.owner, ended.petId, ended.careId);
  scene.setNow("2027-01-10T12:00:00Z");
  await forgetOldCare(world);
  expect((await findAccess(world, carer, petId))?.access).toBe("edit");
  const left = await world.db.select({ id: petCarers.id, email: petCarers.email }).from(petCarers);
  expect(left.some(({ id, email }) => id === ended.careId || email === "never@example.org")).toBe(false);
});
