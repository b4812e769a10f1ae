// A flood of false finders would hide the true one from the family, or fill their mailbox.
import { and, eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { listChanges } from "#app/features/audit-log/audit-log.server.ts";
import { listMessages, updateConversationState } from "#app/features/conversations/conversations.server.ts";
import { conversations } from "#app/features/conversations/conversations.tables.server.ts";
import {
  conversationsToReview,
  listReportedConversations,
  markConversationReviewed,
} from "#app/features/conversations/reported-conversations.server.ts";
import { notificationDeliveries, notifications } from "#app/features/notifications/notifications.tables.server.ts";
import { movePet } from "#app/features/pets/move-pet.server.ts";
import { deactivateTag, moveTags, type Tag } from "#app/features/tags/tags.server.ts";
import { findWaiting } from "#app/platform/db/counts.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import {
  createClaimedTag,
  createTestAdmin,
  createTestCaregiver,
  createTestPet,
  createTestUser,
  type TestUser,
} from "#tests/make.ts";
import { grantTestPlan } from "#tests/make-plans.ts";
import { createTestApp } from "#tests/test-app.ts";
import { visitOf } from "#tests/visits.ts";
import { runEscalations, updateEscalationChoice, updateFinderConversation } from "../escalation/escalation.server.ts";
import { moveScans } from "../move-scans.server.ts";
import { notifyFloods } from "../recording/notify-floods.server.ts";
import { receiveScan } from "../recording/receive-scan.server.ts";
import { escalationSteps, escalations, scanRecords } from "../scans.tables.server.ts";
import {
  createScanToken,
  sendMessageToFamily,
  sendPlace,
  startFinderConversation,
} from "../submissions/finder-submissions.server.ts";

let owner: TestUser;
let caregiver: TestUser;
let petId: string;
let tag: Tag;
let contact: string;
let testCount = 0;

const testApp = await createTestApp();
beforeEach(async () => {
  testApp.setNow("2026-11-21T12:00:00Z");
  owner = await createTestUser(testApp.ctx);
  caregiver = await createTestUser(testApp.ctx);
  address = `203.0.${++testCount}.9`;
  contact = `contact${testCount}@example.com`;
  await grantTestPlan(testApp.ctx, owner, "comfort");
  await updateEscalationChoice(testApp.ctx, owner, { isOn: true, minutes: 3 });
  petId = await createTestPet(testApp.ctx, owner, {
    contacts: [{ name: "Omar", phone: "+201001234567", email: contact }],
  });
  await createTestCaregiver(testApp.ctx, owner, petId, caregiver, { level: "see" });
  tag = await createClaimedTag(testApp.ctx, owner, petId);
  // Removes the caregiver's invitation e-mails.
  await testApp.runJobs();
  testApp.emails.length = 0;
});

/** Each test uses its own network. */
let address: string;

async function scanTag(from = address): Promise<string> {
  const lookup = await receiveScan(testApp.ctx, visitOf(tag.code, { address: from }));
  if (!("scanId" in lookup)) throw new Error("no scan");
  return createScanToken(testApp.ctx, lookup.scanId);
}

const startConversation = (token: string, note = "He is here", from = address) =>
  startFinderConversation(testApp.ctx, token, { note }, { address: from, language: "en" });
const sendMessage = (key: string, text: string) => sendMessageToFamily(testApp.ctx, key, { body: text }, { address });
const getConversationId = async (token: string) => {
  const [scan] = await testApp.ctx.db
    .select({ id: scanRecords.conversationId })
    .from(scanRecords)
    .where(eq(scanRecords.id, token.split(".")[0]!));
  return scan!.id!;
};
const listBodies = async (conversationId: string) =>
  (await listMessages(testApp.ctx, conversationId)).map(({ body }) => body);

async function countEmails(email: string): Promise<number> {
  await testApp.runJobs();
  return testApp.emails.filter(({ to }) => to === email).length;
}

async function countInbox(user: TestUser): Promise<number> {
  return testApp.ctx.db.$count(notifications, eq(notifications.userId, user.id));
}

test("30 forms from one network cause only few e-mails to the owner, a caregiver and an emergency contact", async () => {
  for (let at = 0; at < 30; at++) {
    await startConversation(await scanTag(), `Number ${at}`);
    if (at % 6 === 5) {
      testApp.setNow(testApp.ctx.clock.in(2 * 60_000));
      await runEscalations(testApp.ctx);
    }
  }
  const emails = [await countEmails(owner.email), await countEmails(caregiver.email), await countEmails(contact)];
  // Six for scans, six for forms; the emergency contact gets one for the single escalation.
  expect(emails[0]).toBe(12);
  expect(emails[1]).toBeLessThanOrEqual(13);
  expect(emails[2]).toBe(1);
  // The inbox contains every form.
  expect(
    await testApp.ctx.db.$count(
      notifications,
      and(eq(notifications.userId, owner.id), eq(notifications.kind, "found")),
    ),
  ).toBe(30);
  testApp.setNow("2026-11-21T12:20:00Z");
  await notifyFloods(testApp.ctx);
  expect(await countEmails(owner.email)).toBe(13);
});

