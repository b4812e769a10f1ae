// A harmful report would stay online because a complaint was lost, or complaints of nobody would count.
import { text } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import {
  exportReports,
  getQueuePlace,
  getReportForAdmin,
  listAllReports,
  selectReports,
} from "#app/features/admin/lost-found/admin-reports.server.ts";
import { dismissReports, hideReports } from "#app/features/admin/lost-found/bulk-reports.server.ts";
import { bulkRuns } from "#app/features/admin-lists/admin-lists.tables.server.ts";
import {
  type BulkAction,
  getBulkRun,
  recordSingleRun,
  startBulkRun,
  undoBulkRun,
} from "#app/features/admin-lists/bulk/bulk-runs.server.ts";
import { listNotifications } from "#app/features/notifications/notifications.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { findPhoto } from "#app/platform/files/photos.server.ts";
import { createTestAdmin, createTestReport, createTestUser } from "#tests/make.ts";
import { plainJpeg } from "#tests/plain-picture.ts";
import { createTestApp } from "#tests/test-app.ts";
import {
  createReportConversation,
  listReportConversations,
  sendReplyToWriter,
} from "../conversations/report-conversations.server.ts";
import { reportsPersonalData } from "../personal-data.server.ts";
import { findPublicReport } from "../public-report.server.ts";
import { createGuestReport, createReport } from "../publish-reports.server.ts";
import { reportEmailJob } from "../report-emails.server.ts";
import { confirmReport, renewReport, updatePlanStep } from "../report-states.server.ts";
import { getOwnReport } from "../reports.server.ts";
import { lostFoundPosts, reportComplaints } from "../reports.tables.server.ts";
import { planSteps, stageAt } from "../search-plan.rules.ts";
import { hidePhoto, hideReportText, updateReportAsAdmin } from "./correct-report.server.ts";
import { notifyOutcome } from "./notify-outcome.server.ts";
import { banReporter, endBan, findBan, getBaseAddress, listBans } from "./report-bans.server.ts";
import { createComplaint } from "./report-complaints.server.ts";
import { dismissComplaints, hideReport, restoreReport, undoDecision } from "./report-moderation.server.ts";

const { ctx, emails, setNow } = await createTestApp();

let networks = 0;
const from = () => ({ address: `203.${Math.floor(++networks / 250)}.${networks % 250}.5`, language: "en" as const });
const lostCat = { kind: "lost", type: "cat", petName: "Luna", area: "Zamalek" } as const;
const foundDog = { kind: "found", type: "dog", area: "Maadi" } as const;

const jpeg = await plainJpeg(400, 300, "#a63");
const photo = () => new File([jpeg as Uint8Array<ArrayBuffer>], "a.jpg", { type: "image/jpeg" });

async function createLostCatReport(reporter?: Actor) {
  const owner = reporter ?? (await createTestUser(ctx));
  const id = await createTestReport(ctx, owner, { ...lostCat, description: `${++networks}` });
  return { owner, id };
}

const getErrorCode = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (refusal: { code?: string; status?: number }) => (refusal.status === 404 ? 404 : refusal.code),
  );

test("reports can be filtered by days in the administrator's time zone, and exported as CSV", async () => {
  const { id } = await createLostCatReport();
  const admin = { ...(await createTestAdmin(ctx)), timeZone: "Africa/Cairo" };
  await ctx.db
    .update(lostFoundPosts)
    .set({ createdAt: new Date("2026-01-31T22:00:00Z") })
    .where(eq(lostFoundPosts.id, id));
  const within = async (from: string, to: string) => {
    const query = { search: "", state: "all", from, to } as const;
    const csv = await text(exportReports(ctx, admin, query));
    return [(await listAllReports(ctx, admin, query)).total, csv.split("\r\n").length - 2, csv.includes(id)];
  };
  expect(await within("2026-02-01", "2026-02-01")).toEqual([1, 1, true]);
  expect(await within("2026-01-31", "2026-01-31")).toEqual([0, 0, false]);
});

