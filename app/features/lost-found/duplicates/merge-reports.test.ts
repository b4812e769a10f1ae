// A person's two reports would be merged with messages or posters lost, and the old link would lead nowhere.
import { and, eq, inArray } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { getReportForAdmin } from "#app/features/admin/lost-found/admin-reports.server.ts";
import { auditLog } from "#app/features/audit-log/audit-log.tables.server.ts";
import { notificationWords } from "#app/features/notifications/notification-texts.ts";
import { notifications } from "#app/features/notifications/notifications.tables.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppError } from "#app/platform/app-error.server.ts";
import { getViolatedConstraint } from "#app/platform/db/connection/database.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { createTestPet, createTestUser } from "#tests/make.ts";
import { createTestApp } from "#tests/test-app.ts";
import {
  createReportConversation,
  getWriterConversation,
  listReportConversations,
  updateContactSharing,
} from "../conversations/report-conversations.server.ts";
import { dismissMatch, listMatches } from "../matching/report-matches.server.ts";
import { createComplaint } from "../moderation/report-complaints.server.ts";
import { dismissComplaints, hideReport } from "../moderation/report-moderation.server.ts";
import { createPoster, listPosters } from "../posters/posters.server.ts";
import { findPublicReport } from "../public-report.server.ts";
import { createGuestReport, createReport, deleteReport, updateReport } from "../publish-reports.server.ts";
import { redirectIfMerged } from "../report-holder.server.ts";
import { confirmReport, resolveReport } from "../report-states.server.ts";
import type { ReportForm } from "../reports.forms.server.ts";
import { getOwnReport } from "../reports.server.ts";
import { lostFoundPosts as posts, reportComplaints, reportConversations } from "../reports.tables.server.ts";
import { findMergedInto, listDuplicates, mergeAsAdmin, mergeReports } from "./merge-reports.server.ts";

let owner: Actor;
let finder: Actor;
let town = 0;

const testApp = await createTestApp();
const admin = await createTestUser(testApp.ctx, { role: "admin" });
beforeEach(async () => {
  owner = await createTestUser(testApp.ctx);
  finder = await createTestUser(testApp.ctx);
  town++;
});

const from = () => ({ address: `10.9.${town}.7`, language: "en" }) as const;
const animal = (): ReportForm => ({
  kind: "lost",
  type: "dog",
  petName: "Rocky",
  colors: ["black"],
  gender: "male",
  seenAt: new Date("2026-11-19T18:30:00Z"),
  area: `Town ${town}`,
  latitude: 5 + town,
  longitude: 20,
});
const add = (more: Partial<ReportForm> = {}, user = owner) =>
  createReport(testApp.ctx, user, { ...animal(), ...more }, from());
const getReport = (id: string, user = owner) => getOwnReport(testApp.ctx, user, id);
const getErrorStatus = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: AppError) => error.status,
  );

