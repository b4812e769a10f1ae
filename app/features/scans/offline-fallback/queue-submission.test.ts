// A finder's message that was written during an outage would be lost, or delivered twice.
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { eq, inArray } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { messages } from "#app/features/conversations/conversations.tables.server.ts";
import { releaseTags, type Tag } from "#app/features/tags/tags.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { openDatabase } from "#app/platform/db/connection/database.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { createSubmissionQueue } from "#app/platform/fallback/submission-queue.server.ts";
import { offlineRefusals } from "#app/platform/metrics/metrics.server.ts";
import { soon } from "#tests/eventually.ts";
import { createClaimedTag, createTestAdmin, createTestPet, createTestUser } from "#tests/make.ts";
import { notificationsFor } from "#tests/notifications.ts";
import { createTestApp } from "#tests/test-app.ts";
import { visitOf } from "#tests/visits.ts";
import { receiveScans } from "../recording/receive-scan.server.ts";
import { listUndelivered, purgeUndelivered } from "../recording/undelivered.server.ts";
import { scanRecords } from "../scans.tables.server.ts";
import { createScanToken, startFinderConversation } from "../submissions/finder-submissions.server.ts";
import { queueSubmission, sendSubmissions, startSubmissionDelivery } from "./queue-submission.server.ts";

let owner: Actor;
let tag: Tag;

const address = "198.51.100.7";
const sentAt = new Date("2026-11-21T12:00:00Z");
const later = new Date("2026-11-21T12:30:00Z");

const testApp = await createTestApp();
beforeEach(async () => {
  testApp.setNow(sentAt);
  owner = await createTestUser(testApp.ctx);
  tag = await createClaimedTag(testApp.ctx, owner, await createTestPet(testApp.ctx, owner));
});

const kindsOf = async (user: Actor) => (await notificationsFor(testApp.ctx, user.id)).map(({ kind }) => kind);
const waiting = () => testApp.ctx.fallback.submissionQueue.waiting(0, 100);

/** Queues a scan and a form as while the database is unavailable. */
async function sendAll(id = createId()) {
  const scanId = createId();
  await queueSubmission(testApp.ctx, { id: scanId, kind: "scan", address, body: visitOf(tag.code, { address }) });
  const form = { note: "He is with me", contact: "0100 000 0000" };
  const visit = visitOf(tag.code, { address }, { method: "POST" });
  const body = { scan: createScanToken(testApp.ctx, scanId), form, visit, language: "ar" as const };
  await queueSubmission(testApp.ctx, { id, kind: "have", address, body });
  return { scanId, id, body };
}

test("queued submissions are dated when they were sent, their notifications when they are delivered", async () => {
  const { scanId } = await sendAll();
  testApp.setNow(later);
  await sendSubmissions(testApp.ctx);
  const [scan] = await testApp.ctx.db.select().from(scanRecords).where(eq(scanRecords.id, scanId));
  expect(scan).toMatchObject({ ownerId: owner.id, at: sentAt, evidence: "human", usedAt: sentAt });
  const [written] = await testApp.ctx.db
    .select()
    .from(messages)
    .where(eq(messages.conversationId, scan!.conversationId!));
  expect(written).toMatchObject({ body: "He is with me", createdAt: sentAt });
  const received = await notificationsFor(testApp.ctx, owner.id);
  expect(received.map(({ createdAt }) => createdAt)).toEqual([later, later]);
  expect(await kindsOf(owner)).toEqual(["scan", "found"]);
  expect(waiting()).toEqual([]);
});

test("submissions are processed once, also after a crash before removal and when the abandoned first attempt succeeds", async () => {
  const first = await sendAll();
  await sendSubmissions(testApp.ctx);
  // As if the process had crashed before it removed them from the queue.
  const again = { address, body: first.body };
  await queueSubmission(testApp.ctx, { ...again, id: first.id, kind: "have" });
  await queueSubmission(testApp.ctx, { address, id: first.scanId, kind: "scan", body: visitOf(tag.code, { address }) });
  await sendSubmissions(testApp.ctx);
  expect(await kindsOf(owner)).toEqual(["scan", "found"]);

  // The abandoned attempt commits late, beside the queued one.
  const second = await sendAll();
  const [scan] = waiting();
  await Promise.all([sendSubmissions(testApp.ctx), sendSubmissions(testApp.ctx)]);
  const idempotencyKey = { id: second.id };
  await startFinderConversation(testApp.ctx, second.body.scan, second.body.form, {
    address,
    language: "ar",
    idempotencyKey,
  });
  expect(scan?.id).toBe(second.scanId);

  // Both arrive at the same time: the second one yields.
  const third = createId();
  const visit = visitOf(tag.code, { address, scanId: third });
  await queueSubmission(testApp.ctx, { id: third, kind: "scan", address, body: visit });
  const live = () => receiveScans(testApp.ctx, [visit]).catch(() => undefined);
  await Promise.all([live(), sendSubmissions(testApp.ctx), live(), live()]);
  expect(waiting()).toEqual([]);
  expect(await testApp.ctx.db.$count(scanRecords, eq(scanRecords.id, third))).toBe(1);
  expect(await kindsOf(owner)).toEqual(["scan", "found", "scan", "found", "scan"]);
});

