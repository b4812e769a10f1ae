// A caregiver could read the owner's phone number or change what only the owner may.
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import type { Actor } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { createTestCaregiver, createTestInvitation, createTestPet, createTestUser } from "#tests/make.ts";
import { refused } from "#tests/make-orders.ts";
import { grantTestPlan } from "#tests/make-plans.ts";
import { notificationsFor } from "#tests/notifications.ts";
import { createTestApp } from "#tests/test-app.ts";
import { createHealthEvent, deleteHealthEvent } from "../health/health.server.ts";
import { getPetAs, listCaredPets } from "../list/pet-list.server.ts";
import { petsPersonalData } from "../personal-data.server.ts";
import { findAccess } from "../pet-access.server.ts";
import { findPet, getPet, updatePet } from "../pets.server.ts";
import { petCaregivers } from "../pets.tables.server.ts";
import { updatePetPhoto } from "../photos/pet-photo.server.ts";
import { deletePet, restorePet } from "../trash/removed-pets.server.ts";
import { acceptInvitation, declineInvitation, listInvitationsTo } from "./caregiver-invitations.server.ts";
import {
  endAllCaregiving,
  endCaregiving,
  endOwnCaregiving,
  inviteCaregiver,
  listCaregivers,
  purgeEndedCaregivers,
  updateCaregiver,
} from "./caregivers.server.ts";
import { notifyCaregivers } from "./notify-caregivers.server.ts";

const testApp = await createTestApp();
const { ctx } = testApp;
beforeEach(() => testApp.setNow("2026-11-21T12:00:00Z"));

const contacts = [{ name: "Brother", phone: "+201001234567", email: "brother@example.com" }];

/** Creates an owner with a pet and a caregiver for it. */
async function createSharedPet(level: "alerts" | "see" | "edit" = "edit", untilDay: string | null = null) {
  const [owner, caregiver] = [
    await createTestUser(ctx, { firstName: "Mona" }),
    await createTestUser(ctx, { firstName: "Karim" }),
  ];
  const petId = await createTestPet(ctx, owner, {
    contacts,
    finderPhone: "+201002223334",
    showPhone: true,
    notes: "Shy",
  });
  const caregiverId = await createTestCaregiver(ctx, owner, petId, caregiver, { level, untilDay });
  return { owner, caregiver, petId, caregiverId };
}

const receivedBy = async (user: Actor) =>
  (await notificationsFor(ctx, user.id)).map(({ params }) => params.caregiverNews);
const form = { name: "Rocky", type: "dog", version: 1 } as const;
const endedError = refused("pets.caregivers.endedMeanwhile", 403);

describe("invitation", () => {
  test("is listed for the invited address until it is answered or has lapsed, also for a later account", async () => {
    const owner = await createTestUser(ctx, { firstName: "Mona" });
    const petId = await createTestPet(ctx, owner);
    const first = await createTestInvitation(ctx, owner, petId, "asked@example.com");
    const asked = await createTestUser(ctx, { email: "asked@example.com" });
    expect(await listInvitationsTo(ctx, asked)).toEqual([{ id: first, petName: "Rocky", ownerName: "Mona" }]);
    for (const who of [owner, { id: asked.id, email: null }]) expect(await listInvitationsTo(ctx, who)).toEqual([]);
    await declineInvitation(ctx, asked, first);
    expect(await listInvitationsTo(ctx, asked)).toEqual([]);
    const second = await createTestInvitation(ctx, owner, petId, "asked@example.com");
    testApp.setNow("2026-12-05T12:00:00Z");
    expect(await listInvitationsTo(ctx, asked)).toEqual([]);
    testApp.setNow("2026-11-21T12:00:00Z");
    await acceptInvitation(ctx, asked, second);
    expect(await listInvitationsTo(ctx, asked)).toEqual([]);
  });
});

