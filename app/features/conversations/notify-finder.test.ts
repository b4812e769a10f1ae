import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { aUser } from "#tests/make.ts";
import { createTestApp } from "#tests/test-app.ts";
import {
  addFinderContact,
  createConversation,
  createConversationKey,
  markOnTheWay,
  sendOwnerMessage,
  updateConversationState,
} from "./conversations.server.ts";
import { findEmail, finderEmailJob } from "./notify-finder.server.ts";

const testApp = await createTestApp();
const owner = await aUser(testApp.ctx);
afterAll(() => testApp.close());
beforeEach(() => testApp.setNow("2026-11-23T12:00:00Z"));

let finders = 0;
/** A conversation with a finder who left this way to be reached. */
async function aFinder(finderContact: string | null = `finder${++finders}@example.com`) {
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

describe("the family's answer", () => {
  test("reaches a finder who left an e-mail address, in their language, with the way to their page and none of the words", async () => {
    const { ctx } = testApp;
    const { id, finderContact } = await aFinder();
    await sendOwnerMessage(ctx, owner, id, "Could you wait at http://evil.test please?");
    const [email, ...more] = await emailsTo(finderContact);
    expect(more).toEqual([]);
    expect(email?.subject).toBe(ctx.translator("ar")("conversations.answerEmail.subject.message", { name: "Rocky" }));
    expect(email?.text).toContain(`/f/${createConversationKey(ctx, id)}`);
    expect(`${email?.text}${email?.html}`).not.toContain("evil");
  });

  test("sends one e-mail in ten minutes however much is written, and another one that somebody is on the way", async () => {
    const { ctx } = testApp;
    const { id, finderContact } = await aFinder();
    for (const body of ["Hello!", "Are you there?", "I am at the corner."])
      await sendOwnerMessage(ctx, owner, id, body);
    expect(await emailsTo(finderContact)).toHaveLength(1);
    await markOnTheWay(ctx, owner, id);
    await markOnTheWay(ctx, owner, id);
    expect(await emailsTo(finderContact)).toHaveLength(2);
  });

  test("sends nothing to a number, after the conversation was closed, or where no address was left", async () => {
    const { ctx } = testApp;
    const before = testApp.emails.length;
    const closed = await aFinder();
    await updateConversationState(ctx, owner, closed.id, "closed");
    for (const { id } of [await aFinder("+20 100 123 4567"), await aFinder(null), closed])
      await sendOwnerMessage(ctx, owner, id, "Hello!");
    await testApp.runJobs();
    expect(testApp.emails.length).toBe(before);
  });

  test("reaches whoever left their address later; one that is known stays", async () => {
    const { ctx } = testApp;
    const { id } = await aFinder(null);
    await addFinderContact(ctx, id, "Later@Example.com");
    await addFinderContact(ctx, id, "other@example.com");
    await sendOwnerMessage(ctx, owner, id, "Hello!");
    expect(await emailsTo("later@example.com")).toHaveLength(1);
    expect(await emailsTo("other@example.com")).toHaveLength(0);
  });

  test("is not lost while the mail server is away: a later try sends it, once", async () => {
    const { ctx } = testApp;
    const { id: conversationId, finderContact } = await aFinder();
    const answer = { id: `answer of ${conversationId}`, conversationId, kind: "message" } as const;
    const { send } = ctx.mail;
    ctx.mail.send = async () => {
      throw new Error("connection refused");
    };
    const carry = (attempt: number) => finderEmailJob.work(ctx, answer, { attempt, isLast: false });
    await expect(carry(1)).rejects.toThrow("connection refused");
    ctx.mail.send = send;
    await carry(2);
    expect(await emailsTo(finderContact)).toHaveLength(1);
  });

  test("goes to one address six times a day at most, whatever strangers typed", async () => {
    const { ctx } = testApp;
    for (let turn = 0; turn < 9; turn++)
      await sendOwnerMessage(ctx, owner, (await aFinder("victim@example.com")).id, "Hello!");
    expect(await emailsTo("victim@example.com")).toHaveLength(6);
  });
});

test.each([
  [" Mona@Example.com ", "mona@example.com"],
  ["mona@example.com or 0100", null],
  ["+201001234567", null],
  ["", null],
  [null, null],
])("%j is the address %j", (contact, address) => {
  expect(findEmail(contact)).toBe(address);
});
