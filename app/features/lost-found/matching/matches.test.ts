// An owner and the finder of the same cat would never hear of each other, or hear it again and again.
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppError } from "#app/platform/app-error.server.ts";
import { createTestPet, createTestUser } from "#tests/make.ts";
import { notificationsFor } from "#tests/notifications.ts";
import { createTestApp } from "#tests/test-app.ts";
import { hideReport, restoreReport } from "../moderation/report-moderation.server.ts";
import { reportsPersonalData } from "../personal-data.server.ts";
import { createGuestReport, createReport, deleteReport, updateReport } from "../publish-reports.server.ts";
import { createManageKey } from "../report-emails.server.ts";
import { confirmReport, renewReport, resolveReport } from "../report-states.server.ts";
import type { ReportForm } from "../reports.forms.server.ts";
import { getOwnReport, type Holder } from "../reports.server.ts";
import { reportMatches } from "../reports.tables.server.ts";
import { updateMatches } from "./match-reports.server.ts";
import { dismissMatch, listMatches, restoreMatch } from "./report-matches.server.ts";

let owner: Actor;
let finder: Actor;
let town = 0;

const testApp = await createTestApp();
const admin = await createTestUser(testApp.ctx, { role: "admin" });
beforeEach(async () => {
  testApp.setNow("2026-11-21T12:00:00Z");
  testApp.emails.length = 0;
  owner = await createTestUser(testApp.ctx);
  finder = await createTestUser(testApp.ctx);
  // Each test uses its own town, too far from the others for a match.
  town++;
});

const from = () => ({ address: `10.9.${town}.7`, language: "en" }) as const;
const animal = (): ReportForm => ({
  kind: "lost",
  type: "dog",
  breed: "Husky",
  colors: ["black", "white"],
  gender: "male",
  seenAt: new Date("2026-11-19T18:30:00Z"),
  area: `Town ${town}`,
  latitude: 5 + town,
  longitude: 20.0012345,
});
const createLost = (more: Partial<ReportForm> = {}) =>
  createReport(testApp.ctx, owner, { ...animal(), petName: "Rocky", ...more }, from());
const foundForm = () => ({ kind: "found", seenAt: new Date("2026-11-20T08:00:00Z"), latitude: 5.001 + town }) as const;
const createFound = (more: Partial<ReportForm> = {}, user = finder) =>
  createReport(testApp.ctx, user, { ...animal(), ...foundForm(), ...more }, from());
const matchesOf = async (holder: Holder, id: string, language: "en" | "ar" = "en") =>
  listMatches(testApp.ctx, await getOwnReport(testApp.ctx, holder, id), language);
const listMatchNotifications = async (actor: Actor) =>
  (await notificationsFor(testApp.ctx, actor.id)).filter(({ kind }) => kind === "match");
const edit = async (actor: Actor, id: string, more: Partial<ReportForm>) => {
  const { version } = await getOwnReport(testApp.ctx, actor, id);
  const form = { ...animal(), petName: "Rocky", version, ...more };
  await updateReport(testApp.ctx, actor, id, form, from());
  await testApp.runJobs();
};
const getErrorStatus = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: AppError) => error.status,
  );