test("concurrent forms cannot exceed the limits, and only one escalation runs for a pet", async () => {
  const tokens = await Promise.all(Array.from({ length: 12 }, () => scanTag()));
  await Promise.all(tokens.map((token, at) => startConversation(token, `Number ${at}`)));
  expect(await countEmails(owner.email)).toBe(12);
  expect(await testApp.ctx.db.$count(escalations, eq(escalations.petId, petId))).toBe(1);
  testApp.setNow("2026-11-21T12:04:00Z");
  await runEscalations(testApp.ctx);
  const steps = await testApp.ctx.db
    .select({ id: escalationSteps.id })
    .from(escalationSteps)
    .innerJoin(escalations, eq(escalations.conversationId, escalationSteps.conversationId))
    .where(eq(escalations.petId, petId));
  expect(steps).toHaveLength(1);
});

test("300 scans add no further inbox rows or deliveries, and a real finder among them is still reported", async () => {
  for (let at = 0; at < 3; at++) await Promise.all(Array.from({ length: 100 }, () => scanTag()));
  const deliveries = () =>
    testApp.ctx.db.$count(
      notificationDeliveries,
      sql`${notificationDeliveries.notificationId} in (select id from notifications where user_id = ${owner.id} and kind = 'scan')`,
    );
  const inbox = await testApp.ctx.db.$count(
    notifications,
    and(eq(notifications.userId, owner.id), eq(notifications.kind, "scan")),
  );
  expect([inbox, await deliveries()]).toEqual([6, 12]);
  const before = await countEmails(owner.email);
  await startConversation(await scanTag(`203.0.${testCount}.200`), "He is with me", `203.0.${testCount}.200`);
  expect(await countEmails(owner.email)).toBe(before + 1);
});

test("a finder on another device is reported while another device of the same network floods the form", async () => {
  for (let at = 0; at < 20; at++) await startConversation(await scanTag(), `Number ${at}`);
  const before = await countEmails(owner.email);
  const device = { browser: "Safari", browserVersion: 18, os: "iOS", device: "mobile" as const, isCrawler: false };
  const lookup = await receiveScan(testApp.ctx, visitOf(tag.code, { address, device }));
  if (!("scanId" in lookup)) throw new Error("no scan");
  await startConversation(createScanToken(testApp.ctx, lookup.scanId), "A true finder");
  expect(await countEmails(owner.email)).toBe(before + 1);
});

test("nothing from finders is delivered after the tag was deactivated", async () => {
  const [startedToken, freshToken] = [await scanTag(), await scanTag()];
  const key = await startConversation(startedToken);
  await deactivateTag(testApp.ctx, owner, tag.id);
  const before = [await countEmails(owner.email), await countInbox(owner), await countInbox(caregiver)];
  const tagGone = { code: "finderPage.accessEnd.tagGone", status: 410 };
  await expect(startConversation(freshToken)).rejects.toMatchObject(tagGone);
  await expect(startConversation(startedToken, "More")).rejects.toMatchObject(tagGone);
  await expect(sendPlace(testApp.ctx, freshToken, { place: "Gate 3" }, { address })).rejects.toMatchObject(tagGone);
  await expect(sendMessage(key, "Still me")).rejects.toMatchObject(tagGone);
  expect([await countEmails(owner.email), await countInbox(owner), await countInbox(caregiver)]).toEqual(before);
  expect(await listBodies(await getConversationId(startedToken))).toEqual(["He is here"]);
});

test("earlier finders cannot write to the new owner of a transferred pet", async () => {
  const [startedToken, freshToken] = [await scanTag(), await scanTag()];
  const key = await startConversation(startedToken);
  const buyer = await createTestUser(testApp.ctx);
  testApp.setNow("2026-11-21T13:00:00Z");
  const move = { petId, fromId: owner.id, toId: buyer.id };
  await movePet(testApp.ctx, move);
  await moveTags(testApp.ctx, move);
  await moveScans(testApp.ctx, move);
  await expect(startConversation(freshToken)).rejects.toMatchObject({ status: 410 });
  await expect(sendMessage(key, "Still me")).rejects.toMatchObject({ status: 410 });
  expect(await countInbox(buyer)).toBe(0);
});

