import { and, desc, eq, sql } from "drizzle-orm";
import type { ConversationState } from "#app/features/conversations/conversations.rules.ts";
import { addMessage, listMessages, startConversation } from "#app/features/conversations/conversations.server.ts";
import { conversations, messages } from "#app/features/conversations/conversations.tables.server.ts";
import type { AlertParams } from "#app/features/notifications/notifications.rules.ts";
import { readAlerts, sendAlerts, wake } from "#app/features/notifications/notifications.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { transaction } from "#app/platform/db/connection/database.server.ts";
import { isId } from "#app/platform/db/uuid.server.ts";
import { AppError, notFound } from "#app/platform/http/app-error.server.ts";
import { networkOf } from "#app/platform/http/server/client-address.server.ts";
import type { Language } from "#app/platform/i18n/language.ts";
import { findPublicReport } from "../report/public-report.server.ts";
import { sendReportLetter, talkIdOfKey, talkKey } from "../report-emails.server.ts";
import { getOwnReport, type Holder, type Report } from "../reports.server.ts";
import { lostFoundPosts as posts, reportTalks } from "../reports.tables.server.ts";
import { wakeTalk } from "./conversation-stream.server.ts";

const limits = {
  starts: { name: "report-talks", points: 10, span: 3_600 },
  writes: { name: "report-writes", points: 30, span: 600 },
};

interface Writer {
  address: string;
  language: Language;
  actor: Actor | null;
}

interface FirstMessage {
  body: string;
  name?: string | null;
  email?: string | null;
  claimedMark?: string | null;
}

const ownLink = (reportId: string, talkId: string) => `/dashboard/lost-found/${reportId}/talk/${talkId}`;

/**
 * Writes to whoever reported: a talk in which neither sees an address of the other. Returns the writer's key to it.
 * Somebody signed in has one talk about a report and writes on in it. Refuses one's own report and more than 10 talks an
 * hour from a network; 404 for a report that is not public.
 */
export async function writeToReporter(
  ctx: AppContext,
  reportId: string,
  form: FirstMessage,
  from: Writer,
): Promise<string> {
  await ctx.limits.take(limits.starts, networkOf(from.address));
  return transaction(ctx, async (tx) => {
    const report = await lockPublicReport(tx, reportId);
    const { actor } = from;
    if (actor && actor.id === report.reporterId) throw new AppError("lostFound.talk.ownReport", 409);
    const earlier = actor ? await findTalkOf(tx, report.id, actor) : null;
    const talkId = earlier ?? (await openTalk(tx, report, form, from));
    await addMessage(tx, talkId, "finder", form.body);
    await tellReporter(tx, report, talkId, { name: form.name ?? actor?.firstName ?? null, body: form.body });
    return talkKey(tx, talkId);
  });
}

/** The report itself, or the one that it was merged into meanwhile, locked; 404 unless everybody may see it at this moment. */
async function lockPublicReport(tx: AppContext, reportId: string): Promise<Report> {
  let id = isId(reportId) ? reportId : null;
  let report: Report | undefined;
  while (id) {
    [report] = await tx.db.select().from(posts).where(eq(posts.id, id)).for("update");
    id = report?.mergedIntoId ?? null;
  }
  if (!report || !(await findPublicReport(tx, report.id))) throw notFound();
  return report;
}

async function findTalkOf({ db }: Pick<AppContext, "db">, reportId: string, actor: Actor): Promise<string | null> {
  const isMine = and(eq(reportTalks.reportId, reportId), eq(reportTalks.writerId, actor.id));
  const [talk] = await db.select({ id: reportTalks.conversationId }).from(reportTalks).where(isMine);
  return talk?.id ?? null;
}

async function openTalk(ctx: AppContext, report: Report, form: FirstMessage, from: Writer): Promise<string> {
  const talkId = await startConversation(ctx, {
    ownerId: report.reporterId,
    about: aboutOf(ctx, report),
    link: `/dashboard/lost-found/${report.id}`,
    finderName: form.name ?? from.actor?.firstName ?? null,
    finderContact: null,
    finderLanguage: from.actor?.language ?? from.language,
  });
  await ctx.db.insert(reportTalks).values({
    conversationId: talkId,
    reportId: report.id,
    writerId: from.actor?.id ?? null,
    writerEmail: from.actor ? null : (form.email ?? null),
    claimedMark: report.hiddenMark ? (form.claimedMark ?? null) : null,
  });
  return talkId;
}