test("undeliverable submissions are stored for administrators, failing ones are retried, and neither blocks others", async () => {
  const { id } = await sendAll();
  const admin = await createTestAdmin(testApp.ctx);
  await releaseTags(testApp.ctx, owner.id, [tag.code]);
  const broken = {
    id: createId(),
    kind: "scan" as const,
    address,
    body: { ...visitOf(""), code: null as unknown as string },
  };
  await queueSubmission(testApp.ctx, broken);
  tag = await createClaimedTag(testApp.ctx, owner);
  await sendAll();
  await sendSubmissions(testApp.ctx);
  expect(await kindsOf(owner)).toEqual(["scan", "found"]);
  expect(waiting()).toMatchObject([{ id: broken.id, tries: 1 }]);
  expect(await listUndelivered(testApp.ctx, admin)).toMatchObject([
    { id, kind: "have", code: expect.any(String), text: "0100 000 0000\nHe is with me", sentAt },
  ]);
  for (let tries = 1; tries < 50; tries++) await sendSubmissions(testApp.ctx);
  expect(waiting()).toEqual([]);
  expect((await listUndelivered(testApp.ctx, admin)).find((one) => one.id === broken.id)).toMatchObject({
    kind: "scan",
    reason: "fault",
  });
  await expect(listUndelivered(testApp.ctx, owner)).rejects.toMatchObject({ status: 403 });
  testApp.setNow(new Date(sentAt.getTime() + 31 * 24 * 3_600_000));
  await purgeUndelivered(testApp.ctx);
  expect(await listUndelivered(testApp.ctx, admin)).toEqual([]);
});

test.each(["page", "form"])(
  "page and form queued by two processes count once when the %s is delivered first",
  async (first) => {
    const folder = await mkdtemp(path.join(os.tmpdir(), "aleef-box-"));
    const other: AppContext = {
      ...testApp.ctx,
      fallback: { ...testApp.ctx.fallback, submissionQueue: createSubmissionQueue(folder) },
    };
    const formOf = async () => {
      const scanId = createId();
      const own = await createClaimedTag(testApp.ctx, owner);
      const visit = visitOf(own.code, { address });
      await queueSubmission(testApp.ctx, { id: scanId, kind: "scan", address, body: visit });
      const sent = { ...visit, signals: { ...visit.signals, method: "POST" } };
      const body = {
        scan: createScanToken(testApp.ctx, scanId),
        form: { note: "Here" },
        visit: sent,
        language: "en" as const,
      };
      await queueSubmission(other, { id: createId(), kind: "have", address, body });
      const place = { place: "By the river" };
      await queueSubmission(other, { id: createId(), kind: "location", address, body: { ...body, form: place } });
      return scanId;
    };
    const scans: string[] = [];
    for (let count = 0; count < 20; count++) scans.push(await formOf());
    const contexts = first === "page" ? [testApp.ctx, other] : [other, testApp.ctx];
    for (const ctx of contexts) await sendSubmissions(ctx);
    const rows = await testApp.ctx.db
      .select({ id: scanRecords.id, body: messages.body, place: scanRecords.place })
      .from(scanRecords)
      .innerJoin(messages, eq(messages.conversationId, scanRecords.conversationId))
      .where(inArray(scanRecords.id, scans));
    expect(rows.map(({ id }) => id).toSorted()).toEqual(scans.toSorted());
    expect(rows.every(({ body, place }) => body === "Here" && place === "By the river")).toBe(true);
    expect([waiting(), other.fallback.submissionQueue.waiting(0, 100)]).toEqual([[], []]);
    other.fallback.submissionQueue.close();
    await rm(folder, { recursive: true });
  },
);

