// A finder would wait in vain because no emergency contact was told, or each would be told twice.
import { and, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { getConversationByKey, listMessages } from "#app/features/conversations/conversations.server.ts";
import { conversations, messages } from "#app/features/conversations/conversations.tables.server.ts";
import { notificationPreferences } from "#app/features/notifications/notifications.tables.server.ts";
import { petContacts, pets } from "#app/features/pets/pets.tables.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import { createId, isId } from "#app/platform/db/uuid.server.ts";
import type { RequestInfo } from "#app/platform/http/request-info.server.ts";
import { createClaimedTag, createTestPet, createTestUser } from "#tests/make.ts";
import { refused } from "#tests/make-orders.ts";
import { grantTestPlan } from "#tests/make-plans.ts";
import { notificationsFor } from "#tests/notifications.ts";
import { createTestApp } from "#tests/test-app.ts";
import { completeHandover, findHandover, startHandover } from "../handover/handover.server.ts";
import { acceptHelp, getHelpView, sendHelperMessage } from "../help/help.server.ts";
import { renderHelpPage } from "../help/help-page.server.tsx";
import type { Evidence } from "../scans.rules.ts";
import { escalationSteps, escalations, scanRecords } from "../scans.tables.server.ts";
import { createScanToken, startFinderConversation } from "../submissions/finder-submissions.server.ts";
import {
  acceptEscalation,
  findEscalation,
  listEscalationSteps,
  runEscalations,
  sendReplyToFinder,
  updateEscalationChoice,
  updateFinderConversation,
} from "./escalation.server.ts";
import { getHelpPath } from "./escalation-email.server.ts";

const testApp = await createTestApp();
const { ctx } = testApp;

const noon = Date.parse("2026-11-21T12:00:00Z");
const setMinute = (minutes: number) => testApp.setNow(new Date(noon + minutes * 60_000));
let counter = 0;

interface Options {
  plan?: "comfort" | "rescue-plus" | null;
  contacts?: { name: string; email: string | null }[];
  evidence?: Evidence;
  minutes?: 3 | 5;
}

/** Creates an owner and a finder who reported at noon that they have the pet. */
async function createWaitingFinder({ plan = "comfort", contacts, evidence = "human", minutes = 5 }: Options = {}) {
  setMinute(0);
  const owner = await createTestUser(ctx);
  if (plan) {
    await grantTestPlan(ctx, owner, plan);
    await updateEscalationChoice(ctx, owner, { isOn: true, minutes });
  }
  const people = contacts ?? [
    { name: "Omar", email: `omar${++counter}@example.com` },
    { name: "Hoda", email: null },
    { name: "Laila", email: `laila${counter}@example.com` },
  ];
  const petId = await createTestPet(ctx, owner, {
    contacts: people.map((one) => ({ ...one, phone: "+201001234567" })),
  });
  const tag = await createClaimedTag(ctx, owner, petId);
  const scanId = createId();
  const scan = { id: scanId, tagId: tag.id, ownerId: owner.id, petId, at: ctx.clock.now(), visit: createId() };
  await ctx.db.insert(scanRecords).values({ ...scan, evidence, reasons: ["browser"], medium: "qr", language: "en" });
  const address = `203.0.${++counter}.7`;
  const form = { name: "Karim", contact: "+201009998877", note: "He is here", place: "At the pharmacy" };
  const key = await startFinderConversation(ctx, createScanToken(ctx, scanId), form, { address, language: "en" });
  const conversationId = (await getConversationByKey(ctx, key)).id;
  const notifiedNames = async () => (await listEscalationSteps(ctx, conversationId)).map(({ name }) => name);
  const getStepKey = async (index: number) =>
    getHelpPath(ctx, (await listEscalationSteps(ctx, conversationId))[index]!.id).slice(6);
  const emailsTo = (name: string) => {
    const email = people.find((one) => one.name === name)?.email;
    return testApp.emails.filter(({ to }) => to === email);
  };
  const notificationsOf = (user: Actor) => notificationsFor(ctx, user.id);
  return { owner, petId, scanId, conversationId, key, address, notifiedNames, getStepKey, emailsTo, notificationsOf };
}

const runEscalationJob = async (minutes: number) => {
  setMinute(minutes);
  await runEscalations(ctx);
  await testApp.runJobs();
};

describe("escalation while a finder waits", () => {
  test("notifies the contacts one after another, each once after the owner's minutes, until nobody is left", async () => {
    const { notifiedNames, emailsTo, conversationId } = await createWaitingFinder();
    await runEscalationJob(4);
    expect(await notifiedNames()).toEqual([]);
    await runEscalationJob(5);
    await runEscalationJob(5);
    expect(await notifiedNames()).toEqual(["Omar"]);
    expect(emailsTo("Omar")).toHaveLength(1);
    expect(await findEscalation(ctx, conversationId)).toMatchObject({
      next: { name: "Laila", at: new Date(noon + 600_000) },
    });
    await runEscalationJob(9);
    expect(await notifiedNames()).toEqual(["Omar"]);
    await runEscalationJob(10);
    expect(await notifiedNames()).toEqual(["Omar", "Laila"]);
    await runEscalationJob(15);
    await runEscalationJob(600);
    expect(await notifiedNames()).toEqual(["Omar", "Laila"]);
    expect(await findEscalation(ctx, conversationId)).toMatchObject({
      next: null,
      endedBy: "nobodyLeft",
      stoppedAt: null,
    });
    expect([emailsTo("Omar").length, emailsTo("Laila").length]).toEqual([1, 1]);
  });

  test("that fails for one finder continues for the others", async () => {
    const [failing, other] = [await createWaitingFinder(), await createWaitingFinder()];
    const { conversationId } = failing;
    const step = { id: createId(), conversationId, position: 0, name: "Omar", notifiedAt: ctx.clock.now() };
    await ctx.db.insert(escalationSteps).values(step);
    await runEscalationJob(5);
    expect(await other.notifiedNames()).toEqual(["Omar"]);
  });

  test("never renders a name in a contact's e-mail as a link, even one stored before validation", async () => {
    const { owner, petId, emailsTo } = await createWaitingFinder({
      contacts: [{ name: "Omar", email: `omar${++counter}@example.com` }],
    });
    await ctx.db.update(users).set({ firstName: "win.evil.test/now" }).where(eq(users.id, owner.id));
    await ctx.db.update(pets).set({ name: "https://evil.test/pet" }).where(eq(pets.id, petId));
    await runEscalationJob(5);
    const [message] = emailsTo("Omar");
    expect(message?.text).toContain("win evil test now");
    expect(message?.subject + String(message?.text) + String(message?.html)).not.toMatch(/evil\.test/);
  });

  test("notifies each contact once with concurrent processes, and catches up after downtime", async () => {
    const { notifiedNames, emailsTo } = await createWaitingFinder();
    setMinute(120);
    await Promise.all(Array.from({ length: 5 }, () => runEscalations(ctx)));
    await testApp.runJobs();
    expect((await notifiedNames())[0]).toBe("Omar");
    expect(new Set(await notifiedNames()).size).toBe((await notifiedNames()).length);
    expect(emailsTo("Omar")).toHaveLength(1);
  });

  test("does not start on the smallest plan, when turned off, for the owner's own test, or without a reachable contact", async () => {
    const basic = await createWaitingFinder({ plan: null });
    const ownTest = await createWaitingFinder({ evidence: "owner" });
    const unreachable = await createWaitingFinder({ contacts: [{ name: "Hoda", email: null }] });
    const { owner } = await createWaitingFinder();
    await updateEscalationChoice(ctx, owner, { isOn: false, minutes: 5 });
    for (const { conversationId } of [basic, ownTest, unreachable])
      expect(await ctx.db.select().from(escalations).where(eq(escalations.conversationId, conversationId))).toEqual([]);
    await expect(updateEscalationChoice(ctx, basic.owner, { isOn: true, minutes: 3 })).rejects.toEqual(
      refused("escalation.notOnPlan", 403),
    );
  });

  test("e-mails an address at most twenty times a day, whichever owner names it as a contact", async () => {
    const email = "everybodys-contact@example.com";
    for (let at = 0; at < 22; at++) {
      await createWaitingFinder({ contacts: [{ name: "Omar", email }] });
      await runEscalationJob(5);
    }
    expect(testApp.emails.filter(({ to }) => to === email)).toHaveLength(20);
  });

  test("asks the next contact at once when one had the day's twenty requests, and tells the owner so", async () => {
    const email = "asked-by-everybody@example.com";
    for (let at = 0; at < 20; at++) {
      await createWaitingFinder({ contacts: [{ name: "Omar", email }] });
      await runEscalationJob(5);
    }
    const { conversationId, emailsTo } = await createWaitingFinder({
      contacts: [
        { name: "Omar", email: email.toUpperCase() },
        { name: "Laila", email: `laila${++counter}@example.com` },
      ],
    });
    await runEscalationJob(5);
    expect(emailsTo("Laila")).toHaveLength(1);
    expect(testApp.emails.filter(({ to }) => to.toLowerCase() === email)).toHaveLength(20);
    const steps = [
      { name: "Omar", isLeftOut: true, emailState: null },
      { name: "Laila", isLeftOut: false, emailState: "sent" },
    ];
    expect(await findEscalation(ctx, conversationId)).toMatchObject({ steps, endedBy: null });
    await runEscalationJob(10);
    expect(await findEscalation(ctx, conversationId)).toMatchObject({ steps, endedBy: "nobodyLeft" });

    const alone = await createWaitingFinder({ contacts: [{ name: "Omar", email }] });
    await runEscalationJob(5);
    expect(await findEscalation(ctx, alone.conversationId)).toMatchObject({
      steps: [{ name: "Omar", isLeftOut: true }],
      endedBy: "nobodyLeft",
    });
  });

  test("skips the owner's own e-mail address", async () => {
    const owner = await createTestUser(ctx, { email: "Self@example.com" });
    expect(owner.email).toBe("Self@example.com");
    const { conversationId, notifiedNames } = await createWaitingFinder({
      contacts: [{ name: "Omar", email: "other-omar@example.com" }],
    });
    await ctx.db.update(escalations).set({ ownerId: owner.id }).where(eq(escalations.conversationId, conversationId));
    await runEscalationJob(5);
    expect(await notifiedNames()).toEqual(["Omar"]);
  });

  test("notifies a contact's account like an owner, regardless of quiet hours and preferences", async () => {
    const friend = await createTestUser(ctx, { email: `friend${++counter}@example.com` });
    await ctx.db.insert(notificationPreferences).values({
      userId: friend.id,
      choices: { asked: { email: false, push: true, phone: false, live: true } },
      quietHours: { isOn: true, from: "00:00", to: "23:59", days: [0, 1, 2, 3, 4, 5, 6] } as never,
    });
    const { notificationsOf, emailsTo } = await createWaitingFinder({
      contacts: [{ name: "Friend", email: friend.email.toUpperCase() }],
    });
    await runEscalationJob(5);
    const [notification] = await notificationsOf(friend);
    expect(notification).toMatchObject({ kind: "asked", params: { petName: "Rocky" } });
    expect(JSON.stringify(notification)).not.toContain("Karim");
    expect(notification?.link).toMatch(/^\/help\/[\w-]{43}$/);
    expect(testApp.emails.filter(({ to }) => to === friend.email)).toHaveLength(1);
    expect(emailsTo("Friend")).toHaveLength(0);
  });
});

describe("“I'm on it”", () => {
  test.each(["takeOver", "answer", "handover"] as const)("by the owner (%s) stops the escalation", async (how) => {
    const { owner, conversationId, scanId, notifiedNames, key, address } = await createWaitingFinder();
    if (how === "takeOver") await acceptEscalation(ctx, owner, conversationId);
    if (how === "answer") await sendReplyToFinder(ctx, owner, conversationId, "I am coming");
    if (how === "handover") {
      await startHandover(ctx, owner, scanId);
      await completeHandover(ctx, key, (await findHandover(ctx, conversationId))!.code!, address);
    }
    await runEscalationJob(5);
    await runEscalationJob(60);
    expect(await notifiedNames()).toEqual([]);
    expect(await findEscalation(ctx, conversationId)).toMatchObject({ endedBy: "owner", next: null });
  });

  test("by a contact stops it, and notifies the owner who it is and the finder that somebody is on it", async () => {
    const { owner, conversationId, notifiedNames, getStepKey, notificationsOf, key } = await createWaitingFinder();
    await runEscalationJob(5);
    const link = await getStepKey(0);
    const before = await getHelpView(ctx, link);
    expect(before).toMatchObject({
      state: "asked",
      finder: { name: "Karim", contact: "+201009998877", place: "At the pharmacy", messages: [{ body: "He is here" }] },
    });
    await Promise.all([acceptHelp(ctx, link, "203.0.113.5"), acceptHelp(ctx, link, "203.0.113.5")]);
    expect(await getHelpView(ctx, link)).toMatchObject({ state: "mine", finder: { name: "Karim" } });
    await runEscalationJob(60);
    expect(await notifiedNames()).toEqual(["Omar"]);
    const helped = (await notificationsOf(owner)).filter(({ kind }) => kind === "helper");
    expect(helped).toMatchObject([{ params: { finderName: "Omar", petName: "Rocky" } }]);
    expect((await getConversationByKey(ctx, key)).onTheWayAt).toEqual(new Date(noon + 300_000));
    expect(await findEscalation(ctx, conversationId)).toMatchObject({ endedBy: "contact" });
  });

  test("by a contact lets them write until the owner closes the conversation", async () => {
    const { owner, conversationId, getStepKey } = await createWaitingFinder();
    await runEscalationJob(5);
    const link = await getStepKey(0);
    await acceptHelp(ctx, link, "203.0.113.10");
    await sendHelperMessage(ctx, link, "I am near", "203.0.113.10");
    await updateFinderConversation(ctx, owner, conversationId, "closed");
    await expect(sendHelperMessage(ctx, link, "Still there?", "203.0.113.10")).rejects.toMatchObject({
      code: "conversations.closedForYou",
      status: 403,
    });
    expect((await listMessages(ctx, conversationId)).map(({ body }) => body)).toEqual(["He is here", "I am near"]);
  });

  test.each(["closed", "reported"] as const)("shows a contact nothing of the finder once it is %s", async (state) => {
    const { owner, conversationId, getStepKey } = await createWaitingFinder();
    await runEscalationJob(5);
    const link = await getStepKey(0);
    await acceptHelp(ctx, link, "203.0.113.11");
    await updateFinderConversation(ctx, owner, conversationId, state);
    expect(await getHelpView(ctx, link)).toMatchObject({ state: "closed", finder: null });
    await updateFinderConversation(ctx, owner, conversationId, "open");
    expect(await getHelpView(ctx, link)).toMatchObject({ state: "mine", finder: { name: "Karim" } });
  });

  test("by a contact ends when the owner removes them from the pet's contacts", async () => {
    const { conversationId, petId, getStepKey } = await createWaitingFinder();
    await runEscalationJob(5);
    const link = await getStepKey(0);
    await acceptHelp(ctx, link, "203.0.113.13");
    expect(await getHelpView(ctx, link)).toMatchObject({ state: "mine", finder: { name: "Karim" } });
    await ctx.db.delete(petContacts).where(and(eq(petContacts.petId, petId), eq(petContacts.name, "Omar")));
    expect(await getHelpView(ctx, link)).toMatchObject({ state: "old", finder: null });
    await expect(sendHelperMessage(ctx, link, "It's me again", "203.0.113.13")).rejects.toMatchObject({ status: 409 });
    expect((await listMessages(ctx, conversationId)).map(({ body }) => body)).toEqual(["He is here"]);
  });

  test("by a contact shows them the earlier messages of a long conversation", async () => {
    const { conversationId, getStepKey } = await createWaitingFinder();
    await runEscalationJob(5);
    const link = await getStepKey(0);
    await acceptHelp(ctx, link, "203.0.113.15");
    const rows = Array.from({ length: 500 }, (_, at) => ({
      ...{
        id: createId(),
        conversationId,
        author: "finder" as const,
        body: `Message ${at}`,
        createdAt: ctx.clock.now(),
      },
    }));
    await ctx.db.insert(messages).values(rows);
    const { finder } = await getHelpView(ctx, link);
    expect(finder?.messages).toHaveLength(500);
    expect(finder?.messages.map(({ body }) => body)).not.toContain("He is here");
    const before = await getHelpView(ctx, link, finder?.earlier);
    expect(before.finder).toMatchObject({ messages: [{ body: "He is here" }], earlier: null });
    const info = { t: ctx.translator("en"), language: "en", nonce: "x" } as RequestInfo;
    const text = async (more = {}) => (await renderHelpPage(ctx, info, link, more)).text();
    expect(await text()).toContain(`?before=${finder?.earlier}">Earlier messages`);
    expect(await text({ before: finder?.earlier })).toContain("Latest messages");
  });

  test("by somebody who is no contact any more is not recorded", async () => {
    const { petId, key, getStepKey } = await createWaitingFinder();
    await runEscalationJob(5);
    const link = await getStepKey(0);
    await ctx.db.delete(petContacts).where(and(eq(petContacts.petId, petId), eq(petContacts.name, "Omar")));
    await acceptHelp(ctx, link, "203.0.113.14");
    expect((await getConversationByKey(ctx, key)).onTheWayAt).toBeNull();
  });

  test("by a contact is too late once the conversation is closed", async () => {
    const { conversationId, getStepKey, key } = await createWaitingFinder();
    await runEscalationJob(5);
    const link = await getStepKey(0);
    // As a transfer of the pet closes it.
    await ctx.db.update(conversations).set({ state: "closed" }).where(eq(conversations.id, conversationId));
    await acceptHelp(ctx, link, "203.0.113.12");
    expect((await getConversationByKey(ctx, key)).onTheWayAt).toBeNull();
    expect(await getHelpView(ctx, link)).toMatchObject({ state: "closed", finder: null });
  });

  test("is accepted from only one of several concurrent callers", async () => {
    const { owner, conversationId, getStepKey } = await createWaitingFinder();
    await runEscalationJob(5);
    await runEscalationJob(10);
    const [first, second] = [await getStepKey(0), await getStepKey(1)];
    await Promise.all([
      acceptHelp(ctx, first, "203.0.113.6"),
      acceptHelp(ctx, second, "203.0.113.6"),
      acceptEscalation(ctx, owner, conversationId),
    ]);
    const states = [(await getHelpView(ctx, first)).state, (await getHelpView(ctx, second)).state];
    const { endedBy } = (await findEscalation(ctx, conversationId))!;
    expect(states.filter((state) => state === "mine")).toHaveLength(endedBy === "contact" ? 1 : 0);
    for (const [index, state] of states.entries())
      if (state === "taken") expect((await getHelpView(ctx, [first, second][index]!)).finder).toBeNull();
  });

  test("by the owner is limited to thirty messages in ten minutes", async () => {
    const { owner, conversationId } = await createWaitingFinder();
    for (let at = 0; at < 30; at++) await sendReplyToFinder(ctx, owner, conversationId, `Message ${at}`);
    await expect(sendReplyToFinder(ctx, owner, conversationId, "One more")).rejects.toMatchObject({ status: 429 });
  });

  test("by the owner cancels a contact's queued e-mail", async () => {
    const { owner, conversationId, emailsTo } = await createWaitingFinder();
    setMinute(5);
    await runEscalations(ctx);
    await acceptEscalation(ctx, owner, conversationId);
    await testApp.runJobs();
    expect(emailsTo("Omar")).toEqual([]);
  });

  test("is not possible with an invalid key, after a week, or once the pet is home", async () => {
    const { owner, scanId, conversationId, key, address, getStepKey } = await createWaitingFinder();
    await runEscalationJob(5);
    const link = await getStepKey(0);
    for (const wrong of ["", "x", link.slice(0, -1), `${link.slice(0, -1)}${link.endsWith("A") ? "B" : "A"}`, key]) {
      await expect(getHelpView(ctx, wrong)).rejects.toMatchObject({ status: 404 });
      await expect(acceptHelp(ctx, wrong, "203.0.113.8")).rejects.toMatchObject({ status: 404 });
    }
    setMinute(5 + 7 * 24 * 60 + 1);
    expect(await getHelpView(ctx, link)).toMatchObject({ state: "old", finder: null });
    await acceptHelp(ctx, link, "203.0.113.8");
    expect((await getConversationByKey(ctx, key)).onTheWayAt).toBeNull();
    setMinute(6);
    await startHandover(ctx, owner, scanId);
    await completeHandover(ctx, key, (await findHandover(ctx, conversationId))!.code!, address);
    expect(await getHelpView(ctx, link)).toMatchObject({ state: "home", finder: null });
    expect(isId(conversationId)).toBe(true);
  });
});
