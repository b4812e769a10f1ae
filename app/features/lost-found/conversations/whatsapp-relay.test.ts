// One owner could use up the money for everybody's phone messages, or an answer would be lost in silence.
import { desc, eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import {
  createConversationKey,
  listMessages,
  sendOwnerMessage,
  updateConversationState,
} from "#app/features/conversations/conversations.server.ts";
import { conversations } from "#app/features/conversations/conversations.tables.server.ts";
import { purgeFinderNumbers } from "#app/features/conversations/notify-finder.server.ts";
import { listNotificationsOfTopic } from "#app/features/notifications/notifications.server.ts";
import { findPhoneNumber, updateConsent } from "#app/features/phone/consent.server.ts";
import { receiveInbound } from "#app/features/phone/hooks/receive.server.ts";
import { phoneMessages, phoneNumbers } from "#app/features/phone/phone.tables.server.ts";
import { getScanView } from "#app/features/scans/details/scan-view.server.ts";
import { renderLivePart } from "#app/features/scans/finder-status/finder-status.server.tsx";
import { scanRecords } from "#app/features/scans/scans.tables.server.ts";
import { createScanToken, startFinderConversation } from "#app/features/scans/submissions/finder-submissions.server.ts";
import { getWhatsappLink } from "#app/features/scans/whatsapp-link.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import type { InboundMedia } from "#app/platform/phone/carrier.server.ts";
import { createClaimedTag, createTestPet, createTestUser } from "#tests/make.ts";
import { createProofImage, grantTestPlan } from "#tests/make-plans.ts";
import { createVoice, voiceFormats } from "#tests/make-voice.ts";
import { createTestApp } from "#tests/test-app.ts";
import { createReport } from "../publish-reports.server.ts";
import { createReportConversation, listReportConversations } from "./report-conversations.server.ts";

const testApp = await createTestApp({
  env: {
    WHATSAPP_PHONE_ID: "1",
    WHATSAPP_NUMBER: "+201550001234",
    WHATSAPP_TOKEN: "token-of-the-app",
    WHATSAPP_APP_SECRET: "secret-of-the-app",
    WHATSAPP_VERIFY_TOKEN: "verify-token",
  },
});
const { ctx } = testApp;

let testCount = 0;
let finder = "";
let ownNumber = "";
let owner: Actor;
beforeEach(async () => {
  testApp.setNow("2026-11-21T12:00:00Z");
  finder = `+2010014${String(10_000 + ++testCount)}`;
  ownNumber = `+2010015${String(10_000 + testCount)}`;
  owner = await createTestUser(ctx);
  await grantTestPlan(ctx, owner, "comfort");
  await ctx.db.update(users).set({ phone: ownNumber }).where(eq(users.id, owner.id));
  await ctx.db.update(users).set({ verifiedPhone: ownNumber }).where(eq(users.id, owner.id));
  await updateConsent(ctx, ownNumber, "agreed", "en");
  testApp.phoneMessages.length = 0;
});

let written = 0;
async function write(
  from: string,
  text: string,
  { id = `wamid.${++written}`, repliesTo = "", media }: { id?: string; repliesTo?: string; media?: InboundMedia } = {},
) {
  const at = ctx.clock.now();
  await receiveInbound(ctx, {
    ...{ carrier: "whatsapp", providerId: id, from, text, media, at },
    ...(repliesTo && { repliesTo }),
  });
  await testApp.runJobs();
}
/** Returns the texts sent to a number on WhatsApp, in order. */
const sentTo = (to: string) =>
  testApp.phoneMessages.filter((one) => one.to === to && one.carrier === "whatsapp").map(({ text }) => text);
const minutesLater = (minutes: number) => testApp.setNow(ctx.clock.in(minutes * 60_000));

async function createScan(name = "Rocky") {
  const petId = await createTestPet(ctx, owner, { name });
  const tag = await createClaimedTag(ctx, owner, petId);
  const scanId = createId();
  await ctx.db.insert(scanRecords).values({
    ...{ id: scanId, tagId: tag.id, ownerId: owner.id, petId, at: ctx.clock.now(), visit: createId() },
    ...{ evidence: "human", reasons: ["browser"], medium: "qr", language: "en" },
  });
  return { scanId, token: createScanToken(ctx, scanId) };
}

/** Returns the text that the page's link puts into the chat. */
function prefilled(reference: string, language: "en" | "ar" = "en", name = "Rocky") {
  const link = getWhatsappLink(ctx, ctx.translator(language), { name, reference });
  return new URL(link ?? "").searchParams.get("text") ?? "";
}

async function conversationOf(scanId: string) {
  const [scan] = await ctx.db.select().from(scanRecords).where(eq(scanRecords.id, scanId));
  const [found] = await ctx.db
    .select()
    .from(conversations)
    .where(eq(conversations.id, scan?.conversationId ?? createId()));
  return found;
}
const listLines = async (scanId: string) =>
  (await listMessages(ctx, (await conversationOf(scanId))?.id ?? createId())).map(
    ({ author, body }) => `${author}: ${body}`,
  );

describe("daily budget of phone messages, which all owners share,", () => {
  test("pays at most 60 answers a day to one number and 200 of one owner; the finder's page shows all", async () => {
    const { scanId, token } = await createScan();
    await write(finder, prefilled(token));
    const { id = "" } = (await conversationOf(scanId)) ?? {};
    testApp.phoneMessages.length = 0;
    for (let at = 1; at <= 65; at++) await sendOwnerMessage(ctx, owner, id, `Answer ${at}`);
    await testApp.runJobs();
    expect(sentTo(finder)).toHaveLength(60);
    expect((await listLines(scanId)).filter((line) => line.startsWith("owner"))).toHaveLength(65);
    const another = `+2010016${String(10_000 + testCount)}`;
    await ctx.db.update(conversations).set({ finderWhatsapp: another }).where(eq(conversations.id, id));
    await sendOwnerMessage(ctx, owner, id, "To another finder");
    await testApp.runJobs();
    expect(sentTo(another)).toHaveLength(1);
    await ctx.limits.take({ name: "whatsapp-relays", points: 200, span: 86_400 }, owner.id, 200 - 66);
    await sendOwnerMessage(ctx, owner, id, "One too many");
    await testApp.runJobs();
    expect(sentTo(another)).toHaveLength(1);
  });

  test("tells an owner who writes on WhatsApp once that an answer beyond it was not relayed", async () => {
    const { scanId, token } = await createScan();
    await write(finder, prefilled(token));
    await ctx.limits.take({ name: "whatsapp-relays", points: 200, span: 86_400 }, owner.id, 200);
    await write(ownNumber, "One too many");
    await write(ownNumber, "And another");
    const said = ctx.translator("en")("conversations.notRelayedReply", { name: "Rocky" });
    expect(sentTo(ownNumber).filter((text) => text === said)).toHaveLength(1);
    const passedOn = ctx.translator("en")("finderPage.whatsapp.passedOn", { name: "Rocky" });
    expect(sentTo(ownNumber)).not.toContain(passedOn);
    expect((await conversationOf(scanId))?.notRelayedAt).not.toBeNull();
    expect(sentTo(finder).join()).not.toContain("One too many");
  });

  test("pays at most twenty automatic replies a day to one number", async () => {
    for (let at = 0; at < 25; at++) await write(finder, "");
    expect(sentTo(finder)).toHaveLength(20);
  });

  test("pays no reply for an owner's messages that are passed on without one", async () => {
    const { token } = await createScan();
    await write(finder, prefilled(token));
    for (let at = 1; at <= 25; at++) await write(ownNumber, `Answer ${at}`);
    const { token: other } = await createScan("Bella");
    await write(`+2010017${String(10_000 + testCount)}`, prefilled(other, "en", "Bella"));
    await write(ownNumber, "Where are you?");
    expect(sentTo(ownNumber).at(-1)).toBe(ctx.translator("en")("finderPage.whatsapp.whichOne"));
  });
});

describe("finder on WhatsApp", () => {
  test.each(["en", "ar"] as const)(
    "starts a conversation through the link and receives the owner's answer in the chat (%s)",
    async (lang) => {
      const { scanId, token } = await createScan();
      await write(finder, prefilled(token, lang));
      const conversation = await conversationOf(scanId);
      const have = ctx.translator(lang)("finderPage.whatsapp.have", { name: "Rocky" });
      expect(await listLines(scanId)).toEqual([`finder: ${have}`]);
      expect(conversation).toMatchObject({ finderWhatsapp: finder, finderLanguage: lang, finderContact: null });
      const family = ctx.translator(lang)("conversations.family", { petName: "Rocky" });
      expect(sentTo(finder)).toEqual([ctx.translator(lang)("finderPage.whatsapp.connected", { family })]);
      // The owner is notified like of a message on the page.
      expect(sentTo(ownNumber).join()).toContain("Rocky");

      await sendOwnerMessage(ctx, owner, conversation?.id ?? "", "Thank you! I am coming");
      await testApp.runJobs();
      expect(sentTo(finder)).toHaveLength(2);
      expect(sentTo(finder)[1]).toContain("Thank you! I am coming");
      await write(finder, "He is eating");
      expect((await listLines(scanId)).at(-1)).toBe("finder: He is eating");
    },
  );

  test("continues on WhatsApp from the status page, without revealing any number", async () => {
    const { scanId, token } = await createScan();
    const key = await startFinderConversation(
      ctx,
      token,
      { note: "Found" },
      { address: "203.0.113.9", language: "en" },
    );
    await write(finder, `I am at the park ${prefilled(key)}`);
    expect((await listLines(scanId)).at(-1)).toMatch(/^finder: I am at the park/);
    await testApp.runJobs();
    for (const text of [...sentTo(finder), ...sentTo(ownNumber), ...(await listLines(scanId))]) {
      expect(text).not.toContain(finder.slice(1));
      expect(text).not.toContain(ownNumber.slice(1));
    }
  });

  test("is unaffected by a repeated webhook", async () => {
    const { scanId, token } = await createScan();
    await write(finder, prefilled(token), { id: "wamid.twice" });
    await write(finder, prefilled(token), { id: "wamid.twice" });
    await write(finder, "One line", { id: "wamid.line" });
    await write(finder, "One line", { id: "wamid.line" });
    expect(await listLines(scanId)).toHaveLength(2);
    expect(sentTo(finder)).toHaveLength(1);
  });

  test("stores a shared location with the scan", async () => {
    const { scanId, token } = await createScan();
    await write(finder, prefilled(token));
    await write(finder, "geo:30.0444,31.2357");
    const [scan] = await ctx.db.select().from(scanRecords).where(eq(scanRecords.id, scanId));
    expect(scan).toMatchObject({ latitude: 30.0444, longitude: 31.2357, locationSource: "gps" });
  });

  test("is told that only text is relayed when sending a picture or voice message", async () => {
    await write(finder, "");
    expect(sentTo(finder)).toEqual([ctx.translator("en")("finderPage.whatsapp.textOnly")]);
  });

  test("is told that the owner closed the conversation, and nothing is relayed", async () => {
    const { scanId, token } = await createScan();
    await write(finder, prefilled(token));
    const id = (await conversationOf(scanId))?.id ?? "";
    // Closed before the queued answer is sent.
    await sendOwnerMessage(ctx, owner, id, "You should not read this");
    await updateConversationState(ctx, owner, id, "closed");
    await write(finder, prefilled(token));
    expect(await listLines(scanId)).toHaveLength(2);
    expect(sentTo(finder).at(-1)).toBe(ctx.translator("en")("finderPage.accessEnd.closed"));
    await testApp.runJobs();
    expect(sentTo(finder).join()).not.toContain("You should not read this");
  });

  test("is told that a reference is invalid or older than a day, and nothing is changed", async () => {
    const { scanId, token } = await createScan();
    const forged = `${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`;
    await write(finder, prefilled(forged));
    expect(sentTo(finder)).toEqual([ctx.translator("en")("finderPage.whatsapp.unknown")]);
    minutesLater(25 * 60);
    await write(finder, prefilled(token));
    expect(sentTo(finder)[1]).toBe(ctx.translator("en")("finderPage.accessEnd.pageOld"));
    expect(await conversationOf(scanId)).toBeUndefined();
  });

  test.each(["No", "Yes", "OK", "لا", "نعم", "End", "Cancel", "إلغاء", "Quit", "تمام"])(
    "writes %j as a message to the owner, whatever else it may mean",
    async (word) => {
      const { scanId, token } = await createScan();
      await write(finder, prefilled(token));
      await sendOwnerMessage(ctx, owner, (await conversationOf(scanId))?.id ?? "", "Is he hurt?");
      await testApp.runJobs();
      await write(finder, word);
      expect((await listLines(scanId)).at(-1)).toBe(`finder: ${word}`);
      await sendOwnerMessage(ctx, owner, (await conversationOf(scanId))?.id ?? "", "I am coming");
      await testApp.runJobs();
      expect(sentTo(finder).at(-1)).toContain("I am coming");
    },
  );

  test("writes by SMS as well, where a word after which the carrier stops by itself is also passed on", async () => {
    const { scanId, token } = await createScan();
    await write(finder, prefilled(token));
    const sms = async (text: string) => {
      const at = ctx.clock.now();
      await receiveInbound(ctx, { carrier: "sms", providerId: `sms.${++written}`, from: finder, text, at });
      await testApp.runJobs();
    };
    await sms("No");
    await sms("End");
    expect((await listLines(scanId)).slice(-2)).toEqual(["finder: No", "finder: End"]);
    expect((await findPhoneNumber(ctx, finder))?.consent).toBe("stopped");
  });

  test.each(["STOP", "إيقاف"])("is told that %s worked, and the owner that only the page is left", async (word) => {
    const { scanId, token } = await createScan();
    await write(finder, prefilled(token));
    const view = async () => (await getScanView(ctx, owner, scanId)).conversation;
    expect(await view()).toMatchObject({ leftAfterStop: null });
    await write(finder, word);
    expect(sentTo(finder).at(-1)).toContain(`${ctx.settings.publicUrl}/f/`);
    expect(await view()).toMatchObject({ leftAfterStop: "page" });
    const id = (await conversationOf(scanId))?.id ?? "";
    await sendOwnerMessage(ctx, owner, id, "Where are you?");
    await testApp.runJobs();
    expect(await view()).toMatchObject({ isNotRelayed: true });
    await ctx.db.update(conversations).set({ finderContact: "karim@example.com" }).where(eq(conversations.id, id));
    expect(await view()).toMatchObject({ leftAfterStop: "email" });
  });

  test("who stopped messages and writes on is told where the answer is, and gets it again after START", async () => {
    const { scanId, token } = await createScan();
    await write(finder, prefilled(token));
    await write(finder, "STOP");
    await write(finder, "I am still here");
    expect((await listLines(scanId)).at(-1)).toBe("finder: I am still here");
    expect(sentTo(finder).at(-1)).toMatch(/START/);
    await write(finder, "START");
    expect(sentTo(finder).at(-1)).toBe(ctx.translator("en")("finderPage.whatsapp.resumed"));
    await sendOwnerMessage(ctx, owner, (await conversationOf(scanId))?.id ?? "", "I see you");
    await testApp.runJobs();
    expect(sentTo(finder).at(-1)).toContain("I see you");
  });

  test("receives no more answers in the chat after STOP, but still on the page", async () => {
    const { scanId, token } = await createScan();
    await write(finder, prefilled(token));
    await write(finder, "STOP");
    expect((await findPhoneNumber(ctx, finder))?.consent).toBe("stopped");
    const before = sentTo(finder).length;
    await sendOwnerMessage(ctx, owner, (await conversationOf(scanId))?.id ?? "", "Where are you?");
    await testApp.runJobs();
    expect(sentTo(finder)).toHaveLength(before);
    expect((await listLines(scanId)).at(-1)).toBe("owner: Where are you?");
  });

  test("can write 30 messages in ten minutes from one number, without affecting other numbers", async () => {
    const { scanId, token } = await createScan();
    await write(finder, prefilled(token));
    for (let line = 0; line < 30; line++) await write(finder, `Line ${line}`);
    const lines = (await listLines(scanId)).length;
    expect([lines, sentTo(finder).length]).toEqual([30, 2]);
    expect(sentTo(finder)[1]).toMatch(/too many|wait/i);
    const other = `+2010016${10_000 + testCount}`;
    const second = await createScan("Luna");
    await write(other, prefilled(second.token, "en", "Luna"));
    expect(await listLines(second.scanId)).toHaveLength(1);
  });
});

describe("owner on WhatsApp", () => {
  const inChat = async (name = "Rocky") => {
    const scan = await createScan(name);
    await write(finder, prefilled(scan.token, "en", name));
    return scan;
  };

  test("answers a notification in the chat, and the finder receives it", async () => {
    const { scanId } = await inChat();
    await write(ownNumber, "On my way, five minutes");
    expect((await listLines(scanId)).at(-1)).toBe("owner: On my way, five minutes");
    expect(sentTo(finder).at(-1)).toContain("On my way, five minutes");
    expect(sentTo(ownNumber).at(-1)).toBe(ctx.translator("en")("finderPage.whatsapp.passedOn", { name: "Rocky" }));
  });

  test("answers who wrote about a report: a guest gets an e-mail, an account a notification", async () => {
    const from = { address: "10.44.1.7", language: "en" } as const;
    const form = { kind: "lost", type: "cat", petName: "Luna", area: "Here", seenAt: ctx.clock.now() } as const;
    for (const actor of [null, await createTestUser(ctx)]) {
      minutesLater(1);
      const reportId = await createReport(ctx, owner, form, from);
      const guest = actor ? {} : { email: "writer@example.com" };
      await createReportConversation(ctx, reportId, { body: "I saw her", ...guest }, { ...from, actor });
      await testApp.runJobs();
      const [conversation] = await listReportConversations(ctx, { id: reportId });
      const { id } = conversation!;
      const [alert] = testApp.phoneMessages.filter(({ to }) => to === ownNumber).slice(-1);
      expect(alert?.text).toContain("Luna");
      testApp.emails.length = 0;
      const [sent] = await ctx.db
        .select()
        .from(phoneMessages)
        .where(eq(phoneMessages.number, ownNumber))
        .orderBy(desc(phoneMessages.id))
        .limit(1);
      await write(ownNumber, "Where are you?", { repliesTo: sent?.providerId ?? "" });
      expect((await listMessages(ctx, id)).map(({ author, body }) => `${author}: ${body}`)).toContain(
        "owner: Where are you?",
      );
      if (actor)
        expect(await listNotificationsOfTopic(ctx, id)).toContainEqual(expect.objectContaining({ userId: actor.id }));
      else expect(testApp.emails.map(({ to }) => to)).toEqual(["writer@example.com"]);
    }
  });

  test.each(["Yes", "No", "نعم", "لا", "OK"])(
    "answers %j, which reaches the finder and stops nothing",
    async (word) => {
      const { scanId } = await inChat();
      await write(ownNumber, word);
      expect((await listLines(scanId)).at(-1)).toBe(`owner: ${word}`);
      expect(sentTo(finder).at(-1)).toContain(word);
      expect((await findPhoneNumber(ctx, ownNumber))?.consent).toBe("agreed");
    },
  );

  test("who sends STOP is told what remains, the finder's page says so, and START turns alerts on again", async () => {
    const { scanId } = await inChat();
    minutesLater(1);
    await write(ownNumber, "STOP");
    const url = ctx.settings.publicUrl;
    expect(sentTo(ownNumber).at(-1)).toBe(ctx.translator("en")("finderPage.whatsapp.stoppedAccount", { url }));
    const key = createConversationKey(ctx, (await conversationOf(scanId))?.id ?? "");
    const t = ctx.translator("en");
    const languages = { language: "en", finderLanguage: "en" } as const;
    const info = { id: "1", address: "203.0.113.9", ...languages, t, nonce: "" };
    const page = async () => (await renderLivePart(ctx, info, key)).text();
    expect(await page()).toContain(t("conversations.ownerStopped").replaceAll("'", "&#x27;"));
    await write(ownNumber, "START");
    expect((await findPhoneNumber(ctx, ownNumber))?.consent).toBe("agreed");
    expect(await page()).not.toContain(t("conversations.ownerStopped").replaceAll("'", "&#x27;"));
  });

  test("is asked which of two conversations is meant, unless replying to a notification", async () => {
    const first = await inChat("Rocky");
    const second = await createScan("Luna");
    await startFinderConversation(
      ctx,
      second.token,
      { note: "Luna is here" },
      { address: "198.51.100.7", language: "en" },
    );
    await testApp.runJobs();
    await write(ownNumber, "Which street?");
    expect(sentTo(ownNumber).at(-1)).toBe(ctx.translator("en")("finderPage.whatsapp.whichOne"));
    const alerts = await ctx.db.select().from(phoneMessages).where(eq(phoneMessages.number, ownNumber));
    const alert = alerts.find(
      ({ subject, params }) => subject.startsWith("notification:") && params.join().includes("Luna"),
    );
    await write(ownNumber, "Which street?", { repliesTo: alert?.providerId ?? "" });
    expect((await listLines(second.scanId)).at(-1)).toBe("owner: Which street?");
    expect((await listLines(first.scanId)).some((line) => line.includes("street"))).toBe(false);
  });

  test("is not relayed when suspended or without a notification for a day", async () => {
    const { scanId } = await inChat();
    minutesLater(25 * 60);
    await write(ownNumber, "Hello?");
    expect((await listLines(scanId)).some((line) => line.startsWith("owner"))).toBe(false);
    minutesLater(-25 * 60);
    await ctx.db.update(users).set({ suspendedAt: ctx.clock.now() }).where(eq(users.id, owner.id));
    await write(ownNumber, "Hello again?");
    expect((await listLines(scanId)).some((line) => line.startsWith("owner"))).toBe(false);
  });

  test("cannot be impersonated from another number", async () => {
    const { scanId } = await inChat();
    await write(`+2010017${10_000 + testCount}`, "I am the owner");
    expect(await listLines(scanId)).toHaveLength(1);
  });
});

test("an unknown sender is told once a day where messages are read", async () => {
  await write(finder, "Hello");
  await write(finder, "Anybody there?");
  expect(sentTo(finder)).toEqual([ctx.translator("en")("finderPage.whatsapp.unread", { url: ctx.settings.publicUrl })]);
  minutesLater(24 * 60);
  await write(finder, "Hello?");
  expect(sentTo(finder)).toHaveLength(2);
  expect(testApp.phoneMessages.filter(({ carrier, to }) => carrier === "sms" && to === finder)).toEqual([]);
});

test("purgeFinderNumbers removes a finder's number 30 days after the last message", async () => {
  const { scanId, token } = await createScan();
  await write(finder, prefilled(token));
  minutesLater(20 * 24 * 60);
  await write(finder, "How is he?");
  minutesLater(20 * 24 * 60);
  await purgeFinderNumbers(ctx);
  expect((await conversationOf(scanId))?.finderWhatsapp).toBe(finder);
  minutesLater(11 * 24 * 60);
  await purgeFinderNumbers(ctx);
  expect((await conversationOf(scanId))?.finderWhatsapp).toBeNull();
  expect(await ctx.db.select().from(phoneNumbers).where(eq(phoneNumbers.number, finder))).toHaveLength(1);
});

describe("photos and voice messages", () => {
  const files = new Map<string, Uint8Array>();
  beforeEach(async () => {
    files.set("photo", new Uint8Array(await (await createProofImage("#aa6633")).arrayBuffer()));
    files.set("voice", await createVoice(4, { format: voiceFormats.ogg() }));
    files.set("noise", crypto.getRandomValues(new Uint8Array(5000)));
    ctx.phone.whatsapp.fetchMedia = async (id) => files.get(id) ?? null;
  });
  const attached = async (scanId: string) =>
    (await listMessages(ctx, (await conversationOf(scanId))!.id)).map(({ author, body, attachment }) => [
      author,
      body,
      attachment?.kind ?? null,
    ]);

  test("pass both ways, with their caption, and are refused with the reason", async () => {
    const { scanId, token } = await createScan();
    await write(finder, prefilled(token));
    await write(finder, "Is it him?", { media: { kind: "photo", id: "photo" } });
    await write(finder, "", { media: { kind: "voice", id: "voice" } });
    await write(ownNumber, "", { media: { kind: "photo", id: "photo" } });
    const lines = await attached(scanId);
    expect(lines.slice(1)).toEqual([
      ["finder", "Is it him?", "photo"],
      ["finder", "", "voice"],
      ["owner", "", "photo"],
    ]);
    const t = ctx.translator("en");
    expect(sentTo(finder).at(-1)).toContain(t("conversations.attachment.photo"));

    await write(finder, "", { media: { kind: "voice", id: "noise" } });
    expect(sentTo(finder).at(-1)).toBe(t("errors.voiceNotAudio"));
    await write(finder, "", { media: { kind: "photo", id: "gone" } });
    expect(sentTo(finder).at(-1)).toBe(t("finderPage.whatsapp.textOnly"));
    expect(await attached(scanId)).toEqual(lines);
  });
});