test("two processes with a shared queue and a third with its own deliver in order, each submission once", async () => {
  const folders = await Promise.all([1, 2].map(() => mkdtemp(path.join(os.tmpdir(), "aleef-box-"))));
  const contexts = [folders[0], folders[0], folders[1]].map((folder): AppContext => {
    const submissionQueue = createSubmissionQueue(folder as string);
    return { ...testApp.ctx, fallback: { ...testApp.ctx.fallback, submissionQueue } };
  });
  const texts = ["one", "two", "three", "four", "five"];
  const scans: string[] = [];
  const own = await Promise.all(Array.from({ length: 2 }, () => createClaimedTag(testApp.ctx, owner)));
  for (let finder = 0; finder < 20; finder++) {
    const scanId = createId();
    const visit = visitOf(own[finder % 2]!.code, { address });
    const body = { scan: createScanToken(testApp.ctx, scanId), visit, language: "en" as const };
    const keep = (ctx: AppContext, note: string) =>
      queueSubmission(ctx, { id: createId(), kind: "have", address, body: { ...body, form: { note } } });
    await queueSubmission(contexts[finder % 2 ? 0 : 2]!, { id: scanId, kind: "scan", address, body: visit });
    for (const text of texts) await keep(contexts[0]!, text);
    scans.push(scanId);
  }
  await Promise.all(contexts.map(sendSubmissions));
  expect(contexts.map(({ fallback }) => fallback.submissionQueue.count())).toEqual([0, 0, 0]);
  const rows = await testApp.ctx.db
    .select({ id: scanRecords.id, body: messages.body })
    .from(scanRecords)
    .innerJoin(messages, eq(messages.conversationId, scanRecords.conversationId))
    .where(inArray(scanRecords.id, scans))
    .orderBy(messages.id);
  const bodies = Map.groupBy(rows, ({ id }) => id);
  expect(scans.map((id) => bodies.get(id)?.map(({ body }) => body))).toEqual(scans.map(() => texts));
  for (const { fallback } of contexts) fallback.submissionQueue.close();
  for (const folder of folders) await rm(folder, { recursive: true });
});

test("a scan that only a read-only server shows stays queued until the primary has it", async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "aleef-box-"));
  const submissionQueue = createSubmissionQueue(folder);
  const url = new URL(testApp.databaseUrl);
  url.search = "?options=-c%20default_transaction_read_only%3Don";
  const standby = openDatabase(url.href, { max: 1 });
  const fallback = { ...testApp.ctx.fallback, submissionQueue };
  const scanId = createId();
  const visit = visitOf(tag.code, { address, scanId });
  await queueSubmission({ ...testApp.ctx, fallback }, { id: scanId, kind: "scan", address, body: visit });
  await receiveScans(testApp.ctx, [visit]);
  await sendSubmissions({ ...testApp.ctx, db: standby.db, fallback });
  expect(submissionQueue.count()).toBe(1);
  await standby.pool.end();
  submissionQueue.close();
  await rm(folder, { recursive: true });
});

test("more than sixty messages from one network are rejected", async () => {
  const keep = () =>
    queueSubmission(testApp.ctx, {
      id: createId(),
      kind: "message",
      address: "192.0.2.1",
      body: { key: "k", text: "x" },
    });
  await Promise.all(Array.from({ length: 60 }, keep));
  await expect(keep()).rejects.toMatchObject({ status: 429, code: "errors.tooMany" });
  for (const { id } of waiting()) testApp.ctx.fallback.submissionQueue.done(id);
});

test("a full queue is logged once a minute and counted, and submissions are rejected", async () => {
  const logged: unknown[] = [];
  const full = { add: async () => "full" as const, count: () => 20_000 };
  const ctx: AppContext = {
    ...testApp.ctx,
    log: { ...testApp.ctx.log, error: (...args: unknown[]) => logged.push(args) } as never,
    fallback: { ...testApp.ctx.fallback, submissionQueue: full as never },
  };
  const send = () => queueSubmission(ctx, { id: createId(), kind: "message", address, body: { key: "k", text: "x" } });
  const counted = async () => (await offlineRefusals.get()).values.find(({ labels }) => labels.why === "full")?.value;
  const before = (await counted()) ?? 0;
  for (let time = 0; time < 2; time++) await expect(send()).rejects.toMatchObject({ status: 503 });
  expect(logged).toEqual([[{ kind: "message", kept: 20_000 }, expect.stringMatching(/queue is full/)]]);
  expect(await counted()).toBe(before + 2);
});

test("a submission queued after the database has returned is delivered shortly", async () => {
  const stop = startSubmissionDelivery(testApp.ctx);
  const { scanId } = await sendAll();
  await soon(() => expect(waiting()).toEqual([]));
  expect(await testApp.ctx.db.select().from(scanRecords).where(eq(scanRecords.id, scanId))).toHaveLength(1);
  stop();
});
