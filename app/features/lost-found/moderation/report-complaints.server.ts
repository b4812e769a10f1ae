import { createHmac } from "node:crypto";
import { and, count, desc, eq, inArray, isNull, max, min, type SQL, sql } from "drizzle-orm";
import { messages } from "#app/features/conversations/conversations.tables.server.ts";
import { scamSignsIn } from "#app/features/conversations/scam-signs.rules.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { notFound } from "#app/platform/app-error.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { createId, isId } from "#app/platform/db/uuid.server.ts";
import type { Language } from "#app/platform/i18n/language.ts";
import { getNetwork } from "#app/platform/limits/client-address.server.ts";
import { findPublicReport } from "../public-report.server.ts";
import type { ComplaintReason } from "../reports.rules.ts";
import { lostFoundPosts as posts, reportComplaints, reportConversations } from "../reports.tables.server.ts";

const limit = { name: "report-complaints", points: 10, span: 3_600, isPerNetwork: true };

/**
 * Reports a problem with a report to the administrators. Each account, or network without an account, counts once.
 * Throws 429 after 10 an hour from one network, and 404 if the report is not public.
 */
export async function createComplaint(
  ctx: AppContext,
  reportId: string,
  form: { reason: ComplaintReason; note?: string | null; email?: string | null | undefined },
  from: { address: string; language?: Language; actor: Actor | null },
): Promise<void> {
  const network = getNetwork(from.address);
  await ctx.limits.take(limit, network);
  const by =
    from.actor?.id ?? createHmac("sha256", ctx.settings.secret).update(`complaint ${network}`).digest("base64url");
  await withTransaction(ctx, async (tx) => {
    // A decision or merge at the same moment either closes the new complaint or comes first.
    await tx.db.select({ id: posts.id }).from(posts).where(eq(posts.id, reportId)).for("no key update");
    const report = await findPublicReport(tx, reportId);
    if (!report) throw notFound();
    const added = await tx.db
      .insert(reportComplaints)
      .values({
        id: createId(),
        reportId: report.id,
        by,
        reason: form.reason,
        note: form.note,
        email: from.actor ? null : (form.email ?? null),
        language: from.language ?? "en",
        createdAt: ctx.clock.now(),
      })
      .onConflictDoNothing()
      .returning({ id: reportComplaints.id });
    if (added.length === 0) return;
    await tx.db
      .update(posts)
      .set({ openComplaints: sql`${posts.openComplaints} + 1` })
      .where(eq(posts.id, report.id));
  });
}

/** Deletes complaints about reports that the caller has locked, and no longer counts the open ones. */
export async function deleteComplaints({ db }: Pick<AppContext, "db">, which: SQL | undefined): Promise<void> {
  const deleted = await db.delete(reportComplaints).where(which).returning({ reportId: reportComplaints.reportId });
  const isOpenComplaint = and(eq(reportComplaints.reportId, posts.id), isNull(reportComplaints.handledAt));
  const reportIds = deleted.map(({ reportId }) => reportId);
  await db
    .update(posts)
    .set({ openComplaints: sql`(select count(*) from ${reportComplaints} where ${isOpenComplaint})` })
    .where(inArray(posts.id, reportIds));
}

/** Maximum number of messages per report that are checked for signs of fraud. */
const maxMessages = 500;

/** Returns the open complaints about each report: number, reasons and times. */
export async function listComplaintSummaries({ db }: Pick<AppContext, "db">, reportIds: readonly string[]) {
  const rows = await db
    .select({
      reportId: reportComplaints.reportId,
      total: count(),
      reasons: sql<ComplaintReason[]>`array_agg(distinct ${reportComplaints.reason})`,
      notes: sql<
        string[]
      >`coalesce(array_agg(${reportComplaints.note}) filter (where ${reportComplaints.note} <> ''), '{}')`,
      first: min(reportComplaints.createdAt),
      last: max(reportComplaints.createdAt),
    })
    .from(reportComplaints)
    .where(and(inArray(reportComplaints.reportId, [...reportIds]), isNull(reportComplaints.handledAt)))
    .groupBy(reportComplaints.reportId);
  return new Map(rows.map(({ reportId, ...rest }) => [reportId, rest]));
}

/** Subquery of reports with open complaints and the time of the oldest: the moderation queue. */
export function buildOpenComplaints({ db }: Pick<AppContext, "db">) {
  return db
    .select({ reportId: reportComplaints.reportId, since: sql<Date>`min(${reportComplaints.createdAt})`.as("since") })
    .from(reportComplaints)
    .where(isNull(reportComplaints.handledAt))
    .groupBy(reportComplaints.reportId)
    .as("open_complaints");
}

/** Lists the complaints about a report, latest first, with the account or a short code of the network. */
export async function listComplaints({ db }: Pick<AppContext, "db">, reportId: string) {
  const { id, reason, note, createdAt, handledAt, by } = reportComplaints;
  const complaints = await db
    .select({ id, reason, note, createdAt, handledAt, by })
    .from(reportComplaints)
    .where(eq(reportComplaints.reportId, reportId))
    .orderBy(desc(reportComplaints.id))
    .limit(100);
  const accounts = complaints.map((complaint) => complaint.by).filter(isId);
  const people = accounts.length
    ? await db.select({ id: users.id, email: users.email }).from(users).where(inArray(users.id, accounts))
    : [];
  const emails = new Map(people.map((person) => [person.id, person.email]));
  return complaints.map(({ by, ...complaint }) => ({
    ...complaint,
    email: emails.get(by) ?? null,
    network: accounts.includes(by) ? null : by.slice(0, 4),
  }));
}

/** Counts the signs of fraud in the conversations about a report, by side. The texts stay private. */
export async function countConversationSigns({ db }: Pick<AppContext, "db">, reportId: string) {
  const rows = await db
    .select({ author: messages.author, body: messages.body })
    .from(messages)
    .innerJoin(reportConversations, eq(reportConversations.conversationId, messages.conversationId))
    .where(eq(reportConversations.reportId, reportId))
    .orderBy(desc(messages.id))
    .limit(maxMessages);
  const found = Map.groupBy(
    rows.flatMap(({ author, body }) => scamSignsIn(body).map((sign) => ({ sign, author }))),
    ({ sign, author }) => `${sign} ${author}`,
  );
  return [...found.values()].flatMap((same) => (same[0] ? [{ ...same[0], times: same.length }] : []));
}
