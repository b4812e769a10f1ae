// Somebody with a guessed link would read what a finder and a family write to each other.
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import type { Actor } from "#app/features/users/users.rules.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { createTestUser } from "#tests/make.ts";
import { notificationsFor } from "#tests/notifications.ts";
import { createTestApp, testSecret } from "#tests/test-app.ts";
import {
  addMessage,
  createConversation,
  createConversationKey,
  getConversationByKey,
  getOwnConversation,
  listMessagePage,
  listMessages,
  markConversationSeen,
  markOnTheWay,
  sendFinderMessage,
  sendOwnerMessage,
} from "./conversations.server.ts";
import { conversations, messages } from "./conversations.tables.server.ts";
import { quickReplies } from "./quick-replies.ts";
import { translateQuickReply } from "./translate-quick-replies.server.ts";

let owner: Actor;
let conversationId: string;
let key: string;

const testApp = await createTestApp();
beforeEach(async () => {
  testApp.setNow("2026-11-21T12:00:00Z");
  owner = await createTestUser(testApp.ctx);
  conversationId = await createConversation(testApp.ctx, {
    ownerId: owner.id,
    about: "Rocky",
    link: "/dashboard/scan-details/x",
    finderName: "Nour",
    finderContact: "0100",
    finderLanguage: "ar",
  });
  key = createConversationKey(testApp.ctx, conversationId);
});

const conversation = () => getConversationByKey(testApp.ctx, key);
const listLines = async () =>
  (await listMessages(testApp.ctx, conversationId)).map(({ author, body }) => `${author}: ${body}`);

describe("finder's conversation key", () => {
  test("opens its conversation and is deterministic", async () => {
    expect((await conversation()).id).toBe(conversationId);
    expect(createConversationKey(testApp.ctx, conversationId)).toBe(key);
    expect(key).toMatch(/^[\w-]{43}$/);
  });

  test("is rejected when any one character is changed", async () => {
    for (let at = 0; at < key.length - 1; at++) {
      const wrong = key.slice(0, at) + (key[at] === "A" ? "B" : "A") + key.slice(at + 1);
      await expect(getConversationByKey(testApp.ctx, wrong)).rejects.toMatchObject({ status: 404 });
    }
  });

  test.each(["", "x", "x".repeat(43), "x".repeat(10_000), "é".repeat(43), "../../etc"])(
    "%j is rejected with 404",
    async (wrong) => {
      await expect(getConversationByKey(testApp.ctx, wrong)).rejects.toMatchObject({ status: 404 });
    },
  );

  test("is rejected for an unknown conversation and when signed by another installation", async () => {
    await expect(
      getConversationByKey(testApp.ctx, createConversationKey(testApp.ctx, createId())),
    ).rejects.toMatchObject({
      status: 404,
    });
    const elsewhere = {
      ...testApp.ctx,
      settings: { ...testApp.ctx.settings, secret: testSecret.replace("test", "else") },
    };
    await expect(
      getConversationByKey(testApp.ctx, createConversationKey(elsewhere, conversationId)),
    ).rejects.toMatchObject({
      status: 404,
    });
  });

  test("is not stored in the database", async () => {
    const { rows } = await testApp.ctx.pool.query("select to_jsonb(c)::text as row from conversations c");
    expect(rows.some(({ row }) => row.includes(key) || row.includes(key.slice(22)))).toBe(false);
  });
});

describe("sending messages", () => {
  test("stores a finder's message and the owner's notification in one transaction", async () => {
    await sendFinderMessage(testApp.ctx, await conversation(), "He is here", { photoId: "photo" });
    const [notification] = await notificationsFor(testApp.ctx, owner.id);
    expect(notification).toMatchObject({ kind: "message", link: "/dashboard/scan-details/x", topic: conversationId });
    expect(notification?.params).toEqual({
      petName: "Rocky",
      photoId: "photo",
      finderName: "Nour",
      text: "He is here",
    });

    const broken = {
      ...testApp.ctx,
      jobs: { ...testApp.ctx.jobs, sendMany: () => Promise.reject(new Error("no queue")) },
    };
    await expect(sendFinderMessage(broken, await conversation(), "Lost?")).rejects.toThrow("no queue");
    expect(await listLines()).toEqual(["finder: He is here"]);
    expect(await notificationsFor(testApp.ctx, owner.id)).toHaveLength(1);
  });

  test("keeps the order of messages, even within one millisecond", async () => {
    const all = [];
    for (let line = 1; line <= 6; line++) {
      all.push(`${line % 2 ? "finder" : "owner"}: ${line}`);
      if (line % 2) await sendFinderMessage(testApp.ctx, await conversation(), String(line));
      else await sendOwnerMessage(testApp.ctx, owner, conversationId, String(line));
    }
    expect(await listLines()).toEqual(all);
    expect(await notificationsFor(testApp.ctx, owner.id)).toHaveLength(3);
  });
});

