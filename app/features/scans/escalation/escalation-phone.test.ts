// A friend's number would get messages nobody agreed to, or an owner could find out who has an account.
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { getConversationByKey } from "#app/features/conversations/conversations.server.ts";
import { listNotifications, sendNotifications } from "#app/features/notifications/notifications.server.ts";
import {
  confirmPhoneNumber,
  getPhoneNumber,
  startPhoneNumber,
  updatePhoneMessages,
} from "#app/features/notifications/phone-number/phone-number.server.ts";
import {
  getContactConsent,
  getContactConsents,
  updateContactConsent,
} from "#app/features/pets/contacts/contact-consent.server.ts";
import { listContacts } from "#app/features/pets/list/pet-list.server.ts";
import { receiveInbound, receiveReceipt } from "#app/features/phone/hooks/receive.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { answerAsContact, createClaimedTag, createTestPet, createTestUser } from "#tests/make.ts";
import { grantTestPlan } from "#tests/make-plans.ts";
import { createTestApp } from "#tests/test-app.ts";
import { getHelpView } from "../help/help.server.ts";
import { scanRecords } from "../scans.tables.server.ts";
import { createScanToken, startFinderConversation } from "../submissions/finder-submissions.server.ts";
import { findEscalation, runEscalations } from "./escalation.server.ts";

const testApp = await createTestApp();
const { ctx } = testApp;

let testCount = 0;
let number = "";
let owner: Actor;
beforeEach(async () => {
  testApp.setNow("2026-11-21T12:00:00Z");
  testApp.phoneMessages.length = 0;
  testApp.emails.length = 0;
  number = `+2010013${String(10_000 + ++testCount)}`;
  owner = await createTestUser(ctx, { language: "ar" });
  await grantTestPlan(ctx, owner, "comfort");
  await testApp.runJobs();
});

const sentTo = (to: string) => testApp.phoneMessages.filter((one) => one.to === to);
const getErrorCode = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    ({ code }: { code: string }) => code,
  );
const linkIn = (text = "") => /https?:\/\/\S+/.exec(text)?.[0] ?? "";
const address = () => `203.0.113.${testCount}`;
const requestInfo = { address: "203.0.113.9", language: "ar" as const };

async function createWaitingFinder(contacts: { name: string; phone: string; email: string | null }[]) {
  const petId = await createTestPet(ctx, owner, { contacts });
  await testApp.runJobs();
  const tag = await createClaimedTag(ctx, owner, petId);
  const scanId = createId();
  const at = ctx.clock.now();
  await ctx.db.insert(scanRecords).values({
    ...{ id: scanId, tagId: tag.id, ownerId: owner.id, petId, at, visit: createId() },
    ...{ evidence: "human", reasons: ["browser"], medium: "qr", language: "en" },
  });
  const form = { name: "Karim", contact: "+201009998877", note: "He is here" };
  const key = await startFinderConversation(ctx, createScanToken(ctx, scanId), form, {
    address: address(),
    language: "en",
  });
  return (await getConversationByKey(ctx, key)).id;
}

async function runEscalationJob() {
  testApp.setNow(ctx.clock.in(11 * 60_000));
  await runEscalations(ctx);
  await testApp.runJobs();
}

async function verifyNumber(user: Actor, phone: string) {
  await testApp.runJobs();
  testApp.phoneMessages.length = 0;
  await startPhoneNumber(ctx, user, { phone, first: "whatsapp" }, address());
  await testApp.runJobs();
  const code = sentTo(phone)[0]?.template?.params[0] ?? "";
  expect(code).toMatch(/^\d{6}$/);
  await confirmPhoneNumber(ctx, user, code, address());
}

/** Receives a message from the contact's number. */
async function writeFrom(carrier: "whatsapp" | "sms", text: string, repliesTo?: string) {
  const providerId = `${text}.${testCount}.${createId()}`;
  await receiveInbound(ctx, {
    ...{ carrier, providerId, from: number, text, at: ctx.clock.now() },
    ...(repliesTo && { repliesTo }),
  });
  await testApp.runJobs();
}