describe("two reports of the same pet by the same person", () => {
  test("are suggested for merging; others are not", async () => {
    const first = await add();
    const second = await add({ petName: " ROCKY", area: "Elsewhere" });
    await add({ petName: "Luna" });
    await add({ type: "cat", area: "Third" });
    await add({ area: "Fourth" }, finder);
    const listOffered = async (id: string) =>
      (await listDuplicates(testApp.ctx, await getReport(id))).map((duplicate) => duplicate.id);
    expect(await listOffered(second)).toEqual([first]);
    expect(await listOffered(first)).toEqual([second]);
    expect((await getReportForAdmin(testApp.ctx, admin, second)).duplicates.map(({ id }) => id)).toEqual([first]);
  });

  test("are merged into one that keeps everything, and the older URL redirects to it", async () => {
    const petId = await createTestPet(testApp.ctx, owner);
    const older = await add({
      petId,
      microchip: "985112003400001",
      marks: "a red collar",
      description: "Ran at dusk.",
      reward: "500 EGP",
    });
    const writer = { address: from().address, language: "en", actor: finder } as const;
    await createReportConversation(testApp.ctx, older, { body: "I saw him" }, writer);
    const found = { kind: "found", seenAt: new Date("2026-11-20T08:00:00Z"), area: "Near" } as const;
    const match = await add(found, finder);
    await testApp.runJobs();
    await dismissMatch(testApp.ctx, owner, older, match);
    const newer = await add({ area: "Newer words", marks: "shy", description: "Still gone." });
    await createReportConversation(testApp.ctx, newer, { body: "And again" }, writer);
    await testApp.runJobs();
    expect(await mergeReports(testApp.ctx, owner, newer, older)).toBe(newer);
    await testApp.runJobs();
    const kept = await getReport(newer);
    expect(kept).toMatchObject({
      petId,
      microchip: "985112003400001",
      marks: "shy · a red collar",
      description: "Still gone.\n\nRan at dusk.",
      reward: "500 EGP",
      status: "open",
    });
    expect(await listReportConversations(testApp.ctx, kept)).toHaveLength(2);
    expect(
      (await listMatches(testApp.ctx, kept, "en")).map(({ report, isDismissed }) => [report.id, isDismissed]),
    ).toEqual([[match, true]]);
    expect(await findPublicReport(testApp.ctx, older)).toBeNull();
    expect(await findMergedInto(testApp.ctx, older)).toBe(newer);
    const redirected = await redirectIfMerged(testApp.ctx, owner, older, "/edit").catch((answer: Response) => answer);
    expect(redirected?.headers.get("location")).toBe(`/dashboard/lost-found/${newer}/edit`);
    expect(await redirectIfMerged(testApp.ctx, owner, newer, "/edit")).toBeUndefined();
    expect(await getReport(older)).toMatchObject({
      status: "merged",
      mergedIntoId: newer,
      mergedById: owner.id,
      petId: null,
    });
    expect((await getReportForAdmin(testApp.ctx, admin, newer)).merged.map(({ id }) => id)).toEqual([older]);
    const newest = await add({ area: "Third" });
    await mergeReports(testApp.ctx, owner, newer, newest);
    expect(await findMergedInto(testApp.ctx, older)).toBe(newest);
    expect(await findMergedInto(testApp.ctx, newest)).toBeNull();
    await deleteReport(testApp.ctx, owner, newest);
    expect(await testApp.ctx.db.select().from(posts).where(eq(posts.reporterId, owner.id))).toEqual([]);
  });

  test("keep the posters of both, even with the same idempotency key", async () => {
    const [older, newer] = [await add(), await add({ area: "Newer" })];
    const key = createId();
    for (const id of [older, newer]) await createPoster(testApp.ctx, owner, id, { place: "Bakery", key });
    await mergeReports(testApp.ctx, owner, older, newer);
    expect(await listPosters(testApp.ctx, owner, newer)).toHaveLength(2);
  });

  test("count each person with an open complaint about either once", async () => {
    const [older, newer] = [await add(), await add({ area: `Town ${town}, centre` })];
    const complaint = (id: string, actor: Actor) =>
      createComplaint(testApp.ctx, id, { reason: "scam" }, { ...from(), actor });
    const [both, again] = [await createTestUser(testApp.ctx), finder];
    await complaint(newer, again);
    await dismissComplaints(testApp.ctx, admin, newer);
    await complaint(older, again);
    await complaint(older, both);
    await complaint(newer, both);
    const id = await mergeReports(testApp.ctx, owner, older, newer);
    expect((await getReport(id)).openComplaints).toBe(2);
    const complaints = await testApp.ctx.db
      .select()
      .from(reportComplaints)
      .where(inArray(reportComplaints.reportId, [older, newer]));
    expect(complaints.map(({ reportId, handledAt }) => [reportId, handledAt])).toEqual([
      [newer, null],
      [newer, null],
    ]);
  });

  test("are merged once when requested twice concurrently", async () => {
    const [older, newer] = [await add(), await add({ area: "Newer" })];
    const statuses = await Promise.all(
      [1, 2].map(() => getErrorStatus(mergeReports(testApp.ctx, owner, newer, older))),
    );
    expect(statuses.sort()).toEqual([409, null]);
  });

  test("cannot be merged by others, or if one is hidden, resolved or of another species", async () => {
    const [older, newer] = [await add(), await add({ area: "Newer" })];
    const [others, cat] = [await add({ area: "Others" }, finder), await add({ type: "cat", area: "Cat" })];
    expect(await getErrorStatus(mergeReports(testApp.ctx, finder, older, newer))).toBe(404);
    expect(await getErrorStatus(mergeReports(testApp.ctx, owner, newer, others))).toBe(404);
    expect(await getErrorStatus(mergeAsAdmin(testApp.ctx, admin, newer, others))).toBe(404);
    expect(await getErrorStatus(mergeReports(testApp.ctx, owner, newer, newer))).toBe(404);
    expect(await getErrorStatus(mergeReports(testApp.ctx, owner, newer, "x"))).toBe(404);
    expect(await getErrorStatus(mergeReports(testApp.ctx, owner, newer, cat))).toBe(409);
    await hideReport(testApp.ctx, admin, older, "Spam");
    expect(await getErrorStatus(mergeReports(testApp.ctx, owner, newer, older))).toBe(409);
    const over = await add({ area: "Over" });
    await resolveReport(testApp.ctx, owner, over, { resolution: "report" });
    expect(await getErrorStatus(mergeReports(testApp.ctx, owner, newer, over))).toBe(409);
  });

  test("cannot be changed in the older one after the merge", async () => {
    const [older, newer] = [await add(), await add({ area: "Newer" })];
    await mergeReports(testApp.ctx, owner, older, newer);
    const { version } = await getReport(older);
    expect(await getErrorStatus(updateReport(testApp.ctx, owner, older, { ...animal(), version }, from()))).toBe(409);
    expect(await getErrorStatus(resolveReport(testApp.ctx, owner, older, { resolution: "tag" }))).toBe(409);
  });

  test("can be merged by an administrator, with an audit log entry", async () => {
    const [older, newer] = [await add(), await add({ area: "Newer" })];
    expect(await getErrorStatus(Promise.resolve().then(() => mergeAsAdmin(testApp.ctx, owner, older, newer)))).toBe(
      403,
    );
    await mergeAsAdmin(testApp.ctx, admin, older, newer);
    const [line] = await testApp.ctx.db.select().from(auditLog).where(eq(auditLog.subjectId, older));
    expect(line).toMatchObject({ action: "report.merge", actorId: admin.id, after: { mergedIntoId: newer } });
  });

  test("bring their decisions along in the panel; the next decision about the remaining one is accepted", async () => {
    const [older, newer] = [await add(), await add({ area: "Newer" })];
    await dismissComplaints(testApp.ctx, admin, newer);
    await mergeAsAdmin(testApp.ctx, admin, older, newer);
    const { trail, seen } = await getReportForAdmin(testApp.ctx, admin, newer);
    expect(trail.map(({ action }) => action)).toEqual(["report.merge", "report.dismiss"]);
    await hideReport(testApp.ctx, admin, newer, "Wrong place", seen);
  });

  test("by a guest can be merged through the link of either, once both are confirmed", async () => {
    const guest = { ...animal(), kind: "found" as const, petName: null, guestEmail: `guest${town}@example.com` };
    const older = await createGuestReport(testApp.ctx, guest, from());
    const newer = await createGuestReport(testApp.ctx, { ...guest, marks: "shy" }, from());
    await confirmReport(testApp.ctx, { guestOf: newer });
    expect(await getErrorStatus(mergeReports(testApp.ctx, { guestOf: newer }, newer, older))).toBe(409);
    await confirmReport(testApp.ctx, { guestOf: older });
    const report = await getOwnReport(testApp.ctx, { guestOf: newer }, newer);
    expect((await listDuplicates(testApp.ctx, report)).map(({ id }) => id)).toEqual([older]);
    expect(await mergeReports(testApp.ctx, { guestOf: newer }, newer, older)).toBe(newer);
  });
});