describe("caregiver", () => {
  test("with edit access changes profile, record and photo, but nothing reserved for the owner", async () => {
    const { owner, caregiver, petId } = await createSharedPet("edit");
    const takeOver = { contacts: [], shown: [], showPhone: false, finderPhone: "+201009998887" };
    await updatePet(ctx, caregiver, petId, { ...form, ...takeOver, name: "Rex", breed: "Baladi", weightKg: 20 });
    const pet = await getPet(ctx, owner, petId);
    expect(pet).toMatchObject({ name: "Rex", breed: "Baladi", showPhone: true, finderPhone: "+201002223334" });
    expect(pet.contacts).toHaveLength(1);
    expect(pet.shown).not.toEqual([]);
    const eventId = await createHealthEvent(ctx, caregiver, petId, { day: "2026-11-01", kind: "note", title: "Limps" });
    await deleteHealthEvent(ctx, caregiver, petId, eventId);
    await expect(updatePetPhoto(ctx, caregiver, petId, { photoFocusX: 10, photoFocusY: 10 })).rejects.toEqual(
      refused("pets.choosePhoto", 400),
    );
    expect((await listCaregivers(ctx, owner, petId))[0]?.changedAt).toEqual(ctx.clock.now());
    await expect(deletePet(ctx, caregiver, petId)).rejects.toMatchObject({ status: 404 });
    expect(await findPet(ctx, caregiver, petId)).toBeNull();
  });

  test("reads everything except emergency contacts, the owner's phone number and what finders see", async () => {
    const { caregiver, petId } = await createSharedPet("see");
    const { pet, access, ownerName } = await getPetAs(ctx, caregiver, petId);
    expect([access, ownerName]).toEqual(["see", "Mona"]);
    expect(pet).toMatchObject({ notes: "Shy", contacts: [], finderPhone: null, showPhone: false, shown: [] });
  });

  test.each(["alerts", "see"] as const)("with the level “%s” cannot change anything", async (level) => {
    const { caregiver, petId } = await createSharedPet(level);
    const refusal = refused("pets.caregivers.mayNotChange", 403);
    await expect(updatePet(ctx, caregiver, petId, { ...form, name: "Rex" })).rejects.toEqual(refusal);
    await expect(
      createHealthEvent(ctx, caregiver, petId, { day: "2026-11-01", kind: "note", title: "x" }),
    ).rejects.toEqual(refusal);
    await expect(updatePetPhoto(ctx, caregiver, petId, { photoFocusX: 1, photoFocusY: 1 })).rejects.toEqual(refusal);
    const reading = getPetAs(ctx, caregiver, petId);
    if (level === "alerts") await expect(reading).rejects.toMatchObject({ status: 404 });
    else await reading;
  });

  test("is rejected with a specific error when the last day passes during an edit, and nothing is saved", async () => {
    const { owner, caregiver, petId } = await createSharedPet("edit", "2026-11-21");
    testApp.setNow("2026-11-21T21:59:00Z");
    expect((await getPetAs(ctx, caregiver, petId)).access).toBe("edit");
    testApp.setNow("2026-11-21T22:00:00Z");
    await expect(updatePet(ctx, caregiver, petId, { ...form, name: "Rex" })).rejects.toEqual(endedError);
    await expect(
      createHealthEvent(ctx, caregiver, petId, { day: "2026-11-01", kind: "note", title: "x" }),
    ).rejects.toEqual(endedError);
    expect((await getPet(ctx, owner, petId)).name).toBe("Rocky");
    expect(await listCaredPets(ctx, caregiver)).toEqual([]);
    await expect(
      updateCaregiver(ctx, owner, petId, (await listCaregivers(ctx, owner, petId))[0]!.id, {
        level: "edit",
        untilDay: null,
      }),
    ).rejects.toEqual(refused("caregivers.over", 409));
  });

  test("removed while saving has the change either saved completely or rejected", async () => {
    for (let round = 0; round < 4; round++) {
      const { owner, caregiver, petId, caregiverId } = await createSharedPet("edit");
      const [saved] = await Promise.allSettled([
        updatePet(ctx, caregiver, petId, { ...form, name: "Rex" }),
        endCaregiving(ctx, owner, petId, caregiverId),
      ]);
      if (saved.status === "rejected") expect(saved.reason).toEqual(endedError);
      expect((await getPet(ctx, owner, petId)).name).toBe(saved.status === "fulfilled" ? "Rex" : "Rocky");
      await expect(updatePet(ctx, caregiver, petId, { ...form, name: "Max" })).rejects.toEqual(endedError);
    }
  });

  test("leaving, removed or given another level takes effect immediately and notifies the other side", async () => {
    const { owner, caregiver, petId, caregiverId } = await createSharedPet("see");
    await updateCaregiver(ctx, owner, petId, caregiverId, { level: "edit", untilDay: "2026-12-01" });
    await updateCaregiver(ctx, owner, petId, caregiverId, { level: "edit", untilDay: "2026-12-01" });
    expect(await findAccess(ctx, caregiver, petId)).toMatchObject({ access: "edit", untilDay: "2026-12-01" });
    await endOwnCaregiving(ctx, caregiver, petId);
    await endOwnCaregiving(ctx, caregiver, petId);
    expect(await findAccess(ctx, caregiver, petId)).toBeNull();
    expect(await receivedBy(caregiver)).toEqual(["invited", "changed"]);
    expect(await receivedBy(owner)).toEqual(["accepted", "left"]);
    await expect(endOwnCaregiving(ctx, await createTestUser(ctx), petId)).rejects.toMatchObject({ status: 404 });

    const second = await createTestCaregiver(ctx, owner, petId, caregiver, { level: "see" });
    await endCaregiving(ctx, owner, petId, second);
    await endCaregiving(ctx, owner, petId, second);
    expect((await receivedBy(caregiver)).slice(2)).toEqual(["invited", "ended"]);
  });

  test("has no access to a removed pet until it is restored", async () => {
    const { owner, caregiver, petId } = await createSharedPet("edit");
    await deletePet(ctx, owner, petId);
    await expect(updatePet(ctx, caregiver, petId, { ...form, name: "Rex" })).rejects.toEqual(endedError);
    expect(await listCaredPets(ctx, caregiver)).toEqual([]);
    await restorePet(ctx, owner, petId);
    expect((await findAccess(ctx, caregiver, petId))?.access).toBe("edit");
  });

  test("invited under two addresses of the same account keeps the later invitation", async () => {
    const { owner, caregiver, petId, caregiverId } = await createSharedPet("edit");
    await ctx.db.update(users).set({ email: "new-address@example.org" }).where(eq(users.id, caregiver.id));
    const moved = { ...caregiver, email: "new-address@example.org" };
    const id = await createTestInvitation(ctx, owner, petId, moved.email);
    await acceptInvitation(ctx, moved, id);
    expect((await listCaregivers(ctx, owner, petId)).map((one) => one.id)).toEqual([id]);
    expect(id).not.toBe(caregiverId);
    expect((await findAccess(ctx, moved, petId))?.access).toBe("see");
  });

  test("loses access when either account is deleted", async () => {
    const { owner, caregiver, petId } = await createSharedPet("edit");
    await ctx.db.delete(users).where(eq(users.id, caregiver.id));
    expect(await listCaregivers(ctx, owner, petId)).toEqual([]);
    const other = await createSharedPet("edit");
    await ctx.db.delete(users).where(eq(users.id, other.owner.id));
    expect(await listCaredPets(ctx, other.caregiver)).toEqual([]);
    await expect(updatePet(ctx, other.caregiver, other.petId, form)).rejects.toMatchObject({ status: 404 });
  });

  test("with the level “alerts” sees no more of the pet than a finder", async () => {
    const { owner, caregiver, petId } = await createSharedPet("alerts");
    await updatePet(ctx, owner, petId, { ...form, breed: "Secret breed", birthdate: "2020-01-01", shown: [] });
    expect(await listCaredPets(ctx, caregiver)).toMatchObject([{ name: "Rocky", breed: null, birthdate: null }]);
  });
});