describe("lost and found reports of one animal", () => {
  test.each(["lost first", "found first"])("are matched and notified to both sides once, %s", async (order) => {
    const first = order === "lost first" ? await createLost() : await createFound();
    await testApp.runJobs();
    const second = order === "lost first" ? await createFound() : await createLost();
    await testApp.runJobs();
    const [lost, found] = order === "lost first" ? [first, second] : [second, first];
    const [match] = await matchesOf(owner, lost);
    expect(match).toMatchObject({ report: { id: found }, likelihood: "veryLikely", kilometres: 1, days: 1 });
    expect(match?.speaksFor.map(({ code }) => code)).toEqual(
      expect.arrayContaining(["near", "soonAfter", "sameColor"]),
    );
    expect((await matchesOf(finder, found)).map(({ report }) => report.id)).toEqual([lost]);
    expect((await listMatchNotifications(owner)).map(({ link }) => link)).toEqual([`/dashboard/lost-found/${lost}`]);
    expect((await listMatchNotifications(finder)).map(({ link }) => link)).toEqual([`/dashboard/lost-found/${found}`]);
    await updateMatches(testApp.ctx, { reportId: lost });
    await renewReport(testApp.ctx, finder, found);
    await testApp.runJobs();
    expect(
      [await listMatchNotifications(owner), await listMatchNotifications(finder)].map(({ length }) => length),
    ).toEqual([1, 1]);
  });

  test("are matched although a third report has a text that is cut within an emoji", async () => {
    const area = `Town ${town} `.padEnd(59, "x");
    const marks = "red collar with a bell, a scar on the left ear";
    const found = await createFound({ type: "cat" });
    const nowhere = { type: "cat", marks, latitude: null, longitude: null, area: `${area}🐕` } as const;
    const odd = await createFound(nowhere, await createTestUser(testApp.ctx));
    const lost = await createLost({ type: "cat", marks });
    await updateMatches(testApp.ctx, { reportId: lost });
    expect((await matchesOf(owner, lost)).map(({ report }) => report.id).toSorted()).toEqual([found, odd].toSorted());
  });

  test("are matched once when created and compared concurrently", async () => {
    const [lost, found] = await Promise.all([createLost(), createFound()]);
    await Promise.all([lost, found, lost, found].map((reportId) => updateMatches(testApp.ctx, { reportId })));
    await testApp.runJobs();
    expect(await matchesOf(owner, lost)).toHaveLength(1);
    expect(
      [await listMatchNotifications(owner), await listMatchNotifications(finder)].map(({ length }) => length),
    ).toEqual([1, 1]);
  });

  test("are notified to a guest by e-mail with their link, once the report is confirmed", async () => {
    const lost = await createLost();
    const guestEmail = `guest${town}@example.com`;
    const sighting = { ...animal(), ...foundForm(), kind: "sighting" as const, guestEmail };
    const id = await createGuestReport(testApp.ctx, sighting, from());
    await testApp.runJobs();
    expect(await matchesOf(owner, lost)).toEqual([]);
    await confirmReport(testApp.ctx, { guestOf: id });
    await testApp.runJobs();
    expect(await matchesOf({ guestOf: id }, id)).toHaveLength(1);
    const message = testApp.emails.filter(({ to }) => to === guestEmail).at(-1);
    expect(message?.text).toContain(`/community-reports/manage/${createManageKey(testApp.ctx, id)}`);
    expect(message?.subject).toContain("Possible match");
    expect(await listMatchNotifications(owner)).toHaveLength(1);
  });

  test("are notified of every sighting of one animal, but not when an animal fits two families alike", async () => {
    const lost = await createLost();
    for (let sighting = 0; sighting < 3; sighting++) {
      await createFound({ kind: "sighting" }, await createTestUser(testApp.ctx));
      await testApp.runJobs();
    }
    expect((await listMatchNotifications(owner)).map(({ link }) => link)).toEqual(
      Array(3).fill(`/dashboard/lost-found/${lost}`),
    );
    const twin = await createTestUser(testApp.ctx);
    await createReport(testApp.ctx, twin, { ...animal(), petName: "Max" }, from());
    await testApp.runJobs();
    expect(await listMatchNotifications(twin)).toEqual([]);
  });

  test("follow whether the cat goes out, by the owner's word before the finder's", async () => {
    const cat = { type: "cat", breed: "Siamese", latitude: 5.03 + town } as const;
    const find = (more: Partial<ReportForm>) => createFound({ ...cat, ...more });
    const lost = await createLost({ ...cat, latitude: 5 + town, habit: "indoor" });
    const found = await find({ habit: "outdoor" });
    await testApp.runJobs();
    const weightOf = async () => {
      const rows = await testApp.ctx.db.select().from(reportMatches).where(eq(reportMatches.foundId, found));
      return rows[0]?.reasons.find(({ code }) => code === "near" || code === "far")?.weight ?? 0;
    };
    const stays = await weightOf();
    await edit(owner, lost, { ...cat, latitude: 5 + town, habit: "outdoor" });
    const goesOut = await weightOf();
    await edit(owner, lost, { ...cat, latitude: 5 + town, habit: null });
    expect(goesOut).toBeGreaterThan(stays);
    expect(await weightOf()).toBe(goesOut);
  });

  test("are not matched for other species, distant places or a find before the loss", async () => {
    const lost = await createLost();
    await createFound({ type: "cat" });
    await createFound({ latitude: 5.6 + town });
    await createFound({ seenAt: new Date("2026-11-10T08:00:00Z") });
    await testApp.runJobs();
    expect(await matchesOf(owner, lost)).toEqual([]);
    expect(await listMatchNotifications(owner)).toEqual([]);
  });

  test("are matched by microchip regardless of distance, with another notification when it is added later", async () => {
    const microchip = `9851120034${String(town).padStart(5, "0")}`;
    const lost = await createLost({ microchip });
    const found = await createFound({ latitude: -20, longitude: 40 });
    await testApp.runJobs();
    expect(await matchesOf(owner, lost)).toEqual([]);
    await edit(finder, found, { ...foundForm(), latitude: -20, longitude: 40, microchip });
    expect(await matchesOf(owner, lost)).toMatchObject([{ likelihood: "certain", speaksAgainst: [] }]);
    const near = await createFound({ area: "Other" }, await createTestUser(testApp.ctx));
    await testApp.runJobs();
    expect(await listMatchNotifications(owner)).toHaveLength(2);
    await edit(owner, lost, { microchip, marks: "a red collar" });
    expect(await listMatchNotifications(owner)).toHaveLength(2);
    expect((await matchesOf(owner, lost)).map(({ report }) => report.id)).toEqual([found, near]);
  });

  test("are matched by the second microchip of the report's pet, whose first one was not read", async () => {
    const [microchip, secondMicrochip] = ["38", "39"].map(
      (start) => `98511200${start}${String(town).padStart(5, "0")}`,
    );
    const petId = await createTestPet(testApp.ctx, owner, { type: "dog", microchip, secondMicrochip });
    const lost = await createLost({ petId, microchip });
    const found = await createFound({ latitude: -20, longitude: 40, microchip: secondMicrochip });
    await testApp.runJobs();
    expect(await matchesOf(owner, lost)).toMatchObject([{ report: { id: found }, likelihood: "certain" }]);
    const later = await createLost({ petId, microchip, latitude: -40 });
    await testApp.runJobs();
    expect(await matchesOf(owner, later)).toMatchObject([{ report: { id: found }, likelihood: "certain" }]);
  });

  test("are notified a second time when the microchips match, but not a third time", async () => {
    const microchip = `9851120035${String(town).padStart(5, "0")}`;
    const lost = await createLost({ microchip });
    const found = await createFound();
    await testApp.runJobs();
    await edit(finder, found, { ...foundForm(), microchip });
    expect(
      [await listMatchNotifications(owner), await listMatchNotifications(finder)].map(({ length }) => length),
    ).toEqual([2, 2]);
    await edit(finder, found, { ...foundForm(), microchip, marks: "shy" });
    await edit(owner, lost, { microchip, description: "Please help" });
    expect(
      [await listMatchNotifications(owner), await listMatchNotifications(finder)].map(({ length }) => length),
    ).toEqual([2, 2]);
  });

  test("are not matched if they are by the same person", async () => {
    const lost = await createLost();
    await createFound({}, owner);
    await testApp.runJobs();
    expect(await matchesOf(owner, lost)).toEqual([]);
  });
});