describe("what one owner learns about a number", () => {
  const contactsOf = async (who: Actor) =>
    (await listContacts(ctx, who)).flatMap(({ contacts }) => contacts.map(({ consent }) => consent));

  test("is only what it answered to them, not whether it has an account or agreed for others", async () => {
    const holder = await createTestUser(ctx);
    await verifyNumber(holder, number);
    await answerAsContact(ctx, await createTestUser(ctx), number);
    const curious = await createTestUser(ctx);
    const contacts = [
      { name: "Known", phone: number, email: null },
      { name: "Unknown", phone: `+2010099${testCount}0001`.slice(0, 13), email: null },
    ];
    await createTestPet(ctx, curious, { contacts });
    expect(await contactsOf(curious)).toEqual(["unasked", "unasked"]);
    await grantTestPlan(ctx, curious, "comfort");
    await createTestPet(ctx, curious, { contacts });
    await testApp.runJobs();
    expect(new Set(await contactsOf(curious))).toEqual(new Set(["asked"]));
    expect(await getContactConsents(ctx, curious.id, contacts)).toEqual(
      Object.fromEntries(contacts.map(({ phone }) => [phone, "asked"])),
    );
  });

  test("does not change when the number stopped messages before it was asked, and it is not written to", async () => {
    await writeFrom("sms", "STOP");
    testApp.phoneMessages.length = 0;
    await createTestPet(ctx, owner, { contacts: [{ name: "Omar", phone: number, email: null }] });
    await testApp.runJobs();
    expect(await contactsOf(owner)).toEqual(["asked"]);
    expect(sentTo(number)).toEqual([]);
  });

  test("is asked of one number on behalf of at most four owners a month", async () => {
    for (let at = 0; at < 6; at++) {
      const another = await createTestUser(ctx);
      await grantTestPlan(ctx, another, "comfort");
      await createTestPet(ctx, another, { contacts: [{ name: "Omar", phone: number, email: null }] });
    }
    await testApp.runJobs();
    expect(sentTo(number)).toHaveLength(4);
  });
});

describe("emergency contact with a phone number only", () => {
  const omar = () => ({ name: "Omar", phone: number, email: null });

  test("is asked for consent once, notified by phone when there is a finder, and can accept through the link", async () => {
    await createTestPet(ctx, owner, { contacts: [omar()] });
    await testApp.runJobs();
    expect(sentTo(number)).toMatchObject([
      { carrier: "whatsapp", language: "ar", template: { name: "aleef_consent" } },
    ]);
    const key = new URL(linkIn(sentTo(number)[0]?.text)).pathname.split("/").at(-1) ?? "";
    expect(await getContactConsent(ctx, key)).toMatchObject({ consent: "asked" });
    await updateContactConsent(ctx, key, true, requestInfo);
    const conversationId = await createWaitingFinder([omar()]);
    expect(sentTo(number), "asked once by one owner").toHaveLength(1);
    await runEscalationJob();
    const help = sentTo(number)[1];
    expect(help?.template?.name).toBe("aleef_help");
    const helpKey = new URL(linkIn(help?.text)).pathname.split("/").at(-1) ?? "";
    expect(await getHelpView(ctx, helpKey)).toMatchObject({ state: "asked", contactName: "Omar" });
    expect(help?.text).not.toContain("+201009998877");
    const steps = async () => (await findEscalation(ctx, conversationId))?.steps;
    expect(await steps()).toMatchObject([{ name: "Omar", emailState: null, carriers: [{ state: "sent" }] }]);
    await receiveReceipt(ctx, {
      carrier: "whatsapp",
      providerId: `whatsapp.${help?.id}`,
      messageId: null,
      state: "read",
      reason: null,
      at: ctx.clock.now(),
    });
    expect(await steps()).toMatchObject([{ carriers: [{ carrier: "whatsapp", state: "read" }] }]);
  });

  test("agrees by a one-word reply, whose language is used from then on", async () => {
    await createTestPet(ctx, owner, { contacts: [omar()] });
    await receiveInbound(ctx, {
      carrier: "sms",
      providerId: `yes.${testCount}`,
      from: number,
      text: "Yes",
      at: ctx.clock.now(),
    });
    await createWaitingFinder([omar()]);
    await runEscalationJob();
    expect(sentTo(number).at(-1)).toMatchObject({ language: "en", template: { name: "aleef_help" } });
  });

  test("answers the question it replies to, and only that owner's", async () => {
    const second = await createTestUser(ctx);
    await grantTestPlan(ctx, second, "comfort");
    for (const who of [owner, second]) await createTestPet(ctx, who, { contacts: [omar()] });
    await testApp.runJobs();
    const [first] = sentTo(number);
    await writeFrom("whatsapp", "No", `whatsapp.${first?.id}`);
    const consentFor = async (who: Actor) => (await getContactConsents(ctx, who.id, [omar()]))[number];
    expect([await consentFor(owner), await consentFor(second)].sort()).toEqual(["asked", "stopped"]);
    expect(sentTo(number).at(-1)?.text).toBe(ctx.translator("en")("phone.consent.declined"));
  });

  test.each([
    ["has not answered", null],
    ["declined", "stopped"],
  ] as const)("who %s is skipped for the next contact", async (_, consent) => {
    const laila = `laila${testCount}@example.com`;
    if (consent) await answerAsContact(ctx, owner, number, false);
    await createWaitingFinder([omar(), { name: "Laila", phone: "+201001112223", email: laila }]);
    await runEscalationJob();
    expect(sentTo(number).filter(({ template }) => template?.name !== "aleef_consent")).toEqual([]);
    expect(testApp.emails.filter(({ to }) => to === laila)).toHaveLength(1);
  });

  test("receives no queued message after opting out during an escalation", async () => {
    await answerAsContact(ctx, owner, number);
    await createWaitingFinder([omar()]);
    testApp.setNow(ctx.clock.in(11 * 60_000));
    await runEscalations(ctx);
    await receiveInbound(ctx, {
      carrier: "sms",
      providerId: `stop.${testCount}`,
      from: number,
      text: "stop",
      at: ctx.clock.now(),
    });
    await testApp.runJobs();
    expect(sentTo(number).map(({ text }) => text)).toEqual([
      ctx.translator("en")("finderPage.whatsapp.stoppedContact"),
    ]);
  });

  test("is notified on both channels when an e-mail address is known as well", async () => {
    await answerAsContact(ctx, owner, number);
    const email = `omar${testCount}@example.com`;
    const conversationId = await createWaitingFinder([{ ...omar(), email }]);
    await runEscalationJob();
    expect(sentTo(number)).toHaveLength(1);
    expect(testApp.emails.filter(({ to }) => to === email)).toHaveLength(1);
    expect((await findEscalation(ctx, conversationId))?.steps).toMatchObject([
      { emailState: "sent", carriers: [{ state: "sent" }] },
    ]);
  });

  test("is notified in their account when the number belongs to one", async () => {
    const friend = await createTestUser(ctx);
    await verifyNumber(friend, number);
    await answerAsContact(ctx, owner, number);
    await createWaitingFinder([omar()]);
    await runEscalationJob();
    expect((await listNotifications(ctx, friend)).notifications).toMatchObject([{ kind: "asked" }]);
  });
});