describe("complaints", () => {
  test("are listed with account, reason and time, and can be dismissed without changing the report", async () => {
    const { id } = await createLostCatReport();
    const admin = await createTestAdmin(ctx);
    const neighbour = await createTestUser(ctx, { email: "neighbour@example.com" });
    await createComplaint(ctx, id, { reason: "scam", note: "asked for money" }, { ...from(), actor: neighbour });
    await createComplaint(ctx, id, { reason: "wrong" }, { ...from(), actor: null });
    const { reports } = await listAllReports(ctx, admin, { search: "", state: "flagged" });
    const queued = reports.find((report) => report.id === id);
    expect(queued?.complaints).toMatchObject({ total: 2, reasons: ["scam", "wrong"] });
    expect(queued?.complaints?.first).toBeInstanceOf(Date);
    const { complaints } = await getReportForAdmin(ctx, admin, id);
    expect(complaints.map(({ email, reason }) => [email, reason])).toEqual([
      [null, "wrong"],
      ["neighbour@example.com", "scam"],
    ]);
    expect(complaints[0]?.network).toMatch(/^[\w-]{4}$/);
    await dismissComplaints(ctx, admin, id);
    expect(await findPublicReport(ctx, id)).not.toBeNull();
    const after = await getReportForAdmin(ctx, admin, id);
    expect(after.report.openComplaints).toBe(0);
    expect(after.complaints.every(({ handledAt }) => handledAt)).toBe(true);
    expect(after.trail.map(({ action, actorEmail }) => [action, actorEmail])).toEqual([
      ["report.dismiss", admin.email],
    ]);
  });

  test("of a deleted account no longer count", async () => {
    const { id } = await createLostCatReport();
    const admin = await createTestAdmin(ctx);
    const [leaving, staying] = [await createTestUser(ctx), await createTestUser(ctx)];
    for (const actor of [leaving, staying]) await createComplaint(ctx, id, { reason: "scam" }, { ...from(), actor });
    const countOpen = async () => (await getReportForAdmin(ctx, admin, id)).report.openComplaints;
    await reportsPersonalData.erase?.(ctx, leaving);
    expect(await countOpen()).toBe(1);
    await reportsPersonalData.erase?.(ctx, staying);
    expect(await countOpen()).toBe(0);
  });

  test("about a report that is deleted at the same moment are refused", async () => {
    const { id } = await createLostCatReport();
    const complaining = await withTransaction(ctx, async (tx) => {
      await tx.db.delete(lostFoundPosts).where(eq(lostFoundPosts.id, id));
      const code = getErrorCode(createComplaint(ctx, id, { reason: "scam" }, { ...from(), actor: null }));
      await setTimeout(100);
      return { code };
    });
    expect(await complaining.code).toBe(404);
  });

  test("from one network count once and are rate-limited", async () => {
    const { id } = await createLostCatReport();
    const sender = { ...from(), actor: null };
    for (let tried = 0; tried < 10; tried++) await createComplaint(ctx, id, { reason: "scam" }, sender);
    expect(await getErrorCode(createComplaint(ctx, id, { reason: "scam" }, sender))).toBe("errors.tooMany");
    const { complaints } = await getReportForAdmin(ctx, await createTestAdmin(ctx), id);
    expect(complaints).toHaveLength(1);
  });

  test("include signs of fraud in the report's conversations, but not their texts", async () => {
    const { owner, id } = await createLostCatReport();
    await createReportConversation(
      ctx,
      id,
      { body: "Pay the vet fee first, send me the code" },
      { ...from(), actor: null },
    );
    const [conversation] = await listReportConversations(ctx, { id });
    await sendReplyToWriter(ctx, owner, id, conversation!.id, "I will never pay by Western Union");
    const view = await getReportForAdmin(ctx, await createTestAdmin(ctx), id);
    expect(view.signs).toContainEqual({ sign: "payFirst", author: "finder", times: 1 });
    expect(view.signs).toContainEqual({ sign: "transfer", author: "owner", times: 1 });
    expect(JSON.stringify(view)).not.toContain("Western");
  });
});

