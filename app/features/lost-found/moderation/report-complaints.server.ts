import { createHmac } from "node:crypto";
import { and, count, desc, eq, inArray, isNull, max, min, type SQL, sql } from "drizzle-orm";
import { messages } from "#app/features/conversations/conversations.tables.server.ts";
import { scamSignsIn } from "#app/features/conversations/scam-signs.rules.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { transaction } from "#app/platform/db/connection/database.server.ts";
import { isId, newId } from "#app/platform/db/uuid.server.ts";
import { notFound } from "#app/platform/http/app-error.server.ts";
import { getNetwork } from "#app/platform/http/server/client-address.server.ts";
import type { Language } from "#app/platform/i18n/language.ts";
import { findPublicReport } from "../report/public-report.server.ts";
import type { FlagReason } from "../reports.rules.ts";
import { lostFoundPosts as posts, reportConversations, reportFlags } from "../reports.tables.server.ts";

const limit = { name: "report-flags", points: 10, span: 3_600, isPerNetwork: true };

/**
 * Reports a problem with a report to the administrators. Each account, or network without an account, counts once.
 * Throws 429 after 10 an hour from one network, and 404 if the report is not public.
 */
export async function flagReport(
  ctx: AppContext,
  reportId: string,
  form: { reason: FlagReason; note?: string | null; email?: string | null | undefined },
  from: { address: string; language?: Language; actor: Actor | null },
): Promise<void> {
  const network = getNetwork(from.address);
  await ctx.limits.take(limit, network);
  if (!isId(reportId)) throw notFound();
  const by = from.actor?.id ?? createHmac("sha256", ctx.settings.secret).update(`flag ${network}`).digest("base64url");
  await transaction(ctx, async (tx) => {
    // A decision or merge at the same moment either closes the new complaint or comes first.
    await tx.db.select({ id: posts.id }).from(posts).where(eq(posts.id, reportId)).for("no key update");
    const report = await findPublicReport(tx, reportId);
    if (!report) throw notFound();
    const added = await tx.db
      .insert(reportFlags)
      .values({
        id: newId(),
        reportId: report.id,
        by,
        reason: form.reason,
        note: form.note,
        email: from.actor ? null : (form.email ?? null),
        language: from.language ?? "en",
        createdAt: ctx.clock.now(),
      })
      .onConflictDoNothing()
      .returning({ id: reportFlags.id });
    if (added.length === 0) return;
    await tx.db
      .update(posts)
      .set({ openFlags: sql`${posts.openFlags} + 1` })
      .where(eq(posts.id, report.id));
  });
}

/** Deletes complaints about reports that the caller has locked, and no longer counts the open ones. */
export async function deleteFlags({ db }: Pick<AppContext, "db">, which: SQL | undefined): Promise<void> {
  const deleted = await db.delete(reportFlags).where(which).returning({ reportId: reportFlags.reportId });
  const isOpenFlag = and(eq(reportFlags.reportId, posts.id), isNull(reportFlags.handledAt));
  const reportIds = deleted.map(({ reportId }) => reportId);
  await db
    .update(posts)
    .set({ openFlags: sql`(select count(*) from ${reportFlags} where ${isOpenFlag})` })
    .where(inArray(posts.id, reportIds));
}

/** Maximum number of messages per report that are checked for signs of fraud. */
const maxMessages = 500;

/** Returns the open complaints about each report: number, reasons and times. */
export async function listComplaints({ db }: Pick<AppContext, "db">, reportIds: readonly string[]) {
  const rows = await db
    .select({
      reportId: reportFlags.reportId,
      total: count(),
      reasons: sql<FlagReason[]>`array_agg(distinct ${reportFlags.reason})`,
      notes: sql<string[]>`coalesce(array_agg(${reportFlags.note}) filter (where ${reportFlags.note} <> ''), '{}')`,
      first: min(reportFlags.createdAt),
      last: max(reportFlags.createdAt),
    })
    .from(reportFlags)
    .where(and(inArray(reportFlags.reportId, [...reportIds]), isNull(reportFlags.handledAt)))
    .groupBy(reportFlags.reportId);
  return new Map(rows.map(({ reportId, ...rest }) => [reportId, rest]));
}

/** Subquery of reports with open complaints and the time of the oldest: the moderation queue. */
export function buildOpenComplaints({ db }: Pick<AppContext, "db">) {
  return db
    .select({ reportId: reportFlags.reportId, since: sql<Date>`min(${reportFlags.createdAt})`.as("since") })
    .from(reportFlags)
    .where(isNull(reportFlags.handledAt))
    .groupBy(reportFlags.reportId)
    .as("open_complaints");
}

/** Lists the complaints about a report, latest first, with the account or a short code of the network. */
export async function listFlags({ db }: Pick<AppContext, "db">, reportId: string) {
  const { id, reason, note, createdAt, handledAt, by } = reportFlags;
  const flags = await db
    .select({ id, reason, note, createdAt, handledAt, by })
    .from(reportFlags)
    .where(eq(reportFlags.reportId, reportId))
    .orderBy(desc(reportFlags.id))
    .limit(100);
  const accounts = flags.map((flag) => flag.by).filter(isId);
  const people = accounts.length
    ? await db.select({ id: users.id, email: users.email }).from(users).where(inArray(users.id, accounts))
    : [];
  const emails = new Map(people.map((person) => [person.id, person.email]));
  return flags.map(({ by, ...flag }) => ({
    ...flag,
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