/** What the report is about, in the reporter's language. */
function aboutOf({ say }: Pick<AppContext, "say">, { petName, kind, type, language }: Report): string {
  return petName ?? say(language)(`lostFound.unnamed.${kind}.${type}`);
}

/** What the report is about, for words that each reader gets in their own language. */
function aboutIn({ petName, kind, type }: Report): Pick<AlertParams, "petName" | "nameless"> {
  return petName ? { petName } : { nameless: `${kind}.${type}` };
}

async function tellReporter(
  ctx: AppContext,
  report: Report,
  talkId: string,
  { name, body }: { name: string | null; body: string },
): Promise<void> {
  await wakeTalk(ctx, talkId);
  if ((await findTalk(ctx, talkId)).state === "muted") return;
  if (!report.reporterId) return sendReportLetter(ctx, { kind: "message", reportId: report.id, talkId });
  const params = { ...aboutIn(report), finderName: name ?? "", text: body };
  const link = ownLink(report.id, talkId);
  await sendAlerts(ctx, [{ userId: report.reporterId, kind: "message", params, link, topic: talkId }]);
}

const talkColumns = {
  id: conversations.id,
  reportId: reportTalks.reportId,
  writerId: reportTalks.writerId,
  writerEmail: reportTalks.writerEmail,
  writerName: conversations.finderName,
  about: conversations.about,
  claimedMark: reportTalks.claimedMark,
  grantedAt: reportTalks.grantedAt,
  granted: reportTalks.granted,
  state: conversations.state,
  seenAt: conversations.ownerSeenAt,
  createdAt: conversations.createdAt,
};

/** The talks about one's own report, the one that was written in last first. */
export async function listTalks(ctx: AppContext, report: Pick<Report, "id">) {
  const last = sql<Date>`(select max(${messages.createdAt}) from ${messages} where ${messages.conversationId} = ${conversations.id})`;
  const total = sql<number>`(select count(*) from ${messages} where ${messages.conversationId} = ${conversations.id})`;
  return ctx.db
    .select({ ...talkColumns, lastAt: last.mapWith(conversations.createdAt), messages: total.mapWith(Number) })
    .from(reportTalks)
    .innerJoin(conversations, eq(conversations.id, reportTalks.conversationId))
    .where(eq(reportTalks.reportId, report.id))
    .orderBy(desc(last))
    .limit(100);
}

async function findTalk({ db }: Pick<AppContext, "db">, talkId: string | null | undefined) {
  const [talk] = isId(talkId)
    ? await db
        .select(talkColumns)
        .from(reportTalks)
        .innerJoin(conversations, eq(conversations.id, reportTalks.conversationId))
        .where(eq(conversations.id, talkId))
    : [];
  if (!talk) throw notFound();
  return talk;
}

/** A talk about one's own report, with the true hidden mark beside what the writer says it is; 404 for anybody else's. */
export async function getReporterTalk(ctx: AppContext, holder: Holder, reportId: string, talkId: string) {
  const report = await getOwnReport(ctx, holder, reportId);
  const { writerId: _, writerEmail: __, granted: ___, ...talk } = await findTalk(ctx, talkId);
  if (talk.reportId !== report.id) throw notFound();
  return { talk, report, messages: await listMessages(ctx, talk.id) };
}

/** The reporter has the talk before them: it is no longer new, and the alerts that led to it are read; 404 for anybody else's. */
export async function noteTalkSeen(ctx: AppContext, holder: Holder, reportId: string, talkId: string): Promise<void> {
  const { talk, report } = await getReporterTalk(ctx, holder, reportId, talkId);
  await markSeen(ctx, talk.id);
  if ("id" in holder) await readAlerts(ctx, holder, { link: ownLink(report.id, talk.id) });
}

async function markSeen(ctx: AppContext, talkId: string): Promise<void> {
  await ctx.db.update(conversations).set({ ownerSeenAt: ctx.clock.now() }).where(eq(conversations.id, talkId));
}

