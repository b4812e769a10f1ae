import { and, count, desc, eq, inArray, isNull, max, min, sql } from "drizzle-orm";
import { messages } from "#app/features/conversations/conversations.tables.server.ts";
import { scamSignsIn } from "#app/features/conversations/scam-signs.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { isId } from "#app/platform/db/uuid.server.ts";
import type { FlagReason } from "../reports.rules.ts";
import { reportConversations, reportFlags } from "../reports.tables.server.ts";

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