describe("moderation queue", () => {
  /** Creates a report with a complaint by a user and one by a visitor with an e-mail address. */
  async function createReportWithComplaints(reporter?: Actor) {
    const made = await createLostCatReport(reporter);
    const neighbour = await createTestUser(ctx);
    await createComplaint(ctx, made.id, { reason: "scam" }, { ...from(), actor: neighbour });
    const visitor = { reason: "contact", note: "A number", email: `visitor-${made.id}@example.com` } as const;
    await createComplaint(ctx, made.id, visitor, { ...from(), language: "ar", actor: null });
    return { ...made, neighbour, visitor: visitor.email };
  }

  const listReceived = async (actor: Actor) =>
    (await listNotifications(ctx, actor)).notifications
      .filter(({ kind }) => kind === "moderation")
      .map(({ params }) => params.reportNews);

  test("is sorted by the oldest complaint, and each report leads to the next", async () => {
    const admin = await createTestAdmin(ctx);
    for (const { id } of (await listAllReports(ctx, admin, { search: "", state: "flagged" })).reports)
      await dismissComplaints(ctx, admin, id);
    const [one, two] = [await createLostCatReport(), await createLostCatReport()];
    await createComplaint(ctx, two.id, { reason: "scam" }, { ...from(), actor: null });
    setNow(ctx.clock.in(60_000));
    await createComplaint(ctx, one.id, { reason: "wrong" }, { ...from(), actor: null });
    const order = { by: "flagged", isDescending: false } as const;
    const { reports, withComplaints } = await listAllReports(ctx, admin, { search: "", state: "flagged", order });
    expect([reports.map(({ id }) => id), withComplaints]).toEqual([[two.id, one.id], 2]);
    expect(await getQueuePlace(ctx, admin, two.id)).toMatchObject({ isQueued: true, left: 2, nextId: one.id });
    expect(await getQueuePlace(ctx, admin, one.id)).toMatchObject({ nextId: two.id });
    await dismissComplaints(ctx, admin, two.id);
    expect(await getQueuePlace(ctx, admin, two.id)).toMatchObject({ isQueued: false, left: 1, nextId: one.id });
    await hideReport(ctx, admin, one.id, "x");
    expect(await getQueuePlace(ctx, admin, one.id)).toMatchObject({ left: 0, nextId: null });
  });

  test("notifies reporter, users and visitors of the outcome once", async () => {
    const { id, owner, neighbour, visitor } = await createReportWithComplaints();
    const admin = await createTestAdmin(ctx);
    await hideReport(ctx, admin, id, "Asks for money");
    const { hiddenAt } = (await getReportForAdmin(ctx, admin, id)).report;
    const decided = { reportId: id, hiddenAt: hiddenAt!.toISOString() };
    await notifyOutcome(ctx, decided);
    await notifyOutcome(ctx, { ...decided, hiddenAt: null });
    expect([await listReceived(owner), await listReceived(neighbour)]).toEqual([["hidden"], ["complaintHidden"]]);
    const complaints = await ctx.db.select().from(reportComplaints).where(eq(reportComplaints.reportId, id));
    const answered = complaints.find(({ email }) => email === visitor);
    await reportEmailJob.work(ctx, { kind: "outcome", complaintId: answered!.id }, { attempt: 1, isLast: false });
    expect(emails.at(-1)).toMatchObject({ to: visitor, subject: expect.stringContaining("نتيجة شكواك") });
    const [after] = await ctx.db.select().from(reportComplaints).where(eq(reportComplaints.id, answered!.id));
    expect(after).toMatchObject({ email: null, outcome: "hidden" });
  });

  test("sends nothing about a decision that was undone, and the report is queued again", async () => {
    const { id, owner, neighbour } = await createReportWithComplaints();
    const admin = await createTestAdmin(ctx);
    const before = await hideReport(ctx, admin, id, "x");
    const { hiddenAt } = (await getReportForAdmin(ctx, admin, id)).report;
    await undoDecision(ctx, admin, id, before);
    await notifyOutcome(ctx, { reportId: id, hiddenAt: hiddenAt!.toISOString() });
    expect([await listReceived(owner), await listReceived(neighbour)]).toEqual([[], []]);
    const { report, complaints } = await getReportForAdmin(ctx, admin, id);
    expect([report.hiddenAt, report.openComplaints, complaints.filter(({ handledAt }) => handledAt)]).toEqual([
      null,
      2,
      [],
    ]);
    expect(await getErrorCode(undoDecision(ctx, admin, id, before))).toBe("moderation.meanwhile");
  });

  test("dismisses or hides many reports at once, and undoes it", async () => {
    const admin = await createTestAdmin(ctx);
    const [one, two, quiet] = [
      await createReportWithComplaints(),
      await createReportWithComplaints(),
      await createLostCatReport(),
    ];
    const ids = [one.id, two.id, quiet.id];
    const subjects = () => selectReports(ctx, admin, { ids, all: false }, { search: "", state: "flagged" });
    const t = ctx.translator("en");
    const run = { listPath: "/admin/lost-found", params: {}, subjects: await subjects() };
    const dismissed = await startBulkRun(ctx, admin, dismissReports, run);
    expect(await getBulkRun(ctx, admin, dismissed, t)).toMatchObject({ done: 2, refused: 1 });
    await undoBulkRun(ctx, admin, dismissReports as BulkAction, dismissed);
    expect((await getReportForAdmin(ctx, admin, one.id)).report.openComplaints).toBe(2);
    const params = { reason: null };
    const hidden = await startBulkRun(ctx, admin, hideReports, { ...run, params, subjects: await subjects() });
    const reasonOf = async (id: string) => (await getReportForAdmin(ctx, admin, id)).report.hiddenReason;
    expect([await reasonOf(one.id), await reasonOf(quiet.id)]).toEqual([
      t("moderation.hideReasons.scam"),
      t("moderation.hideReasons.other"),
    ]);
    await restoreReport(ctx, admin, two.id);
    const undone = await undoBulkRun(ctx, admin, hideReports as unknown as BulkAction, hidden);
    expect(await getBulkRun(ctx, admin, undone, t)).toMatchObject({ done: 2, refused: 1 });
    expect(await findPublicReport(ctx, one.id)).not.toBeNull();
  });

  test("records a single decision like a bulk run that can be undone, but not a rejected one", async () => {
    const admin = await createTestAdmin(ctx);
    const { id } = await createReportWithComplaints();
    const single = (work: Parameters<typeof recordSingleRun>[3]["work"]) =>
      recordSingleRun(ctx, admin, dismissReports, {
        path: "/admin/lost-found/x",
        subject: { id, name: "Simba" },
        work,
      });
    const run = await single((tx) => dismissComplaints(tx, admin, id));
    const t = ctx.translator("en");
    expect(await getBulkRun(ctx, admin, run, t)).toMatchObject({ isFinished: true, done: 1, canUndo: true });
    const undone = await undoBulkRun(ctx, admin, dismissReports as BulkAction, run);
    expect(await getBulkRun(ctx, admin, undone, t)).toMatchObject({ isUndo: true, done: 1, canUndo: false });
    expect((await getReportForAdmin(ctx, admin, id)).report.openComplaints).toBe(2);
    const runs = await ctx.db.$count(bulkRuns);
    expect(await getErrorCode(single((tx) => dismissComplaints(tx, admin, id, "old")))).toBe("moderation.meanwhile");
    expect(await ctx.db.$count(bulkRuns)).toBe(runs);
  });

  test("finds a report by the reporter's e-mail address, and the contact's name and phone in any spelling", async () => {
    const admin = await createTestAdmin(ctx);
    const owner = await createTestUser(ctx, { email: "sought.reporter@example.com" });
    const contact = { contactName: "Mona Sought", contactPhone: "+201009998877" };
    const form = { ...lostCat, ...contact, seenAt: ctx.clock.now(), description: "sought" };
    const id = await createReport(ctx, owner, form, from());
    for (const search of ["sought.reporter@", "mona sought", "01009998877", "+20 100 999-8877", "٠١٠٠ ٩٩٩ ٨٨٧٧"]) {
      const { reports } = await listAllReports(ctx, admin, { search, state: "all" });
      expect(
        reports.map((report) => report.id),
        search,
      ).toEqual([id]);
    }
  });
});