/** The talk behind a writer's key, and the reporter's contact details while they are granted; 404 for a wrong key. */
export async function getWriterTalk(ctx: AppContext, key: string) {
  const { writerId: _, writerEmail: __, claimedMark: ___, ...talk } = await findTalk(ctx, talkIdOfKey(ctx, key));
  const [report] = await ctx.db.select().from(posts).where(eq(posts.id, talk.reportId));
  if (!report) throw notFound();
  return {
    talk,
    report: { id: report.id, kind: report.kind, type: report.type, petName: report.petName },
    isPublic: (await findPublicReport(ctx, report.id)) !== null,
    contact: talk.grantedAt ? talk.granted : null,
    messages: await listMessages(ctx, talk.id),
  };
}

/** The reporter answers; the writer is told by an alert or, without an account, by a letter. */
export async function answerWriter(
  ctx: AppContext,
  holder: Holder,
  reportId: string,
  talkId: string,
  body: string,
): Promise<void> {
  const { report, talk } = await getReporterTalk(ctx, holder, reportId, talkId);
  await ctx.limits.take(limits.writes, report.id);
  await transaction(ctx, async (tx) => {
    await addMessage(tx, talk.id, "owner", body);
    await markSeen(tx, talk.id);
    const { writerId, writerEmail } = await findTalk(tx, talk.id);
    const params = { ...aboutIn(report), finderName: "", text: body };
    const link = `/community-reports/talk/${talkKey(ctx, talk.id)}`;
    if (writerId) await sendAlerts(tx, [{ userId: writerId, kind: "message", params, link, topic: talk.id }]);
    else if (writerEmail) await sendReportLetter(tx, { kind: "answer", talkId: talk.id });
    await wakeTalk(tx, talk.id);
    if (report.reporterId) await wake(tx, [{ user: report.reporterId }]);
  });
}

/** The writer writes on. Refuses more than 30 messages from a network within ten minutes; 404 for a wrong key. */
export async function writeOn(ctx: AppContext, key: string, body: string, address: string): Promise<void> {
  const talk = await findTalk(ctx, talkIdOfKey(ctx, key));
  await ctx.limits.take(limits.writes, networkOf(address));
  await transaction(ctx, async (tx) => {
    // The message locks the conversation, which a merger changes too: from then on its report is the one that stays.
    await addMessage(tx, talk.id, "finder", body);
    const { reportId } = await findTalk(tx, talk.id);
    const [report] = await tx.db.select().from(posts).where(eq(posts.id, reportId));
    if (!report) throw notFound();
    await tellReporter(tx, report, talk.id, { name: talk.writerName, body });
  });
}

/** The reporter mutes, closes, reports or reopens a talk; 404 for anybody else's. */
export async function changeTalkState(
  ctx: AppContext,
  holder: Holder,
  reportId: string,
  talkId: string,
  state: ConversationState,
): Promise<void> {
  const { report, talk } = await getReporterTalk(ctx, holder, reportId, talkId);
  await ctx.db.update(conversations).set({ state, stateAt: ctx.clock.now() }).where(eq(conversations.id, talk.id));
  if (report.reporterId) await wake(ctx, [{ user: report.reporterId }]);
}

/** Shows the reporter's name, phone, e-mail and exact place, as they are now, to this writer, or takes them back. */
export async function shareContact(
  ctx: AppContext,
  holder: Holder,
  reportId: string,
  talkId: string,
  isShared: boolean,
): Promise<void> {
  const { report, talk } = await getReporterTalk(ctx, holder, reportId, talkId);
  const { contactName: name, contactPhone: phone, contactEmail: email, place } = report;
  const hasContact = report.contactPhone || report.contactEmail || report.contactName || report.place;
  if (isShared && !hasContact) throw new AppError("lostFound.talk.nothingToShare", 409);
  await transaction(ctx, async (tx) => {
    await tx.db
      .update(reportTalks)
      .set({
        grantedAt: isShared ? ctx.clock.now() : null,
        granted: isShared ? { name, phone, email, place } : null,
      })
      .where(eq(reportTalks.conversationId, talk.id));
    await wakeTalk(tx, talk.id);
  });
}
