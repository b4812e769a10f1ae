// A thousand scans would send a thousand e-mails, and the mail provider would then block them all.
import { and, eq } from "drizzle-orm";
import pg from "pg";
import { beforeEach, expect, test } from "vitest";
import { notificationWords } from "#app/features/notifications/notification-texts.ts";
import { notificationDeliveries, notifications } from "#app/features/notifications/notifications.tables.server.ts";
import type { Tag } from "#app/features/tags/tags.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { createDb } from "#app/platform/db/connection/database.server.ts";
import { createClaimedTag, createTestCaregiver, createTestPet, createTestUser } from "#tests/make.ts";
import { grantTestPlan } from "#tests/make-plans.ts";
import { notificationsFor } from "#tests/notifications.ts";
import { createTestApp } from "#tests/test-app.ts";
import { visitOf } from "#tests/visits.ts";
import { notifyFloods } from "../recording/notify-floods.server.ts";
import { receiveScan, receiveScans } from "../recording/receive-scan.server.ts";
import { emailBudgets, scanRecords } from "../scans.tables.server.ts";
import { createScanToken, recordPageUse, startFinderConversation } from "../submissions/finder-submissions.server.ts";

let owner: Actor;
let petId: string;
let tag: Tag;

const testApp = await createTestApp();
beforeEach(async () => {
  testApp.setNow("2026-11-21T12:00:00Z");
  await testApp.ctx.db.delete(emailBudgets);
  owner = await createTestUser(testApp.ctx);
  petId = await createTestPet(testApp.ctx, owner, { name: "Luna" });
  tag = await createClaimedTag(testApp.ctx, owner, petId);
});

const open = (address: string, of = tag, signals = {}) =>
  receiveScan(testApp.ctx, visitOf(of.code, { address }, signals));
const openAll = (addresses: string[], of = tag) => Promise.all(addresses.map((address) => open(address, of)));
const times = (count: number, address: (at: number) => string) => Array.from({ length: count }, (_, at) => address(at));
const sameNetwork = (at: number) => `203.0.113.${at % 250}`;
const ownNetwork = (at: number) => `10.${at >> 8}.${at & 255}.7`;

const notificationsTo = (user: Actor) => notificationsFor(testApp.ctx, user.id);
/** Counts the e-mails to a user by state. */
async function emailsTo(user: Actor): Promise<Record<string, number>> {
  const rows = await testApp.ctx.db
    .select({ state: notificationDeliveries.state, reason: notificationDeliveries.reason })
    .from(notificationDeliveries)
    .innerJoin(notifications, eq(notifications.id, notificationDeliveries.notificationId))
    .where(and(eq(notifications.userId, user.id), eq(notificationDeliveries.channel, "email")));
  const counted: Record<string, number> = {};
  for (const { state, reason } of rows) counted[reason ?? state] = (counted[reason ?? state] ?? 0) + 1;
  return counted;
}

test("1,000 scans from one network are all recorded, six are e-mailed, and one summary covers the rest", async () => {
  const other = await createClaimedTag(testApp.ctx, owner);
  await openAll(times(1000, sameNetwork));
  expect(await testApp.ctx.db.$count(scanRecords, eq(scanRecords.tagId, tag.id))).toBe(1000);
  expect(await notificationsTo(owner)).toHaveLength(6);
  expect(await emailsTo(owner)).toEqual({ waiting: 6 });
  await open(sameNetwork(1), other);
  await open("198.51.100.7");
  expect(await emailsTo(owner)).toEqual({ waiting: 8 });

  testApp.setNow("2026-11-21T12:14:59Z");
  await notifyFloods(testApp.ctx);
  expect(await notificationsTo(owner)).toHaveLength(8);
  testApp.setNow("2026-11-21T12:15:00Z");
  await Promise.all([notifyFloods(testApp.ctx), notifyFloods(testApp.ctx)]);
  const [summary, ...more] = (await notificationsTo(owner)).slice(8);
  expect(more).toEqual([]);
  expect(summary).toMatchObject({
    kind: "scan",
    params: { petName: "Luna", times: 994 },
    link: `/dashboard/scan-records?tag=${tag.code}`,
  });
  for (const [language, said] of [
    ["en", "opened 994 more times"],
    ["ar", "994"],
  ] as const)
    expect(notificationWords(testApp.ctx.translator(language), "scan", summary!.params).text).toContain(said);
  await testApp.runJobs();
  expect(testApp.emails.filter(({ to }) => to === owner.email)).toHaveLength(9);
});