describe("correction", () => {
  test("changes the public texts and search, notifies the reporter once, and closes complaints as corrected", async () => {
    const { owner, id } = await createLostCatReport();
    const [admin, neighbour] = [await createTestAdmin(ctx), await createTestUser(ctx)];
    await createComplaint(ctx, id, { reason: "contact" }, { ...from(), actor: neighbour });
    const { seen, report } = await getReportForAdmin(ctx, admin, id);
    const wanted = {
      petName: "Luna",
      area: "Zamalek",
      marks: null,
      description: "call five five",
      additionalInfo: null,
    };
    await updateReportAsAdmin(ctx, admin, id, wanted, seen);
    expect(await getErrorCode(updateReportAsAdmin(ctx, admin, id, wanted, seen))).toBe("moderation.meanwhile");
    await hideReportText(ctx, admin, id, "five five");
    expect(await getErrorCode(hideReportText(ctx, admin, id, "five five"))).toBe("moderation.notInText");
    const after = await getReportForAdmin(ctx, admin, id);
    expect([after.report.description, after.report.version]).toEqual(["call •••", report.version + 2]);
    expect(after.report.openComplaints).toBe(1);
    expect(JSON.stringify(after.trail)).not.toContain("five");
    await dismissComplaints(ctx, admin, id);
    await notifyOutcome(ctx, { reportId: id, hiddenAt: null });
    const listReceived = async (actor: Actor) =>
      (await listNotifications(ctx, actor)).notifications.map(({ params }) => params.reportNews);
    expect([await listReceived(owner), await listReceived(neighbour)]).toEqual([["corrected"], ["complaintCorrected"]]);
  });

  test("hides one photo, whose URL stops working, and shows it again", async () => {
    const owner = await createTestUser(ctx);
    const photos = [photo(), photo()];
    const form = { ...lostCat, seenAt: ctx.clock.now(), description: "with photos", photos };
    const id = await createReport(ctx, owner, form, from());
    const admin = await createTestAdmin(ctx);
    const [first, second] = (await getReportForAdmin(ctx, admin, id)).report.photos as [string, string];
    await hidePhoto(ctx, admin, id, { photoId: first, isHidden: true });
    const { report } = await getReportForAdmin(ctx, admin, id);
    expect([report.photos, report.hiddenPhotos.length]).toEqual([[second], 1]);
    expect((await findPublicReport(ctx, id))?.photos).toEqual([second]);
    expect(await findPhoto(ctx.files, first, "160.webp")).toBeNull();
    expect(await getErrorCode(hidePhoto(ctx, admin, id, { photoId: first, isHidden: true }))).toBe(
      "moderation.meanwhile",
    );
    await hidePhoto(ctx, admin, id, { photoId: report.hiddenPhotos[0]!, isHidden: false });
    expect((await findPublicReport(ctx, id))?.photos).toHaveLength(2);
  });
});

