import { afterAll, expect, test } from "vitest";
import { countUnread } from "#app/features/notifications/notifications.server.ts";
import type { AppError } from "#app/platform/http/app-error.server.ts";
import { createTestUser } from "#tests/make.ts";
import { createTestApp } from "#tests/test-app.ts";
import { getGuestHolder } from "../guest-link.server.ts";
import { listOwnReports } from "../own/own-reports.server.ts";
import { createManageKey } from "../report-emails.server.ts";
import { confirmReport } from "../report-states.server.ts";
import { createGuestReport, createReport } from "../reports.server.ts";
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

const testApp = await createTestApp();
const owner = await createTestUser(testApp.ctx);
const seenAt = testApp.ctx.clock.now();
const reportId = await createReport(
  testApp.ctx,
  owner,
  { kind: "lost", type: "cat", petName: "Luna", area: "Here", seenAt },
  from,
);
afterAll(() => testApp.close());

test("a conversation is new until the reporter has seen it, and again after another message", async () => {
  const { ctx } = testApp;
  const key = await createReportConversation(ctx, reportId, { body: "I saw her" }, { ...from, actor: null });
  const [{ id: conversationId } = { id: "" }] = await listReportConversations(ctx, { id: reportId });
  const view = () => getConversationView(ctx, owner, reportId, conversationId);
  const fresh = async () =>
    (await listOwnReports(ctx, owner, null)).reports.map(({ conversations, fresh }) => [conversations, fresh]);
  const unread = () => countUnread(ctx, owner, `/dashboard/lost-found/${reportId}/talk/${conversationId}`);
  expect([(await view()).isNew, await unread()]).toEqual([true, 1]);
  expect(await fresh(), "in the list of reports, too").toEqual([[1, 1]]);
  expect((await view()).isNew, "reading it on the server tells nothing").toBe(true);

  await markReportConversationSeen(ctx, owner, reportId, conversationId);
  expect([(await view()).isNew, await unread()]).toEqual([false, 0]);
  expect(await fresh()).toEqual([[1, 0]]);

  testApp.setNow(new Date(ctx.clock.now().getTime() + 60_000));
  await sendWriterMessage(ctx, key, "She is still here", from.address);
  expect((await view()).isNew).toBe(true);
  testApp.setNow(new Date(ctx.clock.now().getTime() + 60_000));
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
  const message = emails.findLast(({ to, text }) => to === "guest@example.com" && text.includes("/talk/"));
  expect(message?.text).toContain(`/community-reports/manage/${key}/talk/${conversation?.id}`);
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