test("both sides have their care in their data export, and erasing an account deletes invitations to its address", async () => {
  const { owner, caregiver, petId, caregiverId } = await createSharedPet("see");
  const invited = await createTestUser(ctx);
  const waiting = await createTestInvitation(ctx, owner, petId, invited.email);
  const owners = await petsPersonalData.read(ctx, owner);
  expect(owners).toMatchObject({
    pets: [{ caregivers: [{ id: caregiverId, email: caregiver.email }, { id: waiting }] }],
  });
  for (const user of [caregiver, invited]) {
    const copy = await petsPersonalData.read(ctx, user);
    expect(copy).toMatchObject({ caregivingForOthersPets: [{ level: "see", petName: "Rocky" }] });
    expect(JSON.stringify(copy)).not.toContain(owner.email);
  }
  await petsPersonalData.erase!(ctx, invited);
  expect((await listCaregivers(ctx, owner, petId)).map(({ id }) => id)).toEqual([caregiverId]);
});

test("purges caregiver rows that ended long ago and keeps those in force", async () => {
  const { owner, caregiver, petId } = await createSharedPet("edit");
  await createTestInvitation(ctx, owner, petId, "never@example.org");
  const ended = await createSharedPet("see");
  await endCaregiving(ctx, ended.owner, ended.petId, ended.caregiverId);
  testApp.setNow("2027-01-10T12:00:00Z");
  await purgeEndedCaregivers(ctx);
  expect((await findAccess(ctx, caregiver, petId))?.access).toBe("edit");
  const remaining = await ctx.db.select({ id: petCaregivers.id, email: petCaregivers.email }).from(petCaregivers);
  expect(remaining.some(({ id, email }) => id === ended.caregiverId || email === "never@example.org")).toBe(false);
});

