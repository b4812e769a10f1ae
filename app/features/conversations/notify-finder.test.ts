// A finder would never learn that the family answered, or would get an e-mail for every line.
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { Clock } from "#app/platform/app-context.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { createTestUser } from "#tests/make.ts";
import { createTestApp } from "#tests/test-app.ts";
import {
  addFinderContact,
  createConversation,
  createConversationKey,
  getOwnConversation,
  listMessages,
  markOnTheWay,
  sendFinderMessage,
  sendOwnerMessage,
  updateConversationState,
} from "./conversations.server.ts";
import { conversations } from "./conversations.tables.server.ts";
import { type FinderUpdate, findEmail, finderEmailJob } from "./notify-finder.server.ts";

const testApp = await createTestApp();
const owner = await createTestUser(testApp.ctx);
beforeEach(() => testApp.setNow("2026-11-23T12:00:00Z"));

let finders = 0;
/** Creates a conversation with a finder who left this contact. */
async function createFinderConversation(finderContact: string | null = `finder${++finders}@example.com`) {
  const id = await createConversation(testApp.ctx, {
    ownerId: owner.id,
    about: "Rocky",
    link: "/dashboard/scan-records",
    finderName: null,
    finderContact,
    finderLanguage: "ar",
  });
  return { id, finderContact };
}

async function emailsTo(address: string | null) {
  await testApp.runJobs();
  return testApp.emails.filter(({ to }) => to === address);
}

