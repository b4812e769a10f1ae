// The former owner would still see the pet after giving it away, or the new one would miss its record.
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { getConversationByKey } from "#app/features/conversations/conversations.server.ts";
import { conversations } from "#app/features/conversations/conversations.tables.server.ts";
import { createReport } from "#app/features/lost-found/publish-reports.server.ts";
import { renewReport, resolveReport } from "#app/features/lost-found/report-states.server.ts";
import { countUnread } from "#app/features/notifications/notifications.server.ts";
import { notifications } from "#app/features/notifications/notifications.tables.server.ts";
import { acceptInvitation } from "#app/features/pets/caregivers/caregiver-invitations.server.ts";
import { createHealthEvent } from "#app/features/pets/health/health.server.ts";
import { markLost } from "#app/features/pets/list/pet-list.server.ts";
import { isPetLost } from "#app/features/pets/move-pet.server.ts";
import { findAccess } from "#app/features/pets/pet-access.server.ts";
import { findPet, getPet } from "#app/features/pets/pets.server.ts";
import { petLost, pets } from "#app/features/pets/pets.tables.server.ts";
import { createShare, listShares } from "#app/features/pets/share-links/share-links.server.ts";
import { deletePet } from "#app/features/pets/trash/removed-pets.server.ts";
import { reminders } from "#app/features/reminders/reminders.tables.server.ts";
import { getScanView } from "#app/features/scans/details/scan-view.server.ts";
import { runEscalations, updateEscalationChoice } from "#app/features/scans/escalation/escalation.server.ts";
import { getHelpPath } from "#app/features/scans/escalation/escalation-email.server.ts";
import { getHelpView } from "#app/features/scans/help/help.server.ts";
import { getScan } from "#app/features/scans/scans.server.ts";
import { scanRecords } from "#app/features/scans/scans.tables.server.ts";
import { createScanToken, startFinderConversation } from "#app/features/scans/submissions/finder-submissions.server.ts";
import { updateTags } from "#app/features/tags/manage/tag-actions.server.ts";
import { claimTag, getOwnTag, linkPet } from "#app/features/tags/tags.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import {
  createClaimedTag,
  createTestCaregiver,
  createTestInvitation,
  createTestPet,
  createTestReminder,
  createTestTag,
  createTestUser,
  deleteTestUserDuring,
  type TestUser,
} from "#tests/make.ts";
import { refused } from "#tests/make-orders.ts";
import { grantTestPlan } from "#tests/make-plans.ts";
import { notificationsFor } from "#tests/notifications.ts";
import { createTestApp } from "#tests/test-app.ts";
import {
  acceptOffer,
  cancelOffer,
  createOffer,
  declineOffer,
  findEndedOffer,
  findOffer,
  getOfferTo,
  listOffersTo,
} from "./transfers.server.ts";

const testApp = await createTestApp();
const { ctx } = testApp;

let made = 0;

/** Creates an owner who has offered a pet with a tag to another user. */
async function createTransfer() {
  const [owner, receiver] = [
    await createTestUser(ctx, { firstName: "Mona" }),
    await createTestUser(ctx, { firstName: "Omar" }),
  ];
  const contacts = [{ name: "Brother", phone: "+201001234567", email: "brother@example.com" }];
  const petId = await createTestPet(ctx, owner, {
    key: createId(),
    contacts,
    finderPhone: "+201002223334",
    showPhone: true,
    notes: "Shy",
  });
  const tag = await createClaimedTag(ctx, owner, petId);
  await createOffer(ctx, owner, petId, receiver.email.toUpperCase());
  const offer = await findOffer(ctx, petId);
  return { owner, receiver, petId, tag, offerId: offer!.id };
}

const receivedBy = (who: Actor) => notificationsFor(ctx, who.id);