test("an owner can ask at most ten numbers a day for consent, the others later, and none without the plan", async () => {
  const asked = () => testApp.phoneMessages.filter(({ template }) => template?.name === "aleef_consent");
  for (let at = 0; at < 3; at++)
    await createTestPet(ctx, owner, {
      contacts: [0, 1, 2, 3, 4].map((one) => ({
        name: "X",
        phone: `+2010${10_000_000 + testCount * 1_000 + at * 10 + one}`,
        email: null,
      })),
    });
  await testApp.runJobs();
  expect(asked()).toHaveLength(10);
  testApp.setNow(ctx.clock.in(25 * 3_600_000));
  // The limit's day is measured by the database's clock.
  await ctx.limits.clear({ name: "contact-consent", points: 10, span: 86_400 }, owner.id);
  await testApp.runJobs();
  expect(new Set(asked().map(({ to }) => to)).size).toBe(15);
  expect(asked()).toHaveLength(15);
  const basic = await createTestUser(ctx);
  testApp.phoneMessages.length = 0;
  await createTestPet(ctx, basic, { contacts: [{ name: "Omar", phone: number, email: null }] });
  await testApp.runJobs();
  expect(testApp.phoneMessages).toEqual([]);
});

describe("owner's phone number", () => {
  const found = (userId: string) => ({
    userId,
    kind: "found" as const,
    params: { petName: "Rocky", finderName: "Karim" },
    link: "/dashboard/scan-details/x",
    topic: createId(),
  });

  test("is verified by the code; notifications are then sent there and their receipts are shown", async () => {
    await verifyNumber(owner, number);
    expect(await getPhoneNumber(ctx, owner)).toMatchObject({ pending: null, wantsMessages: true });
    await sendNotifications(ctx, [found(owner.id)]);
    await testApp.runJobs();
    const alert = sentTo(number).at(-1);
    expect(alert?.template?.name).toBe("aleef_finder");
    const byPhone = async () =>
      (await listNotifications(ctx, owner)).notifications[0]?.deliveries.find(({ channel }) => channel === "phone");
    expect(await byPhone()).toMatchObject({ state: "sent", carriers: [{ carrier: "whatsapp", state: "sent" }] });
    const at = ctx.clock.now();
    const receipt = {
      carrier: "whatsapp" as const,
      providerId: `whatsapp.${alert?.id}`,
      messageId: null,
      reason: null,
      at,
    };
    await receiveReceipt(ctx, { ...receipt, state: "delivered" });
    await testApp.runJobs();
    expect(await byPhone()).toMatchObject({ state: "delivered", carriers: [{ state: "delivered" }] });
  });

  test("receives no messages after they are turned off, until they are turned on again", async () => {
    await verifyNumber(owner, number);
    await updatePhoneMessages(ctx, owner, false);
    await sendNotifications(ctx, [found(owner.id)]);
    await testApp.runJobs();
    expect(sentTo(number).filter(({ template }) => template?.name !== "aleef_code")).toEqual([]);
    await updatePhoneMessages(ctx, owner, true);
    expect(await getPhoneNumber(ctx, owner)).toMatchObject({ wantsMessages: true });
  });

  test("loses its verification when it changes by any path, and queued messages to the old number are not sent", async () => {
    await verifyNumber(owner, number);
    await sendNotifications(ctx, [found(owner.id)]);
    await ctx.db.update(users).set({ phone: "+201009990000" }).where(eq(users.id, owner.id));
    await testApp.runJobs();
    expect(await getPhoneNumber(ctx, owner)).toMatchObject({ verified: null });
    expect(sentTo(number).filter(({ template }) => template?.name !== "aleef_code")).toEqual([]);
  });

  test("moves to another account that verifies it, and the previous owner is notified", async () => {
    await verifyNumber(owner, number);
    const next = await createTestUser(ctx);
    testApp.setNow(ctx.clock.in(3_600_000));
    await verifyNumber(next, number);
    expect(await getPhoneNumber(ctx, owner)).toMatchObject({ verified: null });
    expect((await listNotifications(ctx, owner)).notifications[0]).toMatchObject({
      kind: "account",
      params: { accountNews: "phoneMoved" },
    });
  });

  test("that two accounts verify concurrently belongs to one of them", async () => {
    const [shared, elsewhere] = ["+966512345678", "198.51.100.7"];
    const codes = new Map<string, string>();
    const other = await createTestUser(ctx, { language: "ar" });
    for (const user of [owner, other]) {
      testApp.phoneMessages.length = 0;
      await startPhoneNumber(ctx, user, { phone: shared, first: "whatsapp" }, elsewhere);
      await testApp.runJobs();
      codes.set(user.id, sentTo(shared)[0]?.template?.params[0] ?? "");
    }
    await Promise.all([owner, other].map((user) => confirmPhoneNumber(ctx, user, codes.get(user.id) ?? "", elsewhere)));
    expect(await ctx.db.$count(users, eq(users.verifiedPhone, shared))).toBe(1);
  });

  test("rejects a wrong code, another user's code, and a code after ten minutes", async () => {
    await startPhoneNumber(ctx, owner, { phone: number, first: "sms" }, address());
    await testApp.runJobs();
    expect(sentTo(number)).toMatchObject([{ carrier: "sms" }]);
    const code = /\d{6}/.exec(sentTo(number)[0]?.text ?? "")?.[0] ?? "";
    const other = await createTestUser(ctx);
    expect(await getErrorCode(confirmPhoneNumber(ctx, other, code, address()))).toBe("phone.wrongCode");
    const wrong = code === "000000" ? "000001" : "000000";
    expect(await getErrorCode(confirmPhoneNumber(ctx, owner, wrong, address()))).toBe("phone.wrongCode");
    testApp.setNow(ctx.clock.in(11 * 60_000));
    expect(await getErrorCode(confirmPhoneNumber(ctx, owner, code, address()))).toBe("phone.wrongCode");
  });

  test("is invalidated after five wrong codes, even for the correct one", async () => {
    await startPhoneNumber(ctx, owner, { phone: number, first: "whatsapp" }, address());
    await testApp.runJobs();
    const code = sentTo(number)[0]?.template?.params[0] ?? "";
    for (let tries = 0; tries < 5; tries++)
      expect(await getErrorCode(confirmPhoneNumber(ctx, owner, `9${tries}9999`, address()))).toBe("phone.wrongCode");
    expect(await getErrorCode(confirmPhoneNumber(ctx, owner, code, address()))).toBe("phone.wrongCode");
  });

  test("is sent at most three codes in 15 minutes across networks; other countries are rejected", async () => {
    const ask = (phone: string, from: string) => startPhoneNumber(ctx, owner, { phone, first: "whatsapp" }, from);
    for (let at = 1; at <= 3; at++) await ask(number, `198.51.${testCount}.${at}`);
    expect(await getErrorCode(ask(number, "192.0.2.77"))).toBe("errors.tooMany");
    expect(await getErrorCode(ask("+442079460018", "192.0.2.78"))).toBe("phone.notServed");
  });

  test("is never stored with its code", async () => {
    await startPhoneNumber(ctx, owner, { phone: number, first: "whatsapp" }, address());
    await testApp.runJobs();
    const code = sentTo(number)[0]?.template?.params[0] ?? "none";
    const { rows } = await ctx.pool.query("select row_to_json(m)::text as row from phone_messages m");
    expect(rows.filter(({ row }) => row.includes(code))).toEqual([]);
  });
});