describe("owner's conversation", () => {
  test("cannot be read, answered or marked as seen by another user", async () => {
    const other = await createTestUser(testApp.ctx, { role: "admin" });
    await expect(getOwnConversation(testApp.ctx, other, conversationId)).rejects.toMatchObject({ status: 404 });
    await expect(sendOwnerMessage(testApp.ctx, other, conversationId, "x")).rejects.toMatchObject({ status: 404 });
    await expect(markOnTheWay(testApp.ctx, other, conversationId)).rejects.toMatchObject({ status: 404 });
    await markConversationSeen(testApp.ctx, other, conversationId);
    expect(await conversation()).toMatchObject({ ownerSeenAt: null, onTheWayAt: null });
    expect(await listLines()).toEqual([]);
  });

  test("keeps the first time it was seen and the first “on the way”", async () => {
    await markConversationSeen(testApp.ctx, owner, conversationId);
    testApp.setNow("2026-11-21T12:10:00Z");
    await markConversationSeen(testApp.ctx, owner, conversationId);
    await markOnTheWay(testApp.ctx, owner, conversationId);
    testApp.setNow("2026-11-21T12:20:00Z");
    await markOnTheWay(testApp.ctx, owner, conversationId);
    expect(await conversation()).toMatchObject({
      ownerSeenAt: new Date("2026-11-21T12:00:00Z"),
      onTheWayAt: new Date("2026-11-21T12:10:00Z"),
    });
  });

  test("is also marked as seen by “on the way”", async () => {
    await markOnTheWay(testApp.ctx, owner, conversationId);
    expect(await conversation()).toMatchObject({
      ownerSeenAt: new Date("2026-11-21T12:00:00Z"),
      onTheWayAt: new Date("2026-11-21T12:00:00Z"),
    });
  });
});

test("a conversation of more than 500 messages lists the latest, and the earlier ones on another page", async () => {
  const rows = Array.from({ length: 503 }, (_, index) => ({ author: "finder" as const, body: `message ${index}` }));
  await testApp.ctx.db.insert(messages).values(rows.map((row) => ({ ...row, id: createId(), conversationId })));
  const bodies = (await listMessages(testApp.ctx, conversationId)).map(({ body }) => body);
  expect([bodies.length, bodies[0], bodies.at(-1)]).toEqual([500, "message 3", "message 502"]);
  const { earlier } = await listMessagePage(testApp.ctx, conversationId);
  const first = await listMessagePage(testApp.ctx, conversationId, earlier);
  expect([first.messages.map(({ body }) => body), first.earlier]).toEqual([
    ["message 0", "message 1", "message 2"],
    null,
  ]);
  expect(
    (await listMessagePage(testApp.ctx, conversationId, "x")).messages,
    "an unreadable place is ignored",
  ).toHaveLength(500);
});

test("a message to a conversation that was deleted a moment ago is rejected with 404", async () => {
  const read = await conversation();
  await testApp.ctx.db.delete(conversations).where(eq(conversations.id, conversationId));
  for (const author of ["finder", "owner"] as const)
    await expect(addMessage(testApp.ctx, read.id, author, "Hello")).rejects.toMatchObject({ status: 404 });
});

describe("quick replies", () => {
  const [en, ar] = [testApp.ctx.translator("en"), testApp.ctx.translator("ar")];

  test("are read in the reader's own language, the words beside them as they were written", () => {
    const sent = `${ar("finderPage.finder.say.safe")}\nعند البوابة`;
    expect(translateQuickReply(sent, "en")).toBe(`${en("finderPage.finder.say.safe")}\nعند البوابة`);
    expect(translateQuickReply(sent, "ar")).toBe(sent);
    for (const key of Object.values(quickReplies).flat()) expect(translateQuickReply(en(key), "ar")).toBe(ar(key));
    const own = `Really: ${en("finderPage.finder.say.safe")}`;
    expect(translateQuickReply(own, "ar")).toBe(own);
  });

  test("reach the owner in the account's language", async () => {
    await sendFinderMessage(testApp.ctx, await conversation(), ar("conversations.quick.finder.here"));
    const [notification] = await notificationsFor(testApp.ctx, owner.id);
    expect(notification?.params).toMatchObject({ text: en("conversations.quick.finder.here") });
  });
});