describe("two administrators", () => {
  test("the second one is told that the first has decided, and changes nothing", async () => {
    const { id } = await createLostCatReport();
    const [one, two] = [await createTestAdmin(ctx), await createTestAdmin(ctx)];
    const { seen } = await getReportForAdmin(ctx, one, id);
    await hideReport(ctx, one, id, "fraud", seen);
    for (const late of [
      () => hideReport(ctx, two, id, "another reason", seen),
      () => dismissComplaints(ctx, two, id, seen),
      () => restoreReport(ctx, two, id, seen),
      () => banReporter(ctx, two, id, { reason: "x", seen }),
    ])
      expect(await getErrorCode(late())).toBe("moderation.meanwhile");
    const now = await getReportForAdmin(ctx, two, id);
    expect(now.report.hiddenReason).toBe("fraud");
    await restoreReport(ctx, two, id, now.seen);
    expect(await findPublicReport(ctx, id)).not.toBeNull();
    expect((await getReportForAdmin(ctx, one, id)).trail).toHaveLength(2);
  });

  test("only one of several concurrent decisions succeeds", async () => {
    const { id } = await createLostCatReport();
    const admins = await Promise.all(Array.from({ length: 6 }, () => createTestAdmin(ctx)));
    const { seen } = await getReportForAdmin(ctx, admins[0]!, id);
    const codes = await Promise.all(admins.map((admin) => getErrorCode(hideReport(ctx, admin, id, admin.id, seen))));
    expect(codes.filter((one) => one === "done")).toHaveLength(1);
    expect((await getReportForAdmin(ctx, admins[0]!, id)).trail).toHaveLength(1);
  });
});

