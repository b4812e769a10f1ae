import { and, count, desc, eq, inArray, isNull, max, min, sql } from "drizzle-orm";
import { messages } from "#app/features/conversations/conversations.tables.server.ts";
import { scamSignsIn } from "#app/features/conversations/scam-signs.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { isId } from "#app/platform/db/uuid.server.ts";
import type { FlagReason } from "../reports.rules.ts";
import { reportConversations, reportFlags } from "../reports.tables.server.ts";

/** Messages about a report that are looked through for signs of a fraud. */
const maxMessages = 500;

/** The open complaints about each of these reports: how many, why, since when. */
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

/** Reports with open complaints, each with when it waits since: what the moderation queue is made of. */
export function buildOpenComplaints({ db }: Pick<AppContext, "db">) {
  return db
    .select({ reportId: reportFlags.reportId, since: sql<Date>`min(${reportFlags.createdAt})`.as("since") })
    .from(reportFlags)
    .where(isNull(reportFlags.handledAt))
    .groupBy(reportFlags.reportId)
    .as("open_complaints");
}

/** Every complaint about a report, the latest first, with the account that made it, or a short code of its network. */
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

/** How often each sign of a fraud stands in the conversations about a report, and on whose side; what was written stays private. */
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
