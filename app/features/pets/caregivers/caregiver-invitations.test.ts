// A stranger could accept an invitation to care for somebody's pet, or a withdrawn one would still count.
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import type { Actor } from "#app/features/users/users.rules.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { createTestInvitation, createTestPet, createTestUser, deleteTestUserDuring } from "#tests/make.ts";
import { refused } from "#tests/make-orders.ts";
import { notificationsFor } from "#tests/notifications.ts";
import { createTestApp } from "#tests/test-app.ts";
import { listCaredPets } from "../list/pet-list.server.ts";
import { findAccess } from "../pet-access.server.ts";
import { petCaregivers } from "../pets.tables.server.ts";
import { acceptInvitation, declineInvitation, getInvitation } from "./caregiver-invitations.server.ts";
import { endCaregiving, inviteCaregiver, listCaregivers, updateCaregiver } from "./caregivers.server.ts";

const testApp = await createTestApp();
const { ctx } = testApp;
beforeEach(() => testApp.setNow("2026-11-21T12:00:00Z"));

const receivedBy = async (user: Actor) =>
  (await notificationsFor(ctx, user.id)).map(({ params }) => params.caregiverNews);

describe("caregiver invitation", () => {
  test("grants nothing before it is accepted, then the access of its level", async () => {
    const [owner, caregiver] = [await createTestUser(ctx, { firstName: "Mona" }), await createTestUser(ctx)];
    const petId = await createTestPet(ctx, owner);
    const id = await createTestInvitation(ctx, owner, petId, caregiver.email.toUpperCase());
    expect(await findAccess(ctx, caregiver, petId)).toBeNull();
    expect(await listCaredPets(ctx, caregiver)).toEqual([]);
    expect(await getInvitation(ctx, caregiver, id)).toMatchObject({
      state: "waiting",
      ownerName: "Mona",
      level: "see",
    });
    expect(await acceptInvitation(ctx, caregiver, id)).toBe(petId);
    expect(await acceptInvitation(ctx, caregiver, id)).toBe(petId);
    expect((await findAccess(ctx, caregiver, petId))?.access).toBe("see");
    expect(await listCaredPets(ctx, caregiver)).toMatchObject([{ id: petId, level: "see", ownerName: "Mona" }]);
    expect(await listCaregivers(ctx, owner, petId)).toMatchObject([{ state: "caring", email: caregiver.email }]);
    expect([await receivedBy(caregiver), await receivedBy(owner)]).toEqual([["invited"], ["accepted"]]);
  });

  test("can be answered only by the account with its address, and managed only by the owner", async () => {
    const [owner, caregiver, stranger] = [
      await createTestUser(ctx),
      await createTestUser(ctx),
      await createTestUser(ctx, { role: "admin" }),
    ];
    const petId = await createTestPet(ctx, owner);
    const id = await createTestInvitation(ctx, owner, petId, caregiver.email);
    for (const user of [owner, stranger])
      for (const attempt of [getInvitation, acceptInvitation, declineInvitation])
        await expect(attempt(ctx, user, id)).rejects.toMatchObject({ status: 404 });
    for (const wrong of ["x", "", createId()])
      await expect(acceptInvitation(ctx, caregiver, wrong)).rejects.toMatchObject({ status: 404 });
    for (const user of [caregiver, stranger]) {
      const ask = inviteCaregiver(ctx, user, petId, { email: "x@example.com", level: "edit", untilDay: null });
      await expect(ask).rejects.toMatchObject({ status: 404 });
      await expect(listCaregivers(ctx, user, petId)).rejects.toMatchObject({ status: 404 });
      await expect(updateCaregiver(ctx, user, petId, id, { level: "edit", untilDay: null })).rejects.toMatchObject({
        status: 404,
      });
      await expect(endCaregiving(ctx, user, petId, id)).rejects.toMatchObject({ status: 404 });
    }
    // Another pet's id with the owner's own invitation is not found either.
    const other = await createTestPet(ctx, await createTestUser(ctx));
    await expect(endCaregiving(ctx, owner, other, id)).rejects.toMatchObject({ status: 404 });
  });

  test("is stored when the invited account is being deleted, and cannot be accepted by it", async () => {
    const [owner, leaving] = [await createTestUser(ctx), await createTestUser(ctx)];
    const petId = await createTestPet(ctx, owner);
    const form = { email: leaving.email, level: "see", untilDay: null } as const;
    await deleteTestUserDuring(ctx, leaving, () => inviteCaregiver(ctx, owner, petId, form));
    expect(await listCaregivers(ctx, owner, petId)).toMatchObject([{ state: "waiting", email: leaving.email }]);
    const invited = await createTestUser(ctx);
    const id = await createTestInvitation(ctx, owner, petId, invited.email);
    const accepted = deleteTestUserDuring(ctx, invited, () => acceptInvitation(ctx, invited, id));
    await expect(accepted).rejects.toMatchObject({ status: 404 });
  });

  test("has one consistent outcome when accepted, declined and withdrawn concurrently", async () => {
    for (let round = 0; round < 3; round++) {
      const [owner, caregiver] = [await createTestUser(ctx), await createTestUser(ctx)];
      const petId = await createTestPet(ctx, owner);
      const id = await createTestInvitation(ctx, owner, petId, caregiver.email);
      const [accepted, declined] = await Promise.allSettled([
        acceptInvitation(ctx, caregiver, id),
        declineInvitation(ctx, caregiver, id),
        endCaregiving(ctx, owner, petId, id),
      ]);
      const [row] = await ctx.db.select().from(petCaregivers).where(eq(petCaregivers.id, id));
      expect(row?.endedAt).not.toBeNull();
      expect(await findAccess(ctx, caregiver, petId)).toBeNull();
      for (const result of [accepted, declined])
        if (result?.status === "rejected") expect(result.reason).toEqual(refused("caregivers.notOpen", 409));
      expect(Boolean(row?.acceptedAt)).toBe(accepted?.status === "fulfilled");
    }
  });

  test("lapses after fourteen days, after which the address can be invited again", async () => {
    const [owner, caregiver] = [await createTestUser(ctx), await createTestUser(ctx)];
    const petId = await createTestPet(ctx, owner);
    const id = await createTestInvitation(ctx, owner, petId, caregiver.email);
    await expect(createTestInvitation(ctx, owner, petId, caregiver.email)).rejects.toEqual(
      refused("caregivers.already", 409),
    );
    testApp.setNow("2026-12-05T12:00:00Z");
    await expect(acceptInvitation(ctx, caregiver, id)).rejects.toEqual(refused("caregivers.notOpen", 409));
    expect(await listCaregivers(ctx, owner, petId)).toMatchObject([{ state: "lapsed" }]);
    const again = await createTestInvitation(ctx, owner, petId, caregiver.email);
    expect(await acceptInvitation(ctx, caregiver, again)).toBe(petId);
  });

  test("is rejected for the owner's own address and an eleventh caregiver; a suspended account cannot accept it", async () => {
    const owner = await createTestUser(ctx);
    const petId = await createTestPet(ctx, owner);
    await expect(createTestInvitation(ctx, owner, petId, owner.email)).rejects.toEqual(
      refused("caregivers.yourself", 409),
    );
    const suspended = await createTestUser(ctx, { suspendedAt: ctx.clock.now() });
    const id = await createTestInvitation(ctx, owner, petId, suspended.email);
    await expect(acceptInvitation(ctx, suspended, id)).rejects.toEqual(refused("caregivers.suspended", 403));
    const invitations = Array.from({ length: 14 }, (_, at) =>
      createTestInvitation(ctx, owner, petId, `sitter${at}@example.com`),
    );
    const done = await Promise.allSettled(invitations);
    expect(done.filter(({ status }) => status === "fulfilled")).toHaveLength(9);
    for (const result of done)
      if (result.status === "rejected") expect(result.reason).toEqual(refused("caregivers.tooMany", 409));
    const late = { email: "late@example.com", level: "see", untilDay: "2026-11-20" } as const;
    await expect(inviteCaregiver(ctx, owner, petId, late)).rejects.toEqual(refused("caregivers.dayPassed", 400));
  });

  test("is sent by e-mail to an address without an account and can be accepted after sign-up", async () => {
    const owner = await createTestUser(ctx, { firstName: "<b>Mona</b>", language: "ar" });
    const petId = await createTestPet(ctx, owner);
    const id = await createTestInvitation(ctx, owner, petId, "sitter@example.org");
    const withdrawn = await createTestInvitation(ctx, owner, petId, "withdrawn@example.org");
    await endCaregiving(ctx, owner, petId, withdrawn);
    await testApp.runJobs();
    const message = testApp.emails.find(({ to }) => to === "sitter@example.org")!;
    expect(message.text).toContain(`to=${encodeURIComponent(`/dashboard/care-invitations/${id}`)}`);
    expect(message.subject).toMatch(/\p{Script=Arabic}/u);
    expect(message.html).not.toContain("<b>Mona</b>");
    expect(testApp.emails.some(({ to }) => to === "withdrawn@example.org")).toBe(false);
    const sitter = await createTestUser(ctx, { email: "sitter@example.org" });
    expect(await acceptInvitation(ctx, sitter, id)).toBe(petId);
  });
});