describe("notifications about a pet, with places,", () => {
  const petsNamedTo = async (user: Actor) =>
    (await notificationsFor(ctx, user.id))
      .filter(({ petOwnerId }) => petOwnerId !== null)
      .map(({ params }) => params.petName);

  async function createNotifications() {
    const { owner, caregiver, petId, caregiverId } = await createSharedPet("see", "2026-12-01");
    await grantTestPlan(ctx, owner, "comfort");
    const otherPetId = await createTestPet(ctx, owner, { name: "Bella" });
    await createTestCaregiver(ctx, owner, otherPetId, caregiver);
    const other = await createTestUser(ctx);
    await createTestCaregiver(ctx, owner, petId, other);
    for (const [id, petName] of [
      [petId, "Rocky"],
      [otherPetId, "Bella"],
    ] as const)
      await notifyCaregivers(ctx, {
        ...{ petId: id, petName, kind: "scan", place: "12 Nile St" },
        ...{ link: "/dashboard/scan-records", topic: createId() },
      });
    expect((await petsNamedTo(caregiver)).sort()).toEqual(["Bella", "Rocky"]);
    return { owner, caregiver, petId, caregiverId, other };
  }

  test.each(["the owner", "the caregiver", "a transfer"])("are deleted when %s ends the care", async (by) => {
    const { owner, caregiver, petId, caregiverId, other } = await createNotifications();
    if (by === "the owner") await endCaregiving(ctx, owner, petId, caregiverId);
    if (by === "the caregiver") await endOwnCaregiving(ctx, caregiver, petId);
    if (by === "a transfer") await endAllCaregiving(ctx, { id: petId, name: "Rocky", ownerName: "Karim" });
    expect(await petsNamedTo(caregiver)).toEqual(["Bella"]);
    expect(await petsNamedTo(other)).toEqual(by === "a transfer" ? [] : ["Rocky"]);
    if (by === "the owner") expect(await receivedBy(caregiver)).toContain("ended");
  });

  test("lose the places when the caregiver may no longer read the record", async () => {
    const { owner, caregiver, petId, caregiverId, other } = await createNotifications();
    const placesOf = async (user: Actor) =>
      (await notificationsFor(ctx, user.id))
        .filter(({ petOwnerId, params }) => petOwnerId !== null && params.petName === "Rocky")
        .map(({ params }) => params.place);
    await updateCaregiver(ctx, owner, petId, caregiverId, { level: "edit", untilDay: null });
    expect(await placesOf(caregiver)).toEqual(["12 Nile St"]);
    await updateCaregiver(ctx, owner, petId, caregiverId, { level: "alerts", untilDay: null });
    expect(await placesOf(caregiver)).toEqual([undefined]);
    expect(await placesOf(other)).toEqual(["12 Nile St"]);
  });

  test("are deleted the night after the last day of the care", async () => {
    const { caregiver, other } = await createNotifications();
    testApp.setNow("2026-12-02T01:00:00Z");
    await purgeEndedCaregivers(ctx);
    expect((await petsNamedTo(caregiver)).sort()).toEqual(["Bella", "Rocky"]);
    testApp.setNow("2026-12-03T03:00:00Z");
    await purgeEndedCaregivers(ctx);
    expect(await petsNamedTo(caregiver)).toEqual(["Bella"]);
    expect(await petsNamedTo(other)).toEqual(["Rocky"]);
  });
});

test("an address is e-mailed at most ten invitations and offers a day, from whomever; an account finds the others in its inbox", async () => {
  const known = await createTestUser(ctx);
  const addresses = [known.email, "no-account@example.org"];
  for (let at = 0; at < 6; at++) {
    const spammer = await createTestUser(ctx);
    const petId = await createTestPet(ctx, spammer, { contacts });
    for (const email of addresses) {
      const { id: invitationId } = await inviteCaregiver(ctx, spammer, petId, { email, level: "see", untilDay: null });
      await endCaregiving(ctx, spammer, petId, invitationId);
      await inviteCaregiver(ctx, spammer, petId, { email, level: "see", untilDay: null });
    }
  }
  await testApp.runJobs();
  const counts = addresses.map((address) => testApp.emails.filter(({ to }) => to === address).length);
  expect(counts[0]).toBe(10);
  // Withdrawn invitations are not e-mailed.
  expect(counts[1]).toBeLessThanOrEqual(10);
  expect(await receivedBy(known)).toHaveLength(12);
  const owner = await createTestUser(ctx);
  const petId = await createTestPet(ctx, owner, { contacts });
  for (const email of addresses) await createTestInvitation(ctx, owner, petId, email);
  // The owner is told, alike for addresses with and without an account, and passes on the link.
  for (const { id, isEmailed, link } of await listCaregivers(ctx, owner, petId))
    expect([isEmailed, link]).toEqual([false, `${ctx.settings.publicUrl}/dashboard/care-invitations/${id}`]);
});
