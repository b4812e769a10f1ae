import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { alerts } from "#app/features/notifications/notifications.tables.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { newId } from "#app/platform/db/uuid.server.ts";
import { aUser } from "#tests/make.ts";
import { createTestApp, type TestApp, testSecret } from "#tests/test-app.ts";
import {
  getConversationByKey,
  getOwnConversation,
  keyOf,
  listMessages,
  markSeen,
  sayOnTheWay,
  startConversation,
  writeAsFinder,
  writeAsOwner,
} from "./conversations.server.ts";

let testApp: TestApp;
let owner: Actor;
let talkId: string;
let key: string;

beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  testApp.setNow("2026-11-21T12:00:00Z");
  owner = await aUser(testApp.ctx);
  talkId = await startConversation(testApp.ctx, {
    ownerId: owner.id,
    about: "Rocky",
    link: "/dashboard/scan-details/x",
    finderName: "Nour",
    finderContact: "0100",
    finderLanguage: "ar",
  });
  key = keyOf(testApp.ctx, talkId);
});

const talk = () => getConversationByKey(testApp.ctx, key);
const words = async () => (await listMessages(testApp.ctx, talkId)).map(({ author, body }) => `${author}: ${body}`);

describe("a finder's key", () => {
  test("opens its own talk and is the same each time", async () => {
    expect((await talk()).id).toBe(talkId);
    expect(keyOf(testApp.ctx, talkId)).toBe(key);
    expect(key).toMatch(/^[\w-]{43}$/);
  });

  test("with any one character changed opens nothing", async () => {
    for (let at = 0; at < key.length - 1; at++) {
      const wrong = key.slice(0, at) + (key[at] === "A" ? "B" : "A") + key.slice(at + 1);
      await expect(getConversationByKey(testApp.ctx, wrong)).rejects.toMatchObject({ status: 404 });
    }
  });

  test.each(["", "x", "x".repeat(43), "x".repeat(10_000), "é".repeat(43), "../../etc"])(
    "%j is a 404 and no fault",
    async (wrong) => {
      await expect(getConversationByKey(testApp.ctx, wrong)).rejects.toMatchObject({ status: 404 });
    },
  );

  test("of a talk that is not there, or of another installation, opens nothing", async () => {
    await expect(getConversationByKey(testApp.ctx, keyOf(testApp.ctx, newId()))).rejects.toMatchObject({ status: 404 });
    const elsewhere = {
      ...testApp.ctx,
      settings: { ...testApp.ctx.settings, secret: testSecret.replace("test", "else") },
    };
    await expect(getConversationByKey(testApp.ctx, keyOf(elsewhere, talkId))).rejects.toMatchObject({ status: 404 });
  });

  test("is nowhere in the database", async () => {
    const { rows } = await testApp.ctx.pool.query("select to_jsonb(c)::text as row from conversations c");
    expect(rows.some(({ row }) => row.includes(key) || row.includes(key.slice(22)))).toBe(false);
  });
});

describe("writing", () => {
  test("by the finder is kept together with the owner's alert, or not at all", async () => {
    await writeAsFinder(testApp.ctx, await talk(), "He is here");
    const [alert] = await testApp.ctx.db.select().from(alerts).where(eq(alerts.userId, owner.id));
    expect(alert).toMatchObject({ kind: "message", link: "/dashboard/scan-details/x", topic: talkId });
    expect(alert?.params).toEqual({ petName: "Rocky", finderName: "Nour", text: "He is here" });

    const broken = {
      ...testApp.ctx,
      jobs: { ...testApp.ctx.jobs, sendMany: () => Promise.reject(new Error("no queue")) },
    };
    await expect(writeAsFinder(broken, await talk(), "Lost?")).rejects.toThrow("no queue");
    expect(await words()).toEqual(["finder: He is here"]);
    expect(await testApp.ctx.db.select().from(alerts).where(eq(alerts.userId, owner.id))).toHaveLength(1);
  });

  test("both ways keeps the order, also of words written in one millisecond", async () => {
    const all = [];
    for (let line = 1; line <= 6; line++) {
      all.push(`${line % 2 ? "finder" : "owner"}: ${line}`);
      if (line % 2) await writeAsFinder(testApp.ctx, await talk(), String(line));
      else await writeAsOwner(testApp.ctx, owner, talkId, String(line));
    }
    expect(await words()).toEqual(all);
    expect(await testApp.ctx.db.select().from(alerts).where(eq(alerts.userId, owner.id))).toHaveLength(3);
  });
});

describe("an owner's talk", () => {
  test("is not there for anybody else: not to read, to write in, to be seen or answered", async () => {
    const other = await aUser(testApp.ctx, { role: "admin" });
    await expect(getOwnConversation(testApp.ctx, other, talkId)).rejects.toMatchObject({ status: 404 });
    await expect(writeAsOwner(testApp.ctx, other, talkId, "x")).rejects.toMatchObject({ status: 404 });
    await expect(sayOnTheWay(testApp.ctx, other, talkId)).rejects.toMatchObject({ status: 404 });
    await markSeen(testApp.ctx, other, talkId);
    expect(await talk()).toMatchObject({ ownerSeenAt: null, onTheWayAt: null });
    expect(await words()).toEqual([]);
  });

  test("keeps the first moment it was seen and the first “on the way”", async () => {
    await markSeen(testApp.ctx, owner, talkId);
    testApp.setNow("2026-11-21T12:10:00Z");
    await markSeen(testApp.ctx, owner, talkId);
    await sayOnTheWay(testApp.ctx, owner, talkId);
    testApp.setNow("2026-11-21T12:20:00Z");
    await sayOnTheWay(testApp.ctx, owner, talkId);
    expect(await talk()).toMatchObject({
      ownerSeenAt: new Date("2026-11-21T12:00:00Z"),
      onTheWayAt: new Date("2026-11-21T12:10:00Z"),
    });
  });

  test("“on the way” says that it was seen as well", async () => {
    await sayOnTheWay(testApp.ctx, owner, talkId);
    expect(await talk()).toMatchObject({
      ownerSeenAt: new Date("2026-11-21T12:00:00Z"),
      onTheWayAt: new Date("2026-11-21T12:00:00Z"),
    });
  });
});
