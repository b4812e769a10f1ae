import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#app/features/accounts/accounts.rules.ts";
import { countUnread } from "#app/features/alerts/alerts.server.ts";
import type { Refusal } from "#app/platform/http/refusal.server.ts";
import { aUser } from "#tests/make.ts";
import { type TestWorld, testWorld } from "#tests/world.ts";
import { holderOfKey } from "./guest-link.server.ts";
import { listOwnReports } from "./own-reports.server.ts";
import { manageKey } from "./report-letters.server.ts";
import { confirmReport } from "./report-states.server.ts";
import {
  answerWriter,
  getReporterTalk,
  listTalks,
  noteTalkSeen,
  writeOn,
  writeToReporter,
} from "./report-talks.server.ts";
import { addGuestReport, addReport } from "./reports.server.ts";
import { viewReporterTalk } from "./talk-actions.server.ts";

let lab: TestWorld;
let owner: Actor;
let reportId: string;
const from = { address: "10.44.1.7", language: "en" } as const;

beforeAll(async () => {
  lab = await testWorld();
  owner = await aUser(lab.world);
  const seenAt = lab.world.clock.now();
  reportId = await addReport(
    lab.world,
    owner,
    { kind: "lost", type: "cat", petName: "Luna", area: "Here", seenAt },
    from,
  );
});
afterAll(() => lab.close());

test("a talk is new until its page is before the reporter, and again once somebody writes on", async () => {
  const { world } = lab;
  const key = await writeToReporter(world, reportId, { body: "I saw her" }, { ...from, actor: null });
  const [{ id: talkId } = { id: "" }] = await listTalks(world, { id: reportId });
  const view = () => viewReporterTalk(world, owner, reportId, talkId);
  const fresh = async () =>
    (await listOwnReports(world, owner, null)).reports.map(({ talks, fresh }) => [talks, fresh]);
  const unread = () => countUnread(world, owner, `/dashboard/lost-found/${reportId}/talk/${talkId}`);
  expect([(await view()).isNew, await unread()]).toEqual([true, 1]);
  expect(await fresh(), "in the list of reports, too").toEqual([[1, 1]]);
  expect((await view()).isNew, "reading it on the server tells nothing").toBe(true);

  await noteTalkSeen(world, owner, reportId, talkId);
  expect([(await view()).isNew, await unread()]).toEqual([false, 0]);
  expect(await fresh()).toEqual([[1, 0]]);

  lab.setNow(new Date(world.clock.now().getTime() + 60_000));
  await writeOn(world, key, "She is still here", from.address);
  expect((await view()).isNew).toBe(true);
  lab.setNow(new Date(world.clock.now().getTime() + 60_000));
  await answerWriter(world, owner, reportId, talkId, "I am coming");
  const { talk, messages } = await getReporterTalk(world, owner, reportId, talkId);
  expect(messages.every(({ createdAt }) => talk.seenAt && createdAt <= talk.seenAt)).toBe(true);
});

test("a guest's letter leads straight to the talk that somebody began", async () => {
  const { world, letters } = lab;
  const form = {
    kind: "found",
    type: "cat",
    area: "Here",
    seenAt: world.clock.now(),
    guestEmail: "guest@example.com",
  } as const;
  const found = await addGuestReport(world, form, from);
  const key = manageKey(world, found);
  await confirmReport(world, await holderOfKey(world, key));
  await writeToReporter(world, found, { body: "Is it mine?" }, { ...from, actor: null });
  await lab.runJobs();
  const [talk] = await listTalks(world, { id: found });
  const letter = letters.findLast(({ to, text }) => to === "guest@example.com" && text.includes("/talk/"));
  expect(letter?.text).toContain(`/community-reports/manage/${key}/talk/${talk?.id}`);
});

test("nobody else can say that a talk was seen", async () => {
  const { world } = lab;
  await writeToReporter(world, reportId, { body: "And I" }, { ...from, actor: null });
  const [talk] = await listTalks(world, { id: reportId });
  const other = await aUser(world);
  const refused = noteTalkSeen(world, other, reportId, talk!.id).catch((error: Refusal) => error.status);
  expect(await refused).toBe(404);
});
