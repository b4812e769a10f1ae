// A reporter would overlook a new message, or a stranger's address would be flooded with e-mails from us.
import { describe, expect, test } from "vitest";
import { countUnread } from "#app/features/notifications/notifications.server.ts";
import type { AppError } from "#app/platform/app-error.server.ts";
import { createTestReport, createTestUser, type TestUser } from "#tests/make.ts";
import { createTestApp } from "#tests/test-app.ts";
import { listOwnReports } from "../own/own-reports.server.ts";
import { createGuestReport, createReport } from "../publish-reports.server.ts";
import { createManageKey, reportEmailJob } from "../report-emails.server.ts";
import { getGuestHolder } from "../report-holder.server.ts";
import { confirmReport } from "../report-states.server.ts";
import { getConversationView } from "./conversation-actions.server.ts";
import {
  createReportConversation,
  getReporterConversation,
  listReportConversations,
  markReportConversationSeen,
  sendReplyToWriter,
  sendWriterMessage,
} from "./report-conversations.server.ts";

const from = { address: "10.44.1.7", language: "en" } as const;
/** Other networks. */
const elsewhere = { ...from, address: "10.44.2.7" };
const third = { ...from, address: "10.44.3.7" };
const fourth = { ...from, address: "10.44.4.7" };
const neighbour = { ...from, address: "10.44.5.7" };

const testApp = await createTestApp();
const owner = await createTestUser(testApp.ctx);
const seenAt = testApp.ctx.clock.now();
const reportId = await createTestReport(testApp.ctx, owner, { type: "cat", petName: "Luna", ...from });

test("a conversation is new until the reporter has seen it, and again after another message", async () => {
  const { ctx } = testApp;
  const key = await createReportConversation(ctx, reportId, { body: "I saw her" }, { ...from, actor: null });
  const [{ id: conversationId } = { id: "" }] = await listReportConversations(ctx, { id: reportId });
  const view = () => getConversationView(ctx, owner, reportId, conversationId);
  const fresh = async () =>
    (await listOwnReports(ctx, owner, null)).reports.map(({ conversations, fresh }) => [conversations, fresh]);
  const unread = () => countUnread(ctx, owner, `/dashboard/lost-found/${reportId}/conversations/${conversationId}`);
  expect([(await view()).isNew, await unread()]).toEqual([true, 1]);
  expect(await fresh(), "in the list of reports, too").toEqual([[1, 1]]);
  expect((await view()).isNew, "reading it on the server tells nothing").toBe(true);

  await markReportConversationSeen(ctx, owner, reportId, conversationId);
  expect([(await view()).isNew, await unread()]).toEqual([false, 0]);
  expect(await fresh()).toEqual([[1, 0]]);

  testApp.setNow(ctx.clock.in(60_000));
  await sendWriterMessage(ctx, key, "She is still here", from.address);
  expect((await view()).isNew).toBe(true);
  testApp.setNow(ctx.clock.in(60_000));
  await sendReplyToWriter(ctx, owner, reportId, conversationId, "I am coming");
  const { conversation, messages } = await getReporterConversation(ctx, owner, reportId, conversationId);
  expect(messages.every(({ createdAt }) => conversation.seenAt && createdAt <= conversation.seenAt)).toBe(true);
});

test("a guest reporter's e-mail links directly to the new conversation", async () => {
  const { ctx, emails } = testApp;
  const form = {
    kind: "found",
    type: "cat",
    area: "Here",
    seenAt: ctx.clock.now(),
    guestEmail: "guest@example.com",
  } as const;
  const found = await createGuestReport(ctx, form, from);
  const key = createManageKey(ctx, found);
  await confirmReport(ctx, await getGuestHolder(ctx, key));
  await createReportConversation(ctx, found, { body: "Is it mine?" }, { ...from, actor: null });
  await testApp.runJobs();
  const [conversation] = await listReportConversations(ctx, { id: found });
  const message = emails.findLast(({ to, text }) => to === "guest@example.com" && text.includes("/conversations/"));
  expect(message?.text).toContain(`/community-reports/manage/${key}/conversations/${conversation?.id}`);
});

test("only the reporter can mark a conversation as seen", async () => {
  const { ctx } = testApp;
  await createReportConversation(ctx, reportId, { body: "And I" }, { ...from, actor: null });
  const [conversation] = await listReportConversations(ctx, { id: reportId });
  const other = await createTestUser(ctx);
  const status = markReportConversationSeen(ctx, other, reportId, conversation!.id).catch(
    (error: AppError) => error.status,
  );
  expect(await status).toBe(404);
});