/** Creates a finder's scan of the tag, with a conversation. */
async function createScanWithConversation(owner: Actor, petId: string, tagId: string) {
  const id = createId();
  const scan = { id, tagId, ownerId: owner.id, petId, at: ctx.clock.now(), visit: createId() };
  await ctx.db
    .insert(scanRecords)
    .values({ ...scan, evidence: "human", reasons: ["browser"], medium: "qr", language: "en" });
  const from = { address: `203.${++made}.113.7`, language: "en" } as const;
  const key = await startFinderConversation(
    ctx,
    createScanToken(ctx, id),
    { contact: "0100 999", note: "Hello" },
    from,
  );
  return { scanId: id, key };
}

describe("pet transfer", () => {
  test("moves record, tags, reminders, scans and conversations, and ends the old owner's access immediately", async () => {
    const { owner, receiver, petId, tag, offerId } = await createTransfer();
    const spare = await createClaimedTag(ctx, owner);
    const reminderId = await createTestReminder(ctx, owner, petId);
    await createShare(ctx, owner, petId, { parts: ["vet"], days: 7 });
    const caregiver = await createTestUser(ctx);
    await createTestCaregiver(ctx, owner, petId, caregiver, { level: "edit" });
    const waiting = await createTestInvitation(ctx, owner, petId, receiver.email);
    const { scanId, key } = await createScanWithConversation(owner, petId, tag.id);
    await ctx.db.update(conversations).set({ finderWhatsapp: "+201001112223" });
    expect(await getOfferTo(ctx, receiver, offerId)).toMatchObject({
      ownerName: "Mona",
      tagCount: 1,
      pet: { name: "Rocky" },
    });
    expect(await acceptOffer(ctx, receiver, offerId!)).toBe(petId);

    expect(await getPet(ctx, receiver, petId)).toMatchObject({
      notes: "Shy",
      contacts: [],
      finderPhone: null,
      showPhone: false,
    });
    expect(await getOwnTag(ctx, receiver, tag.id)).toMatchObject({ petId });
    expect(await getOwnTag(ctx, owner, spare.id)).toMatchObject({ ownerId: owner.id });
    expect(await getScan(ctx, receiver, scanId)).toMatchObject({ conversation: { finderContact: null } });
    expect(await getConversationByKey(ctx, key)).toMatchObject({ ownerId: receiver.id, finderWhatsapp: null });
    const [reminder] = await ctx.db.select().from(reminders).where(eq(reminders.id, reminderId));
    expect(reminder?.ownerId).toBe(receiver.id);
    expect(await listShares(ctx, petId)).toEqual([]);

    expect(await findAccess(ctx, caregiver, petId)).toBeNull();
    expect((await receivedBy(caregiver)).at(-1)).toMatchObject({
      params: { caregiverNews: "newOwner", finderName: "Mona" },
    });
    await expect(acceptInvitation(ctx, receiver, waiting)).rejects.toMatchObject({ status: 404 });

    expect(await findPet(ctx, owner, petId)).toBeNull();
    await expect(getOwnTag(ctx, owner, tag.id)).rejects.toMatchObject({ status: 404 });
    await expect(getScan(ctx, owner, scanId)).rejects.toMatchObject({ status: 404 });
    expect((await receivedBy(receiver))[0]).toMatchObject({ kind: "transfer", params: { transferNews: "offered" } });
    expect((await receivedBy(owner)).at(-1)).toMatchObject({
      params: { transferNews: "accepted", finderName: "Omar" },
    });
  });

  test("does not carry over idempotency keys: submissions by either owner create new rows afterwards", async () => {
    const { owner, receiver, petId, offerId } = await createTransfer();
    const key = createId();
    const send = (who: Actor) => [
      createShare(ctx, who, petId, { parts: ["vet"], days: 7, key }),
      createHealthEvent(ctx, who, petId, { kind: "note", title: "x", day: "2026-01-05", key }),
      createTestReminder(ctx, who, petId, { key }),
    ];
    const before = await Promise.all(send(owner));
    await acceptOffer(ctx, receiver, offerId!);
    const after = await Promise.all(send(receiver));
    expect(new Set([...before, ...after]).size).toBe(6);
    const kept = await ctx.db.select({ key: pets.idempotencyKey }).from(pets).where(eq(pets.id, petId));
    expect(kept).toEqual([{ key: null }]);
  });

  test("is offered when the receiver's account is being deleted, and cannot be accepted by it", async () => {
    const { owner, receiver, petId, offerId } = await createTransfer();
    const accepted = deleteTestUserDuring(ctx, receiver, () => acceptOffer(ctx, receiver, offerId));
    await expect(accepted).rejects.toMatchObject({ status: 404 });
    const leaving = await createTestUser(ctx);
    await deleteTestUserDuring(ctx, leaving, () => createOffer(ctx, owner, petId, leaving.email));
    expect(await findOffer(ctx, petId)).toMatchObject({ toEmail: leaving.email });
  });

  test("succeeds once when accepted and declined several times concurrently", async () => {
    const { owner, receiver, petId, offerId } = await createTransfer();
    const results = await Promise.allSettled([
      acceptOffer(ctx, receiver, offerId!),
      acceptOffer(ctx, receiver, offerId!),
      declineOffer(ctx, receiver, offerId),
    ]);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const result of results)
      if (result.status === "rejected") expect(result.reason).toEqual(refused("transfer.notOpen", 409));
    const owners = [await findPet(ctx, owner, petId), await findPet(ctx, receiver, petId)].filter(Boolean);
    expect(owners).toHaveLength(1);
    await expect(acceptOffer(ctx, receiver, offerId!)).rejects.toEqual(refused("transfer.notOpen", 409));
  });

  test("that is over leads its receiver to the pet, or is known to be over; nobody else learns of it", async () => {
    const [taken, refusedOffer, open] = [await createTransfer(), await createTransfer(), await createTransfer()];
    await acceptOffer(ctx, taken.receiver, taken.offerId!);
    await declineOffer(ctx, refusedOffer.receiver, refusedOffer.offerId!);
    expect(await findEndedOffer(ctx, taken.receiver, taken.offerId!)).toEqual({ petId: taken.petId });
    expect(await findEndedOffer(ctx, refusedOffer.receiver, refusedOffer.offerId!)).toEqual({ petId: null });
    expect(await findEndedOffer(ctx, open.receiver, open.offerId!)).toBeNull();
    const unread = await notificationsFor(ctx, taken.receiver.id);
    expect(unread.map(({ readAt }) => readAt === null)).toEqual([false]);
    for (const who of [taken.owner, open.receiver]) expect(await findEndedOffer(ctx, who, taken.offerId!)).toBeNull();
    expect(await findEndedOffer(ctx, taken.receiver, "x")).toBeNull();
  });

  test("can be seen, accepted and declined only by its receiver", async () => {
    const { owner, petId, offerId } = await createTransfer();
    const stranger = await createTestUser(ctx, { role: "admin" });
    for (const who of [owner, stranger])
      for (const attempt of [getOfferTo, acceptOffer, declineOffer])
        await expect(attempt(ctx, who, offerId)).rejects.toMatchObject({ status: 404 });
    for (const id of ["x", "", createId()])
      await expect(acceptOffer(ctx, stranger, id)).rejects.toMatchObject({ status: 404 });
    await expect(createOffer(ctx, stranger, petId, "x@example.com")).rejects.toMatchObject({ status: 404 });
    await expect(cancelOffer(ctx, stranger, petId)).rejects.toMatchObject({ status: 404 });
  });

  test("is listed for its receiver only, also for an account that was created after it, until it is over", async () => {
    const { owner, receiver, petId, offerId } = await createTransfer();
    const listed = { id: offerId, petName: "Rocky", ownerName: "Mona" };
    expect(await listOffersTo(ctx, receiver)).toMatchObject([listed]);
    expect(await listOffersTo(ctx, { email: receiver.email.toUpperCase() })).toMatchObject([listed]);
    for (const who of [owner, { email: null }]) expect(await listOffersTo(ctx, who)).toEqual([]);
    await createOffer(ctx, owner, petId, "later@example.com");
    expect(await listOffersTo(ctx, receiver)).toEqual([]);
    const later = await createTestUser(ctx, { email: "later@example.com" });
    expect(await listOffersTo(ctx, later)).toMatchObject([{ petName: "Rocky" }]);
    expect(await findOffer(ctx, petId)).toMatchObject({ createdAt: ctx.clock.now() });
    testApp.setNow("2026-11-28T12:00:00Z");
    expect(await listOffersTo(ctx, later)).toEqual([]);
    testApp.setNow("2026-11-21T12:00:00Z");
    await cancelOffer(ctx, owner, petId);
    expect(await listOffersTo(ctx, later)).toEqual([]);
  });

  test("rejects an offer to oneself, a suspended receiver and a lost pet", async () => {
    const { owner, petId, receiver, offerId } = await createTransfer();
    await expect(createOffer(ctx, owner, petId, owner.email.toUpperCase())).rejects.toEqual(
      refused("transfer.toYourself", 409),
    );
    expect((await findOffer(ctx, petId))?.id).toBe(offerId);
    await ctx.db.update(users).set({ suspendedAt: ctx.clock.now() }).where(eq(users.id, receiver.id));
    await expect(acceptOffer(ctx, receiver, offerId!)).rejects.toEqual(refused("transfer.suspended", 403));
    await ctx.db.update(users).set({ suspendedAt: null }).where(eq(users.id, receiver.id));
    expect(await isPetLost(ctx, petId)).toBe(false);
    await markLost(ctx, owner, petId, { since: ctx.clock.now(), reward: null, note: null });
    expect(await isPetLost(ctx, petId)).toBe(true);
    await expect(acceptOffer(ctx, receiver, offerId!)).rejects.toEqual(refused("transfer.isLost", 409));
    await expect(createOffer(ctx, owner, petId, receiver.email)).rejects.toEqual(refused("transfer.isLost", 409));
    expect(await findPet(ctx, owner, petId)).not.toBeNull();
  });

  test("gives the same response for suspended, unknown and active addresses; a suspended account is not notified", async () => {
    const { owner, petId } = await createTransfer();
    const suspended = await createTestUser(ctx, { suspendedAt: ctx.clock.now() });
    const active = await createTestUser(ctx);
    await testApp.runJobs();
    testApp.emails.length = 0;
    for (const toEmail of [suspended.email, "nobody@example.com", active.email]) {
      expect(await createOffer(ctx, owner, petId, toEmail)).toEqual({ isEmailed: true });
      expect(await findOffer(ctx, petId)).toMatchObject({ toEmail });
    }
    await testApp.runJobs();
    expect(testApp.emails.filter(({ to }) => to === suspended.email)).toEqual([]);
  });

  test("rejects when the receiver's plan is full and succeeds after an upgrade", async () => {
    const { receiver, offerId, petId } = await createTransfer();
    await createTestPet(ctx, receiver, { name: "Luna" });
    await expect(acceptOffer(ctx, receiver, offerId!)).rejects.toEqual(refused("plans.full.basic", 409));
    await grantTestPlan(ctx, receiver);
    await acceptOffer(ctx, receiver, offerId!);
    expect(await findPet(ctx, receiver, petId)).not.toBeNull();
  });

  test("accepts only one of two concurrent transfers when the plan has room for one", async () => {
    const receiver = await createTestUser(ctx);
    const offers = [];
    for (const name of ["One", "Two"]) {
      const owner = await createTestUser(ctx);
      const petId = await createTestPet(ctx, owner, { name });
      await createOffer(ctx, owner, petId, receiver.email);
      offers.push((await findOffer(ctx, petId))!.id);
    }
    const results = await Promise.allSettled(offers.map((id) => acceptOffer(ctx, receiver, id)));
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  test("from a page that shows no offer neither replaces one to another address nor repeats one to the same", async () => {
    const { owner, receiver, petId, offerId } = await createTransfer();
    await expect(createOffer(ctx, owner, petId, "other@example.com", { isFirst: true })).rejects.toMatchObject({
      code: "transfer.alreadyOffered",
      status: 409,
    });
    await createOffer(ctx, owner, petId, receiver.email, { isFirst: true });
    expect(await findOffer(ctx, petId)).toMatchObject({ id: offerId, toEmail: receiver.email });
  });

  test("rejects an offer that was withdrawn, replaced, is a week old, or whose pet was removed", async () => {
    const { owner, receiver, petId, offerId } = await createTransfer();
    await createOffer(ctx, owner, petId, receiver.email);
    const second = (await findOffer(ctx, petId))!.id;
    await expect(acceptOffer(ctx, receiver, offerId!)).rejects.toEqual(refused("transfer.notOpen", 409));
    await cancelOffer(ctx, owner, petId);
    await expect(acceptOffer(ctx, receiver, second)).rejects.toEqual(refused("transfer.notOpen", 409));
    expect(await countUnread(ctx, receiver)).toBe(0);
    await createOffer(ctx, owner, petId, receiver.email);
    const third = (await findOffer(ctx, petId))!.id;
    testApp.setNow("2026-11-28T12:00:00Z");
    await expect(acceptOffer(ctx, receiver, third)).rejects.toEqual(refused("transfer.notOpen", 409));
    await expect(getOfferTo(ctx, receiver, third)).rejects.toMatchObject({ status: 404 });
    testApp.setNow("2026-11-21T12:00:00Z");
    await deletePet(ctx, owner, petId);
    await expect(acceptOffer(ctx, receiver, third)).rejects.toEqual(refused("transfer.notOpen", 409));
  });

  test("an address is e-mailed at most ten offers a day, from whomever; an account finds the others in its inbox", async () => {
    const known = await createTestUser(ctx);
    const addresses = [known.email, "not-asked@example.com"];
    for (let at = 0; at < 12; at++) {
      const owner = await createTestUser(ctx);
      await grantTestPlan(ctx, owner);
      for (const address of addresses) await createOffer(ctx, owner, await createTestPet(ctx, owner), address);
    }
    await testApp.runJobs();
    const counts = addresses.map((address) => testApp.emails.filter(({ to }) => to === address).length);
    expect(counts).toEqual([10, 10]);
    expect(await ctx.db.$count(notifications, eq(notifications.userId, known.id))).toBe(12);
    const owner = await createTestUser(ctx);
    const petId = await createTestPet(ctx, owner);
    expect(await createOffer(ctx, owner, petId, known.email)).toEqual({ isEmailed: false });
    const offer = await findOffer(ctx, petId);
    expect(offer).toMatchObject({
      isEmailed: false,
      link: `${ctx.settings.publicUrl}/dashboard/transfers/${offer?.id}`,
    });
  });

  test("an address without an account gets an e-mail and can accept after signing up", async () => {
    const owner = await createTestUser(ctx, { firstName: "<b>Mona</b>" });
    const petId = await createTestPet(ctx, owner);
    await createOffer(ctx, owner, petId, "new-home@example.com");
    await testApp.runJobs();
    const message = testApp.emails.find(({ to }) => to === "new-home@example.com")!;
    const [, offerId] = /dashboard%2Ftransfers%2F([\w-]{36})/.exec(message.text) ?? [];
    expect(message.html).not.toContain("<b>Mona</b>");
    const receiver = await createTestUser(ctx, { email: "new-home@example.com" });
    expect(await acceptOffer(ctx, receiver, offerId!)).toBe(petId);
  });
});

describe("a pet that gets a new owner while its old one", () => {
  /** Runs `work` while another transaction gives the pet to somebody else, and commits once `work` waits for it. */
  async function duringTransfer(petId: string, toId: string, work: () => Promise<unknown>) {
    const other = await ctx.pool.connect();
    try {
      await other.query("begin");
      await other.query("select 1 from pets where id = $1 for update", [petId]);
      await other.query("update pets set owner_id = $2 where id = $1", [petId, toId]);
      const result = work().catch((error: unknown) => error);
      await Promise.race([result, new Promise((resolve) => setTimeout(resolve, 300))]);
      await other.query("commit");
      return await result;
    } finally {
      other.release();
    }
  }

  const lost = { since: new Date("2026-11-20T10:00:00Z"), reward: null, note: null };
  const works = {
    "links a tag to it": async (owner, petId) => {
      const { id } = await createClaimedTag(ctx, owner);
      return () => linkPet(ctx, owner, { tagId: id, petId });
    },
    "links several tags to it": async (owner, petId) => {
      const { id } = await createClaimedTag(ctx, owner);
      return () => updateTags(ctx, owner, { change: "link", choice: { ids: [id] }, petId });
    },
    "claims a tag for it": async (owner, petId) => {
      const { code } = await createTestTag(ctx);
      return () => claimTag(ctx, owner, { code, petId });
    },
    "shares its record": async (owner, petId) => () => createShare(ctx, owner, petId, { parts: ["vet"], days: 7 }),
    "marks it as lost": async (owner, petId) => () => markLost(ctx, owner, petId, lost),
    "creates a reminder": async (owner, petId) => () => createTestReminder(ctx, owner, petId),
    "reports it lost": async (owner, petId) => () =>
      createReport(
        ctx,
        owner,
        { kind: "lost", type: "dog", petId, petName: "Rocky", seenAt: lost.since, area: "Giza" },
        { address: "203.0.113.77", language: "en" },
      ),
  } satisfies Record<string, (owner: TestUser, petId: string) => Promise<() => Promise<unknown>>>;

  test.each(Object.entries(works))("%s, which is rejected", async (_name, prepare) => {
    const [owner, receiver] = [await createTestUser(ctx), await createTestUser(ctx)];
    const petId = await createTestPet(ctx, owner);
    const work = await prepare(owner, petId);
    expect(await duringTransfer(petId, receiver.id, work)).toMatchObject({ status: 404 });
    for (const table of ["tags", "pet_shares", "pet_lost", "reminders", "lost_found_posts"])
      expect([table, (await ctx.pool.query(`select 1 from ${table} where pet_id = $1`, [petId])).rowCount]).toEqual([
        table,
        0,
      ]);
  });
});

test("the new owner can report a pet lost that its old owner had reported before, and only they", async () => {
  const { owner, receiver, petId, offerId } = await createTransfer();
  const from = { address: "203.0.113.78", language: "en" } as const;
  const form = (day: string) => ({
    ...{ kind: "lost" as const, type: "dog" as const, petId, petName: "Rocky", area: "Giza" },
    seenAt: new Date(`2026-11-${day}T10:00:00Z`),
  });
  const first = await createReport(ctx, owner, form("10"), from);
  await resolveReport(ctx, owner, first, { resolution: "itself" });
  await acceptOffer(ctx, receiver, offerId);
  await renewReport(ctx, owner, first);
  await createReport(ctx, receiver, form("19"), from);
  const [row] = await ctx.db.select().from(petLost).where(eq(petLost.petId, petId));
  expect(row?.since).toEqual(form("19").seenAt);
});

test("a transfer ends the links of the old owner's contacts who were asked for help, and hides who they are", async () => {
  const { owner, receiver, petId, tag, offerId } = await createTransfer();
  await grantTestPlan(ctx, owner);
  await updateEscalationChoice(ctx, owner, { isOn: true, minutes: 3 });
  const { scanId } = await createScanWithConversation(owner, petId, tag.id);
  testApp.setNow("2026-11-21T12:04:00Z");
  await runEscalations(ctx);
  const { escalation } = (await getScanView(ctx, owner, scanId)) as { escalation: { steps: { id: string }[] } };
  const [, key = ""] = /\/help\/(.+)$/.exec(getHelpPath(ctx, escalation.steps[0]!.id)) ?? [];
  expect(await getHelpView(ctx, key)).toMatchObject({ state: "asked", contactName: "Brother" });
  await acceptOffer(ctx, receiver, offerId);
  await expect(getHelpView(ctx, key)).rejects.toMatchObject({ status: 410 });
  expect(JSON.stringify(await getScanView(ctx, receiver, scanId))).not.toContain("Brother");
  testApp.setNow("2026-11-21T12:00:00Z");
});