describe("ban", () => {
  test.each([
    ["Me+2@Example.com ", "me@example.com"],
    ["me+a+b@example.com", "me@example.com"],
    ["m.e@example.com", "m.e@example.com"],
    ["+201001234567", "+201001234567"],
    ["+tag@example.com", "+tag@example.com"],
  ])("of %s applies to %s", (address, folded) => {
    expect(getBaseAddress(address)).toBe(folded);
  });

  test("of an address applies with any +tag, and the other way round", async () => {
    const banned = await createTestUser(ctx, { email: "sells+1@example.com" });
    const { id } = await createLostCatReport(banned);
    const admin = await createTestAdmin(ctx);
    await banReporter(ctx, admin, id, { reason: "sells pets" });
    for (const email of ["sells@example.com", "Sells+new@example.com", "sells+1@example.com"])
      expect(await findBan(ctx, { id: null, email })).toMatchObject({ reason: "sells pets" });
    expect(await findBan(ctx, { id: null, email: "s.ells@example.com" })).toBeNull();
  });

  test("of an account rejects new reports from any address, keeps existing ones, and can be lifted", async () => {
    const { owner, id } = await createLostCatReport();
    const admin = await createTestAdmin(ctx);
    await banReporter(ctx, admin, id, { reason: "sells pets" });
    expect(await getErrorCode(createLostCatReport(owner))).toBe("lostFound.ban.notified");
    expect(await getErrorCode(createLostCatReport({ ...owner, email: "renamed@example.com" }))).toBe(
      "lostFound.ban.notified",
    );
    const asGuest = { ...foundDog, seenAt: ctx.clock.now(), guestEmail: String(owner.email).toUpperCase() };
    expect(await getErrorCode(createGuestReport(ctx, asGuest, from()))).toBe("lostFound.ban.notified");
    expect(await getErrorCode(renewReport(ctx, owner, id))).toBe("lostFound.ban.notified");
    expect(await findPublicReport(ctx, id)).not.toBeNull();
    expect(await getErrorCode(banReporter(ctx, admin, id, { reason: "again" }))).toBe("moderation.meanwhile");
    const ban = await findBan(ctx, owner);
    await endBan(ctx, admin, ban!.id);
    expect(await getErrorCode(endBan(ctx, admin, ban!.id))).toBe("moderation.meanwhile");
    await createLostCatReport(owner);
  });

  test("of a guest applies to the e-mail address and to unconfirmed reports", async () => {
    const admin = await createTestAdmin(ctx);
    const guestEmail = "stranger@example.com";
    const id = await createGuestReport(ctx, { ...foundDog, seenAt: ctx.clock.now(), guestEmail }, from());
    await banReporter(ctx, admin, id, { reason: "spam" });
    expect(await getErrorCode(confirmReport(ctx, { guestOf: id }))).toBe("lostFound.ban.notified");
    expect((await listBans(ctx, admin, {})).bans[0]).toMatchObject({ email: guestEmail, reason: "spam" });
    expect((await getReportForAdmin(ctx, admin, id)).trail[0]?.action).toBe("report.ban");
  });

  test("of an account without an e-mail address applies to its phone number, also after it is deleted", async () => {
    const number = "+201001112233";
    const phoneOnly = { email: null, emailVerified: false, phone: number, verifiedPhone: number };
    const owner: Actor = { ...(await createTestUser(ctx, phoneOnly)), email: null, phone: number };
    const { id } = await createLostCatReport(owner);
    const admin = await createTestAdmin(ctx);
    await banReporter(ctx, admin, id, { reason: "sells pets" });
    expect(await getErrorCode(createLostCatReport(owner))).toBe("lostFound.ban.notified");
    expect(await getErrorCode(renewReport(ctx, owner, id))).toBe("lostFound.ban.notified");
    expect((await getReportForAdmin(ctx, admin, id)).ban).not.toBeNull();
    expect((await listBans(ctx, admin, { search: "0100 111 2233" })).bans).toMatchObject([{ email: number }]);
    await reportsPersonalData.erase?.(ctx, owner as Parameters<NonNullable<typeof reportsPersonalData.erase>>[1]);
    expect((await listBans(ctx, admin, {})).bans[0]).toMatchObject({ email: null, userId: null });
    expect(await findBan(ctx, { id: null, email: null, phone: number })).not.toBeNull();
  });

  test("remains after the account is deleted, without the e-mail address", async () => {
    const { owner, id } = await createLostCatReport();
    const admin = await createTestAdmin(ctx);
    await banReporter(ctx, admin, id, { reason: "fraud" });
    await reportsPersonalData.erase?.(ctx, owner);
    expect((await listBans(ctx, admin, {})).bans[0]).toMatchObject({ email: null, userId: null });
    expect(await findBan(ctx, { id: null, email: owner.email })).not.toBeNull();
  });

  test("and all other decisions are for administrators only", async () => {
    const { owner, id } = await createLostCatReport();
    const stranger = await createTestUser(ctx);
    for (const actor of [owner, stranger])
      for (const work of [
        () => hideReport(ctx, actor, id, "x"),
        () => restoreReport(ctx, actor, id),
        () => dismissComplaints(ctx, actor, id),
        () => banReporter(ctx, actor, id, { reason: "x" }),
        () => endBan(ctx, actor, id),
        () => listBans(ctx, actor, {}),
        () => getReportForAdmin(ctx, actor, id),
      ])
        expect(await getErrorCode(work())).toBe("accounts.adminRequired");
  });
});

describe("search plan", () => {
  test("stores checked steps once and removes unchecked ones", async () => {
    const { owner, id } = await createLostCatReport();
    await Promise.all(planSteps.map((step) => updatePlanStep(ctx, owner, id, { step, isDone: true })));
    await updatePlanStep(ctx, owner, id, { step: "near", isDone: true });
    expect((await getOwnReport(ctx, owner, id)).planDone.toSorted()).toEqual([...planSteps].sort());
    await updatePlanStep(ctx, owner, id, { step: "near", isDone: false });
    expect((await getOwnReport(ctx, owner, id)).planDone).not.toContain("near");
    expect(await getErrorCode(updatePlanStep(ctx, await createTestUser(ctx), id, { step: "near", isDone: true }))).toBe(
      404,
    );
  });

  test("changes its stage by days since the pet was last seen", () => {
    const seen = new Date("2026-11-01T10:00:00Z");
    const stages = [-1, 0, 0.9, 1, 3.9, 4, 7.9, 8, 400].map((days) =>
      stageAt(seen, new Date(seen.getTime() + days * 86_400_000)),
    );
    expect(stages).toEqual(["first", "first", "first", "days", "days", "week", "week", "after", "after"]);
  });
});