describe("owner's answer", () => {
  test("is e-mailed to the finder in their language, with a link to their page and without the message text", async () => {
    const { ctx } = testApp;
    const { id, finderContact } = await createFinderConversation();
    await sendOwnerMessage(ctx, owner, id, "Could you wait at http://evil.test please?");
    const [email, ...more] = await emailsTo(finderContact);
    expect(more).toEqual([]);
    expect(email?.subject).toBe(ctx.translator("ar")("conversations.answerEmail.subject.message", { name: "Rocky" }));
    expect(email?.text).toContain(`/f/${createConversationKey(ctx, id)}`);
    expect(`${email?.text}${email?.html}`).not.toContain("evil");
  });

  test("sends one e-mail per 10 minutes for any number of messages, and a separate one for “on the way”", async () => {
    const { ctx } = testApp;
    const { id, finderContact } = await createFinderConversation();
    for (const body of ["Hello!", "Are you there?", "I am at the corner."])
      await sendOwnerMessage(ctx, owner, id, body);
    expect(await emailsTo(finderContact)).toHaveLength(1);
    await markOnTheWay(ctx, owner, id);
    await markOnTheWay(ctx, owner, id);
    expect(await emailsTo(finderContact)).toHaveLength(2);
  });

  test("sends no e-mail to a phone number, without an address, or after the conversation was closed", async () => {
    const { ctx } = testApp;
    const before = testApp.emails.length;
    const closed = await createFinderConversation();
    for (const { id } of [
      await createFinderConversation("+20 100 123 4567"),
      await createFinderConversation(null),
      closed,
    ])
      await sendOwnerMessage(ctx, owner, id, "Hello!");
    await updateConversationState(ctx, owner, closed.id, "closed");
    const refused = { code: "conversations.reopenFirst", status: 409 };
    await expect(sendOwnerMessage(ctx, owner, closed.id, "Nobody would be told")).rejects.toMatchObject(refused);
    expect((await listMessages(ctx, closed.id)).map(({ body }) => body)).toEqual(["Hello!"]);
    await testApp.runJobs();
    expect(testApp.emails.length).toBe(before);
  });

  test("is sent to an address added later; an existing address is not replaced", async () => {
    const { ctx } = testApp;
    const { id } = await createFinderConversation(null);
    await addFinderContact(ctx, id, "Later@Example.com");
    await addFinderContact(ctx, id, "other@example.com");
    await sendOwnerMessage(ctx, owner, id, "Hello!");
    expect(await emailsTo("later@example.com")).toHaveLength(1);
    expect(await emailsTo("other@example.com")).toHaveLength(0);
  });

  test("is e-mailed once by a retry after the mail server failed", async () => {
    const { ctx } = testApp;
    const { id: conversationId, finderContact } = await createFinderConversation();
    const answer: FinderUpdate = { id: createId(), conversationId, kind: "message", channels: ["email"] };
    const { send } = ctx.mail;
    ctx.mail.send = async () => {
      throw new Error("connection refused");
    };
    const runJob = (attempt: number) => finderEmailJob.work(ctx, answer, { attempt, isLast: false });
    await expect(runJob(1)).rejects.toThrow("connection refused");
    ctx.mail.send = send;
    await runJob(2);
    expect(await emailsTo(finderContact)).toHaveLength(1);
  });

  test("is e-mailed to one address at most six times a day", async () => {
    const { ctx } = testApp;
    for (let turn = 0; turn < 9; turn++)
      await sendOwnerMessage(ctx, owner, (await createFinderConversation("victim@example.com")).id, "Hello!");
    expect(await emailsTo("victim@example.com")).toHaveLength(6);
  });

  test("beyond the daily limit is shown to the owner as not relayed, and no retry sends it", async () => {
    const { ctx } = testApp;
    const isNotRelayed = async (id: string) => (await getOwnConversation(ctx, owner, id)).notRelayedAt !== null;
    const conversationIds: string[] = [];
    for (let turn = 0; turn < 7; turn++)
      conversationIds.push((await createFinderConversation("limited@example.com")).id);
    for (const id of conversationIds) await sendOwnerMessage(ctx, owner, id, "Hello!");
    await testApp.runJobs();
    const marks = await Promise.all(conversationIds.map(isNotRelayed));
    expect(marks.filter(Boolean)).toHaveLength(1);
    const last = conversationIds[marks.indexOf(true)]!;
    await finderEmailJob.work(
      ctx,
      { id: createId(), conversationId: last, kind: "message" },
      { attempt: 2, isLast: false },
    );
    expect(await emailsTo("limited@example.com")).toHaveLength(6);
    await ctx.limits.clear({ name: "answer-email-address", points: 6, span: 86_400 }, "limited@example.com");
    await ctx.limits.clear({ name: "answer-email", points: 1, span: 600 }, `message ${last}`);
    await sendOwnerMessage(ctx, owner, last, "Tomorrow");
    expect(await emailsTo("limited@example.com")).toHaveLength(7);
    expect(await isNotRelayed(last)).toBe(false);
  });

  test("is no longer shown as not relayed once the finder has answered on their page", async () => {
    const { ctx } = testApp;
    const { id } = await createFinderConversation("answers@example.com");
    await ctx.limits.take({ name: "answer-email-address", points: 6, span: 86_400 }, "answers@example.com", 6);
    await sendOwnerMessage(ctx, owner, id, "Where are you?");
    await testApp.runJobs();
    expect((await getOwnConversation(ctx, owner, id)).notRelayedAt).not.toBeNull();
    await sendFinderMessage(ctx, await getOwnConversation(ctx, owner, id), "At the gate");
    expect((await getOwnConversation(ctx, owner, id)).notRelayedAt).toBeNull();
  });

  test("stays shown as not relayed while the finder writes on WhatsApp, where it did not arrive", async () => {
    const { ctx } = testApp;
    const { id } = await createFinderConversation();
    const set = { finderWhatsapp: "+201001112222", notRelayedAt: ctx.clock.now() };
    await ctx.db.update(conversations).set(set).where(eq(conversations.id, id));
    await sendFinderMessage(ctx, await getOwnConversation(ctx, owner, id), "Hello?");
    expect((await getOwnConversation(ctx, owner, id)).notRelayedAt).not.toBeNull();
  });

  test("beyond the daily limit is recorded by a retry, too", async () => {
    const { ctx } = testApp;
    const { id: conversationId } = await createFinderConversation("retried@example.com");
    const limit = { name: "answer-email-address", points: 6, span: 86_400 };
    await ctx.limits.take(limit, "retried@example.com", 6);
    const answer: FinderUpdate = { id: createId(), conversationId, kind: "message" };
    const clock = new Clock(() => {
      throw new Error("connection lost");
    });
    const attempt = { attempt: 1, isLast: false };
    await expect(finderEmailJob.work({ ...ctx, clock }, answer, attempt)).rejects.toThrow("connection lost");
    await finderEmailJob.work(ctx, answer, { ...attempt, attempt: 2 });
    expect((await getOwnConversation(ctx, owner, conversationId)).notRelayedAt).not.toBeNull();
  });
});

test.each([
  [" Mona@Example.com ", "mona@example.com"],
  ["mona@example.com or 0100", null],
  ["+201001234567", null],
  ["", null],
  [null, null],
])("findEmail(%j) returns %j", (contact, address) => {
  expect(findEmail(contact)).toBe(address);
});