describe("conversation about a merged report", () => {
  const visitor = (body: string, at = 1) =>
    [{ body }, { address: `10.77.${town}.${at}`, language: "en" as const, actor: null }] as const;

  test("receives the messages that were sent during the merge", async () => {
    const [older, newer] = [await add(), await add({ breed: "Baladi" })];
    const writing = Array.from({ length: 4 }, (_, at) =>
      createReportConversation(testApp.ctx, older, ...visitor(`Seen ${at}`, at)),
    );
    const kept = await mergeReports(testApp.ctx, owner, older, newer);
    await Promise.all(writing);
    await createReportConversation(testApp.ctx, older, ...visitor("Seen later", 9));
    expect(await listReportConversations(testApp.ctx, { id: kept })).toHaveLength(5);
    expect(await listReportConversations(testApp.ctx, { id: older })).toEqual([]);
  });

  test("cannot refer to a merged report, by a database constraint", async () => {
    const [older, newer] = [await add(), await add({ breed: "Baladi" })];
    await createReportConversation(testApp.ctx, newer, ...visitor("Seen"));
    await mergeReports(testApp.ctx, owner, older, newer);
    const move = testApp.ctx.db
      .update(reportConversations)
      .set({ reportId: older })
      .where(eq(reportConversations.reportId, newer));
    expect(
      getViolatedConstraint(
        await move.then(
          () => null,
          (error: unknown) => error,
        ),
      ),
    ).toBe("report_conversations_not_merged");
  });

  test.each(["merged", "changed"] as const)("shows the contact details as shared, not as %s later", async (how) => {
    const older = await add({ contactPhone: "+201001111111", place: "Street 1" });
    const key = await createReportConversation(testApp.ctx, older, ...visitor("Seen"));
    const [conversation] = await listReportConversations(testApp.ctx, { id: older });
    await updateContactSharing(testApp.ctx, owner, older, conversation!.id, true);
    const secret = { contactPhone: "+201002222222", place: "Secret flat 9" };
    if (how === "merged") await mergeReports(testApp.ctx, owner, older, await add({ ...secret, breed: "Baladi" }));
    else await testApp.ctx.db.update(posts).set(secret).where(eq(posts.id, older));
    const { contact } = await getWriterConversation(testApp.ctx, key);
    expect(contact).toMatchObject({ phone: "+201001111111", place: "Street 1" });
  });

  test("about a pet without a name is announced in the reader's language", async () => {
    const arabic = await createReport(
      testApp.ctx,
      owner,
      { ...animal(), kind: "found", type: "cat", petName: undefined },
      { address: `10.9.${town}.7`, language: "ar" },
    );
    await createReportConversation(testApp.ctx, arabic, ...visitor("It is mine"));
    const [notification] = await testApp.ctx.db
      .select()
      .from(notifications)
      .where(and(eq(notifications.userId, owner.id), eq(notifications.kind, "message")));
    const title = (language: "en" | "ar") =>
      notificationWords(testApp.ctx.translator(language), notification!.kind, notification!.params).title;
    expect([title("en"), title("ar")]).toEqual([
      expect.stringContaining(testApp.ctx.translator("en")("lostFound.unnamed.found.cat")),
      expect.stringContaining(testApp.ctx.translator("ar")("lostFound.unnamed.found.cat")),
    ]);
  });
});