describe("match", () => {
  const pair = async (more: Partial<ReportForm> = {}) => {
    const [lost, found] = [await createLost(), await createFound(more)];
    await testApp.runJobs();
    return { lost, found };
  };

  test("stays dismissed after edits, for one side only, until restored", async () => {
    const { lost, found } = await pair();
    await dismissMatch(testApp.ctx, owner, lost, found);
    await edit(owner, lost, { marks: "a red collar" });
    await edit(finder, found, { ...foundForm(), marks: "a red collar" });
    expect((await matchesOf(owner, lost)).map(({ isDismissed }) => isDismissed)).toEqual([true]);
    expect((await matchesOf(finder, found)).map(({ isDismissed }) => isDismissed)).toEqual([false]);
    expect(await listMatchNotifications(owner)).toHaveLength(1);
    await restoreMatch(testApp.ctx, owner, lost, found);
    expect((await matchesOf(owner, lost)).map(({ isDismissed }) => isDismissed)).toEqual([false]);
  });

  test("is not notified to the side that dismissed it when the microchips match later", async () => {
    const microchip = `9851120036${String(town).padStart(5, "0")}`;
    const { lost, found } = await pair({ microchip });
    await dismissMatch(testApp.ctx, owner, lost, found);
    await edit(owner, lost, { microchip });
    expect(
      [await listMatchNotifications(owner), await listMatchNotifications(finder)].map(({ length }) => length),
    ).toEqual([1, 2]);
  });

  test("cannot be dismissed by others", async () => {
    const { lost, found } = await pair();
    const other = await createTestUser(testApp.ctx);
    expect(await getErrorStatus(dismissMatch(testApp.ctx, other, lost, found))).toBe(404);
    expect(await getErrorStatus(dismissMatch(testApp.ctx, finder, lost, found))).toBe(404);
    expect(await getErrorStatus(dismissMatch(testApp.ctx, owner, lost, "' or 1=1"))).toBe(404);
    expect(await getErrorStatus(dismissMatch(testApp.ctx, owner, lost, lost))).toBe(404);
  });

  test.each(["resolved", "hidden", "expired", "removed"])("is hidden while the other report is %s", async (how) => {
    const { lost, found } = await pair();
    if (how === "resolved") await resolveReport(testApp.ctx, finder, found, { resolution: "report" });
    if (how === "hidden") await hideReport(testApp.ctx, admin, found, "Spam");
    if (how === "expired") testApp.setNow("2027-01-05T12:00:00Z");
    if (how === "removed") await deleteReport(testApp.ctx, finder, found);
    expect(await matchesOf(owner, lost)).toEqual([]);
    if (how === "removed") return;
    if (how === "hidden") await restoreReport(testApp.ctx, admin, found);
    else await renewReport(testApp.ctx, finder, found);
    await testApp.runJobs();
    expect(await matchesOf(owner, lost)).toHaveLength(1);
    expect(await listMatchNotifications(owner)).toHaveLength(1);
  });

  test("is deleted with the reporter's account and included in the data export", async () => {
    const { lost, found } = await pair();
    const person = { id: finder.id, email: finder.email };
    const data = await reportsPersonalData.read(testApp.ctx, person);
    const copy: unknown[] = [];
    for await (const page of data.matches as AsyncIterable<unknown>) copy.push(page);
    expect(JSON.stringify(copy)).toContain(lost);
    await reportsPersonalData.erase?.(testApp.ctx, person);
    expect(await testApp.ctx.db.select().from(reportMatches).where(eq(reportMatches.foundId, found))).toEqual([]);
    expect(await matchesOf(owner, lost)).toEqual([]);
  });

  test("shows no private data of the other report", async () => {
    const hostile = "<img src=x onerror=alert(1)> \u202Ehusky $t(a) 01001234567";
    const secret = {
      hiddenMark: "canary mark",
      microchip: `9851120037${String(town).padStart(5, "0")}`,
      place: "canary street 12",
      contactName: "Canary Name",
      contactPhone: "+201005556677",
      contactEmail: "canary@example.com",
      longitude: 20.0012399,
    };
    const { lost } = await pair({ ...secret, breed: hostile, marks: "طوق أحمر" });
    await edit(owner, lost, { breed: "husky", marks: "red collar" });
    const shown = await matchesOf(owner, lost);
    const text = JSON.stringify(shown);
    for (const value of [...Object.values(secret), finder.id, "01001234567"]) expect(text).not.toContain(String(value));
    expect(text).not.toMatch(/\u202E|"(km|weight|score|latitude|longitude|where)"/);
    const breed = shown[0]?.speaksFor.find(({ code }) => code === "sameBreed");
    expect(breed?.params.found).toBe("\u2068<img src=x onerror=alert(1)> husky $t(a) •••\u2069");
    const t = testApp.ctx.translator("en");
    expect(t("matching.reasons.sameBreed", breed?.params)).toContain("$t(a)");
    const [arabic] = await matchesOf(owner, lost, "ar");
    expect(arabic?.speaksFor.find(({ code }) => code === "sharedMarks")?.params.words).toBe("\u2068طوق، احمر\u2069");
  });

  test("does not depend on the hidden mark", async () => {
    const { lost, found } = await pair();
    const score = async () =>
      (await testApp.ctx.db.select().from(reportMatches).where(eq(reportMatches.foundId, found)))[0]?.score;
    const before = await score();
    await edit(owner, lost, { hiddenMark: "a notch behind the left ear" });
    await edit(finder, found, { ...foundForm(), hiddenMark: "a notch behind the left ear" });
    expect(await score()).toBe(before);
  });
});

test("many reports cause at most ten notifications and twenty matches", async () => {
  const lost = await createLost();
  for (let at = 0; at < 24; at++) {
    const user = await createTestUser(testApp.ctx);
    await createReport(
      testApp.ctx,
      user,
      { ...animal(), ...foundForm(), marks: `mark ${at}` },
      { ...from(), address: `${40 + at}.8.${town}.1` },
    );
  }
  await testApp.runJobs();
  expect((await listMatchNotifications(owner)).length).toBeLessThanOrEqual(10);
  expect(await matchesOf(owner, lost)).toHaveLength(20);
});

test("concurrent changes of a report are queued as one job", async () => {
  const lost = await createLost();
  for (let at = 0; at < 5; at++) await renewReport(testApp.ctx, owner, lost);
  const waiting = await testApp.ctx.db.execute(
    `select count(*)::int as jobs from jobs.job where name = 'lost-found.match-report' and data->>'reportId' = '${lost}'`,
  );
  expect(waiting.rows).toEqual([{ jobs: 1 }]);
});
