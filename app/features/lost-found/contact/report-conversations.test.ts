import { afterAll, beforeAll, expect, test } from "vitest";
import { countUnread } from "#app/features/notifications/notifications.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppError } from "#app/platform/http/app-error.server.ts";
import { aUser } from "#tests/make.ts";
import { createTestApp, type TestApp } from "#tests/test-app.ts";
import { getGuestHolder } from "../guest-link.server.ts";
import { listOwnReports } from "../own/own-reports.server.ts";
import { manageKey } from "../report-emails.server.ts";
import { confirmReport } from "../report-states.server.ts";
import { addGuestReport, addReport } from "../reports.server.ts";
import { viewReporterTalk } from "./conversation-actions.server.ts";
import {
  answerWriter,
  getReporterTalk,
  listTalks,
  noteTalkSeen,
  writeOn,
  writeToReporter,
} from "./report-conversations.server.ts";

let testApp: TestApp;
let owner: Actor;
let reportId: string;
const from = { address: "10.44.1.7", language: "en" } as const;

beforeAll(async () => {
  testApp = await createTestApp();
  owner = await aUser(testApp.ctx);
  const seenAt = testApp.ctx.clock.now();
  reportId = await addReport(
    testApp.ctx,
    owner,
    { kind: "lost", type: "cat", petName: "Luna", area: "Here", seenAt },
    from,
  );
});
afterAll(() => testApp.close());

test("a talk is new until its page is before the reporter, and again once somebody writes on", async () => {
  const { ctx } = testApp;
  const key = await writeToReporter(ctx, reportId, { body: "I saw her" }, { ...from, actor: null });
  const [{ id: talkId } = { id: "" }] = await listTalks(ctx, { id: reportId });
  const view = () => viewReporterTalk(ctx, owner, reportId, talkId);
  const fresh = async () => (await listOwnReports(ctx, owner, null)).reports.map(({ talks, fresh }) => [talks, fresh]);
  const unread = () => countUnread(ctx, owner, `/dashboard/lost-found/${reportId}/talk/${talkId}`);
  expect([(await view()).isNew, await unread()]).toEqual([true, 1]);
  expect(await fresh(), "in the list of reports, too").toEqual([[1, 1]]);
  expect((await view()).isNew, "reading it on the server tells nothing").toBe(true);

  await noteTalkSeen(ctx, owner, reportId, talkId);
  expect([(await view()).isNew, await unread()]).toEqual([false, 0]);
  expect(await fresh()).toEqual([[1, 0]]);

  testApp.setNow(new Date(ctx.clock.now().getTime() + 60_000));
  await writeOn(ctx, key, "She is still here", from.address);
  expect((await view()).isNew).toBe(true);
  testApp.setNow(new Date(ctx.clock.now().getTime() + 60_000));
  await answerWriter(ctx, owner, reportId, talkId, "I am coming");
  const { talk, messages } = await getReporterTalk(ctx, owner, reportId, talkId);
  expect(messages.every(({ createdAt }) => talk.seenAt && createdAt <= talk.seenAt)).toBe(true);
});

test("a guest's letter leads straight to the talk that somebody began", async () => {
  const { ctx, letters } = testApp;
  const form = {
    kind: "found",
    type: "cat",
    area: "Here",
    seenAt: ctx.clock.now(),
    guestEmail: "guest@example.com",
  } as const;
  const found = await addGuestReport(ctx, form, from);
  const key = manageKey(ctx, found);
  await confirmReport(ctx, await getGuestHolder(ctx, key));
  await writeToReporter(ctx, found, { body: "Is it mine?" }, { ...from, actor: null });
  await testApp.runJobs();
  const [talk] = await listTalks(ctx, { id: found });
  const letter = letters.findLast(({ to, text }) => to === "guest@example.com" && text.includes("/talk/"));
  expect(letter?.text).toContain(`/community-reports/manage/${key}/talk/${talk?.id}`);
});

test("nobody else can say that a talk was seen", async () => {
  const { ctx } = testApp;
  await writeToReporter(ctx, reportId, { body: "And I" }, { ...from, actor: null });
  const [talk] = await listTalks(ctx, { id: reportId });
  const other = await aUser(ctx);
  const refused = noteTalkSeen(ctx, other, reportId, talk!.id).catch((error: AppError) => error.status);
  expect(await refused).toBe(404);
});