describe("notifications of messages", () => {
  /** Returns a function that counts what was sent to an address since the last call. */
  function countEmailsTo(address: string) {
    let before = testApp.emails.filter(({ to }) => to === address).length;
    return async () => {
      await testApp.runJobs();
      const all = testApp.emails.filter(({ to }) => to === address).length;
      const added = all - before;
      before = all;
      return added;
    };
  }

  const publishReport = (reporter: TestUser) =>
    createReport(testApp.ctx, reporter, { kind: "lost", type: "cat", petName: "Mishmish", area: "Here", seenAt }, from);

  test("a writer's address, which nobody confirmed, gets one e-mail per 10 minutes and six a day", async () => {
    const { ctx } = testApp;
    const reporter = await createTestUser(ctx);
    const email = "not-the-writer@example.com";
    const countEmails = countEmailsTo(email);
    for (const petName of ["Mishmish", "Bondok"]) {
      const form = { kind: "lost", type: "cat", petName, area: "Here", seenAt } as const;
      const report = await createReport(ctx, reporter, form, from);
      await createReportConversation(ctx, report, { body: "Hi", email }, { ...from, actor: null });
    }
    const conversations = (await listOwnReports(ctx, reporter, null)).reports.map(async (report) => {
      const [conversation] = await listReportConversations(ctx, report);
      return [report.id, conversation!.id] as const;
    });
    const [[reportOfFirst, first], [reportOfSecond, second]] = (await Promise.all(conversations)) as [
      readonly [string, string],
      readonly [string, string],
    ];
    for (let at = 0; at < 10; at++) await sendReplyToWriter(ctx, reporter, reportOfFirst, first, `Buy now ${at}`);
    expect(await countEmails()).toBe(1);
    for (let at = 0; at < 5; at++) {
      // The limit's window is measured by the database's clock.
      await ctx.limits.clear({ name: "answer-email", points: 1, span: 600 }, `message ${second}`);
      await sendReplyToWriter(ctx, reporter, reportOfSecond, second, `Buy now ${at}`);
      expect(await countEmails()).toBe(1);
    }
    await ctx.limits.clear({ name: "answer-email", points: 1, span: 600 }, `message ${second}`);
    await sendReplyToWriter(ctx, reporter, reportOfSecond, second, "Buy now");
    expect(await countEmails()).toBe(0);
  });

  test.each(["message", "answer"] as const)(
    "an e-mail (%s) that could not be queued is sent by the retry",
    async (kind) => {
      const { ctx } = testApp;
      const email = `retried-${kind}@example.com`;
      const form = { kind: "found", type: "dog", area: "Here", seenAt, guestEmail: email } as const;
      const report = await createGuestReport(ctx, form, { ...from, address: "10.44.8.7" });
      await confirmReport(ctx, await getGuestHolder(ctx, createManageKey(ctx, report)));
      await createReportConversation(
        ctx,
        report,
        { body: "Hi", email },
        { ...from, address: "10.44.8.7", actor: null },
      );
      await testApp.runJobs();
      const [conversation] = await listReportConversations(ctx, { id: report });
      const conversationId = conversation!.id;
      const sent = kind === "answer" ? `message ${conversationId}` : `reporter ${conversationId}`;
      await ctx.limits.clear({ name: "answer-email", points: 1, span: 600 }, sent);
      const countEmails = countEmailsTo(email);
      const message = kind === "answer" ? { kind, conversationId } : { kind, reportId: report, conversationId };
      const send = async () => {
        throw new Error("connection lost");
      };
      const attempt = { attempt: 1, isLast: false };
      await expect(reportEmailJob.work({ ...ctx, jobs: { ...ctx.jobs, send } }, message, attempt)).rejects.toThrow(
        "connection lost",
      );
      await reportEmailJob.work(ctx, message, { ...attempt, attempt: 2 });
      expect(await countEmails()).toBe(1);
    },
  );

  test("thirty messages from one network send six e-mails, and another network's is still e-mailed", async () => {
    const { ctx } = testApp;
    const reporter = await createTestUser(ctx);
    const report = await publishReport(reporter);
    const countEmails = countEmailsTo(reporter.email);
    const key = await createReportConversation(ctx, report, { body: "1" }, { ...from, actor: null });
    for (let at = 2; at <= 30; at++) await sendWriterMessage(ctx, key, String(at), from.address);
    expect(await countEmails()).toBe(6);
    await createReportConversation(ctx, report, { body: "Here she is" }, { ...elsewhere, actor: null });
    expect(await countEmails()).toBe(1);
    const stored = (await listReportConversations(ctx, { id: report })).map(({ messages }) => messages);
    expect(stored.toSorted(), "all are stored").toEqual([1, 30]);
  });

  test("after an answer, the writer's messages are e-mailed again", async () => {
    const { ctx } = testApp;
    const reporter = await createTestUser(ctx);
    const report = await publishReport(reporter);
    const countEmails = countEmailsTo(reporter.email);
    const key = await createReportConversation(ctx, report, { body: "1" }, { ...third, actor: null });
    for (let at = 2; at <= 8; at++) await sendWriterMessage(ctx, key, String(at), third.address);
    expect(await countEmails()).toBe(6);
    const [conversation] = await listReportConversations(ctx, { id: report });
    await sendReplyToWriter(ctx, reporter, report, conversation!.id, "Where are you?");
    await sendWriterMessage(ctx, key, "At the gate", third.address);
    expect(await countEmails()).toBe(1);
  });

  test("messages after an answer do not use up what others of the same network may send", async () => {
    const { ctx } = testApp;
    const reporter = await createTestUser(ctx);
    const report = await publishReport(reporter);
    const countEmails = countEmailsTo(reporter.email);
    const key = await createReportConversation(ctx, report, { body: "1" }, { ...neighbour, actor: null });
    const [conversation] = await listReportConversations(ctx, { id: report });
    for (let at = 1; at <= 5; at++) {
      await sendReplyToWriter(ctx, reporter, report, conversation!.id, `Question ${at}`);
      await sendWriterMessage(ctx, key, `Answer ${at}`, neighbour.address);
    }
    expect(await countEmails()).toBe(6);
    await createReportConversation(ctx, report, { body: "She is in our yard" }, { ...neighbour, actor: null });
    expect(await countEmails()).toBe(1);
  });

  test("answers of a signed-in writer through the report's form do not use them up either", async () => {
    const { ctx } = testApp;
    const [reporter, actor] = [await createTestUser(ctx), await createTestUser(ctx)];
    const report = await publishReport(reporter);
    const countEmails = countEmailsTo(reporter.email);
    const writer = { language: "en", address: "10.44.6.7", actor } as const;
    await createReportConversation(ctx, report, { body: "1" }, writer);
    const [conversation] = await listReportConversations(ctx, { id: report });
    for (let at = 1; at <= 6; at++) {
      await sendReplyToWriter(ctx, reporter, report, conversation!.id, `Question ${at}`);
      await createReportConversation(ctx, report, { body: `Answer ${at}` }, writer);
    }
    expect(await countEmails()).toBe(7);
    expect(await listReportConversations(ctx, { id: report })).toHaveLength(1);
    for (const expected of [1, 1, 1])
      await createReportConversation(ctx, report, { body: "In our yard" }, { ...writer, actor: null }).then(async () =>
        expect(await countEmails()).toBe(expected),
      );
  });

  test("a guest reporter gets one e-mail per conversation and 10 minutes, and another after an answer", async () => {
    const { ctx } = testApp;
    const guestEmail = "reporter@example.com";
    const form = { kind: "found", type: "dog", area: "Here", seenAt, guestEmail } as const;
    const found = await createGuestReport(ctx, form, from);
    const guest = await getGuestHolder(ctx, createManageKey(ctx, found));
    await confirmReport(ctx, guest);
    await testApp.runJobs();
    const countEmails = countEmailsTo(guestEmail);
    const key = await createReportConversation(ctx, found, { body: "1" }, { ...fourth, actor: null });
    for (let at = 2; at <= 6; at++) await sendWriterMessage(ctx, key, String(at), fourth.address);
    expect(await countEmails()).toBe(1);
    const [conversation] = await listReportConversations(ctx, { id: found });
    await sendReplyToWriter(ctx, guest, found, conversation!.id, "Where do you live?");
    await sendWriterMessage(ctx, key, "At the gate", fourth.address);
    expect(await countEmails()).toBe(1);
  });

  test("beyond the limits, a guest reporter gets one e-mail once they are over", async () => {
    const { ctx } = testApp;
    const guestEmail = "flooded@example.com";
    const form = { kind: "found", type: "dog", area: "Here", seenAt, guestEmail } as const;
    const found = await createGuestReport(ctx, form, { ...from, address: "10.44.7.7" });
    await confirmReport(ctx, await getGuestHolder(ctx, createManageKey(ctx, found)));
    await testApp.runJobs();
    const countEmails = countEmailsTo(guestEmail);
    await ctx.limits.take({ name: "report-messages", points: 20, span: 900 }, found, 20);
    for (const at of [8, 9, 10])
      await createReportConversation(
        ctx,
        found,
        { body: "That is my dog" },
        { ...from, address: `10.44.${at}.7`, actor: null },
      );
    expect(await countEmails()).toBe(0);
    const now = ctx.clock.now();
    testApp.setNow(new Date(now.getTime() + 16 * 60_000));
    expect(await countEmails()).toBe(1);
    testApp.setNow(now);
  });
});