test.each(["closed", "reported"] as const)("a %s conversation rejects messages until it is reopened", async (state) => {
  const token = await scanTag();
  const key = await startConversation(token);
  const conversationId = await getConversationId(token);
  await updateFinderConversation(testApp.ctx, owner, conversationId, state);
  const before = [await countEmails(owner.email), await countInbox(owner)];
  const closed = { code: "finderPage.accessEnd.closed", status: 403 };
  await expect(sendMessage(key, "Answer me")).rejects.toMatchObject(closed);
  await expect(startConversation(token, "Answer me")).rejects.toMatchObject(closed);
  await expect(sendPlace(testApp.ctx, token, { place: "Gate 3" }, { address })).rejects.toMatchObject(closed);
  expect([await countEmails(owner.email), await countInbox(owner)]).toEqual(before);
  expect(await listBodies(conversationId)).toEqual(["He is here"]);
  await updateFinderConversation(testApp.ctx, owner, conversationId, "open");
  await sendMessage(key, "Thank you");
  expect(await listBodies(conversationId)).toEqual(["He is here", "Thank you"]);
});

test("a muted conversation stores messages without notifying anyone, also for new conversations from the same address", async () => {
  const token = await scanTag();
  const key = await startConversation(token);
  const conversationId = await getConversationId(token);
  await updateFinderConversation(testApp.ctx, owner, conversationId, "muted");
  const before = [await countEmails(owner.email), await countInbox(owner), await countInbox(caregiver)];
  await sendMessage(key, "Answer me");
  await startConversation(token, "Answer me again");
  await sendPlace(testApp.ctx, token, { place: "Gate 3" }, { address });
  expect([await countEmails(owner.email), await countInbox(owner), await countInbox(caregiver)]).toEqual(before);
  expect(await listBodies(conversationId)).toEqual(["He is here", "Answer me", "Answer me again"]);
  const again = await scanTag();
  const opened = await countEmails(owner.email);
  await startConversation(again, "Me again");
  expect(await countEmails(owner.email)).toBe(opened);
});

test("no message is stored after the conversation was closed, even with concurrent writers", async () => {
  const token = await scanTag();
  const key = await startConversation(token);
  const conversationId = await getConversationId(token);
  const sent = Array.from({ length: 10 }, (_, at) =>
    sendMessage(key, `Number ${at}`).then(
      () => true,
      () => false,
    ),
  );
  await updateFinderConversation(testApp.ctx, owner, conversationId, "closed");
  const [conversation] = await testApp.ctx.db.select().from(conversations).where(eq(conversations.id, conversationId));
  expect(conversation?.state).toBe("closed");
  const sentCount = (await Promise.all(sent)).filter(Boolean).length;
  expect(await listBodies(conversationId)).toHaveLength(1 + sentCount);
  await expect(sendMessage(key, "Later")).rejects.toMatchObject({ status: 403 });
});

test("a scan page cannot start a conversation after one day; a conversation ends 30 days after its last message", async () => {
  const [token, other] = [await scanTag(), await scanTag()];
  const key = await startConversation(token);
  testApp.setNow("2026-11-22T12:00:00Z");
  await startConversation(other, "Still in time");
  const late = await scanTag();
  testApp.setNow("2026-11-23T12:00:01Z");
  await expect(startConversation(late)).rejects.toMatchObject({ code: "finderPage.accessEnd.pageOld", status: 410 });
  testApp.setNow("2026-12-20T12:00:00Z");
  await sendMessage(key, "Within thirty days");
  testApp.setNow("2027-01-19T12:00:00Z");
  await sendMessage(key, "And again");
  testApp.setNow("2027-02-18T12:00:01Z");
  await expect(sendMessage(key, "Too late")).rejects.toMatchObject({
    code: "finderPage.accessEnd.conversationOld",
    status: 410,
  });
});

test("only the owner can change a conversation, and only administrators can read reported ones", async () => {
  const token = await scanTag();
  await startConversation(token, "Something foul");
  const conversationId = await getConversationId(token);
  await expect(updateConversationState(testApp.ctx, caregiver, conversationId, "closed")).rejects.toMatchObject({
    status: 404,
  });
  await updateFinderConversation(testApp.ctx, owner, conversationId, "reported");
  await expect(listReportedConversations(testApp.ctx, owner)).rejects.toMatchObject({ status: 403 });
  const admin = await createTestAdmin(testApp.ctx);
  const listed = await listReportedConversations(testApp.ctx, admin);
  expect(listed.find(({ id }) => id === conversationId)?.messages.map(({ body }) => body)).toEqual(["Something foul"]);
  const countToReview = async () => (await findWaiting(testApp.ctx, { one: conversationsToReview })).one.count;
  const before = await countToReview();
  await expect(markConversationReviewed(testApp.ctx, owner, conversationId)).rejects.toMatchObject({ status: 403 });
  await markConversationReviewed(testApp.ctx, admin, conversationId);
  await markConversationReviewed(testApp.ctx, admin, conversationId);
  const { changes } = await listChanges(testApp.ctx, admin, { action: "conversation.review" });
  expect(changes.map(({ subjectId, actorEmail }) => [subjectId, actorEmail])).toEqual([[conversationId, admin.email]]);
  expect(await countToReview()).toBe(before - 1);
  await expect(markConversationReviewed(testApp.ctx, admin, createId())).rejects.toMatchObject({ status: 404 });
});