test("scans from many networks cause twenty e-mails, then a summary", async () => {
  await openAll(times(40, ownNetwork));
  expect(await emailsTo(owner)).toEqual({ waiting: 20 });
  await openAll(times(300, (at) => ownNetwork(at + 100)));
  expect(await emailsTo(owner)).toEqual({ waiting: 20 });
  const [budget] = await testApp.ctx.db.select().from(emailBudgets).where(eq(emailBudgets.petId, petId));
  expect(budget?.held).toBe(320);
  await openAll(times(300, (at) => ownNetwork(at + 1000)));
  const [later] = await testApp.ctx.db.select().from(emailBudgets).where(eq(emailBudgets.petId, petId));
  expect(Object.keys(later!.scans).length).toBeLessThan(400);
});

test("a continuing flood causes no more e-mails until 15 minutes were quiet", async () => {
  await openAll(times(20, sameNetwork));
  testApp.setNow("2026-11-21T12:15:00Z");
  await notifyFloods(testApp.ctx);
  await openAll(times(20, sameNetwork));
  await open("198.51.100.7");
  expect(await emailsTo(owner)).toEqual({ waiting: 8 });
  testApp.setNow("2026-11-21T12:30:00Z");
  await notifyFloods(testApp.ctx);
  // The flood was already reported: the summary is updated without a second e-mail.
  expect(await emailsTo(owner)).toEqual({ waiting: 8 });
  const summaries = (await notificationsTo(owner)).filter(({ params }) => params.times);
  expect(summaries.map(({ params }) => params.times)).toEqual([34]);
  testApp.setNow("2026-11-21T12:45:00Z");
  await notifyFloods(testApp.ctx);
  expect(await testApp.ctx.db.select().from(emailBudgets)).toEqual([]);
  await openAll(times(7, sameNetwork));
  expect(await emailsTo(owner)).toEqual({ waiting: 14 });
});

test("an ended budget restarts by itself, unless it still has something to report", async () => {
  await openAll(times(6, sameNetwork));
  testApp.setNow("2026-11-21T12:15:00Z");
  await openAll(times(7, sameNetwork));
  expect(await emailsTo(owner)).toEqual({ waiting: 12 });
  testApp.setNow("2026-11-21T12:45:00Z");
  await open(sameNetwork(1));
  expect(await emailsTo(owner)).toEqual({ waiting: 12 });
});

test("a finder's message is sent immediately during a flood of scans", async () => {
  await openAll(times(30, sameNetwork));
  const seen = await open("203.0.113.9");
  if (!("scanId" in seen)) throw new Error("no scan");
  const token = createScanToken(testApp.ctx, seen.scanId);
  await startFinderConversation(testApp.ctx, token, { note: "He is fine" }, { address: "203.0.113.9", language: "en" });
  expect(await emailsTo(owner)).toEqual({ waiting: 7 });
});

test("scans confirmed later count against the same limit", async () => {
  for (let at = 0; at < 9; at++) {
    const seen = await open(sameNetwork(at), tag, { fetchMode: null, fetchDest: null });
    if (!("scanId" in seen)) throw new Error("no scan");
    await recordPageUse(testApp.ctx, createScanToken(testApp.ctx, seen.scanId), { address: sameNetwork(at) });
  }
  expect(await emailsTo(owner)).toEqual({ waiting: 6 });
});

test("two processes share the budget", async () => {
  const pool = new pg.Pool({ connectionString: testApp.databaseUrl });
  const elsewhere = { ...testApp.ctx, pool, db: createDb(pool) };
  const visits = times(30, sameNetwork).map((address) => visitOf(tag.code, { address }));
  await Promise.all(visits.map((visit, at) => receiveScans(at % 2 ? elsewhere : testApp.ctx, [visit])));
  await pool.end();
  expect(await emailsTo(owner)).toEqual({ waiting: 6 });
});

test("a caregiver is notified like the owner: six e-mails and a summary", async () => {
  await grantTestPlan(testApp.ctx, owner);
  const caregiver = await createTestUser(testApp.ctx);
  await createTestCaregiver(testApp.ctx, owner, petId, caregiver, { level: "see" });
  const before = (await emailsTo(caregiver)).waiting ?? 0;
  await openAll(times(10, sameNetwork));
  expect(await emailsTo(caregiver)).toEqual({ waiting: before + 6 });
  testApp.setNow("2026-11-21T12:15:00Z");
  await notifyFloods(testApp.ctx);
  expect((await notificationsTo(caregiver)).at(-1)).toMatchObject({
    params: { petName: "Luna", times: 4 },
    link: `/dashboard/scan-records?pet=${petId}`,
  });
});
