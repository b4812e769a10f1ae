import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { href } from "react-router";
import {
  type MessageFiles,
  type StoredAttachment,
  withAttachment,
} from "#app/features/conversations/attachments/attachments.server.ts";
import { createPhotoWords } from "#app/features/conversations/attachments/photo-requests.server.ts";
import { acceptsMessages, type ConversationState } from "#app/features/conversations/conversations.rules.ts";
import {
  addMessage,
  createConversation,
  hasRecentAnswer,
  listMessagePage,
  listOwnerMessagePage,
} from "#app/features/conversations/conversations.server.ts";
import { conversations, messages } from "#app/features/conversations/conversations.tables.server.ts";
import { hasOwnerStopped } from "#app/features/conversations/notify-finder.server.ts";
import { describeMessage } from "#app/features/conversations/translate-quick-replies.server.ts";
import { openStream } from "#app/features/notifications/channels/live-streams.server.ts";
import type { NotificationParams } from "#app/features/notifications/notifications.rules.ts";
import { markNotificationsRead, sendNotifications } from "#app/features/notifications/notifications.server.ts";
import { notifyListeners } from "#app/features/users/live-events.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError, gone, notFound } from "#app/platform/app-error.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import type { Language } from "#app/platform/i18n/language.ts";
import { getNetwork } from "#app/platform/limits/client-address.server.ts";
import { isWithinLimit } from "#app/platform/limits/limits.server.ts";
import { findPublicReport } from "../public-report.server.ts";
import { createWriterKey, readWriterKey, resetReporterEmailLimit, sendReportEmail } from "../report-emails.server.ts";
import { getOwnReport, type Holder, type Report } from "../reports.server.ts";
import { lostFoundPosts as posts, reportConversations } from "../reports.tables.server.ts";

const limits = {
  starts: { name: "report-conversations", points: 10, span: 3_600, isPerNetwork: true },
  writes: { name: "report-writes", points: 30, span: 600 },
};

/**
 * Limits of e-mails and pushes about the messages of one report: from one network, from all, and of the reporter to one
 * writer. Messages beyond them are only put in the inbox; of those to a guest, one is e-mailed later.
 */
const notified = {
  network: { name: "report-messages-network", points: 6, span: 900 },
  report: { name: "report-messages", points: 20, span: 900 },
  writer: { name: "report-answers", points: 6, span: 900 },
  later: { name: "report-messages-later", points: 1, span: 900 },
};

/** Counts a writer's message; returns whether too many of its network, or about the report, were notified already. */
async function isOverBudget({ limits }: AppContext, reportId: string, address: string): Promise<boolean> {
  const isWithin =
    (await isWithinLimit(limits, notified.network, `${reportId} ${getNetwork(address)}`)) &&
    (await isWithinLimit(limits, notified.report, reportId));
  return !isWithin;
}

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

const ownLink = (reportId: string, conversationId: string) =>
  href("/dashboard/lost-found/:reportId/conversations/:conversationId", { reportId, conversationId });

/**
 * Writes to a reporter in a conversation that hides the contact details of both sides, and returns the writer's key. A
 * signed-in writer has one conversation per report and continues it. Throws 409 (`reportConversation.ownReport`)
 * for one's own report, 429 after 10 messages an hour from one network, and 404 if the report is not public.
 */
export async function createReportConversation(
  ctx: AppContext,
  reportId: string,
  form: FirstMessage,
  from: Writer,
): Promise<string> {
  await ctx.limits.take(limits.starts, getNetwork(from.address));
  const isOver = !(await isAnswer(ctx, reportId, from)) && (await isOverBudget(ctx, reportId, from.address));
  return withTransaction(ctx, async (tx) => {
    const report = await lockPublicReport(tx, reportId);
    const { actor } = from;
    if (actor && actor.id === report.reporterId) throw new AppError("reportConversation.ownReport", 409);
    const earlier = actor ? await findConversationOf(tx, report.id, actor) : null;
    const conversationId = earlier ?? (await openConversation(tx, report, form, from));
    await addMessage(tx, conversationId, "finder", form.body);
    const name = form.name ?? actor?.firstName ?? null;
    await notifyReporter(tx, report, conversationId, { name, body: form.body, isOver });
    return createWriterKey(tx, conversationId);
  });
}

/**
 * Whether a writer with an account goes on in a conversation about the report in which the reporter answered lately.
 */
async function isAnswer(ctx: AppContext, reportId: string, { actor }: Writer): Promise<boolean> {
  const earlier = actor && (await findConversationOf(ctx, reportId, actor));
  return earlier ? hasRecentAnswer(ctx, earlier) : false;
}

/** Locks and returns the report, or the one that it was merged into. Throws 404 unless it is public now. */
async function lockPublicReport(tx: AppContext, reportId: string): Promise<Report> {
  let id: string | null = reportId;
  let report: Report | undefined;
  while (id) {
    [report] = await tx.db.select().from(posts).where(eq(posts.id, id)).for("update");
    id = report?.mergedIntoId ?? null;
  }
  if (!report || !(await findPublicReport(tx, report.id))) throw notFound();
  return report;
}

async function findConversationOf(
  { db }: Pick<AppContext, "db">,
  reportId: string,
  actor: Actor,
): Promise<string | null> {
  const isMine = and(eq(reportConversations.reportId, reportId), eq(reportConversations.writerId, actor.id));
  const [conversation] = await db
    .select({ id: reportConversations.conversationId })
    .from(reportConversations)
    .where(isMine);
  return conversation?.id ?? null;
}

async function openConversation(ctx: AppContext, report: Report, form: FirstMessage, from: Writer): Promise<string> {
  const conversationId = await createConversation(ctx, {
    ownerId: report.reporterId,
    about: aboutOf(ctx, report),
    link: href("/dashboard/lost-found/:reportId", { reportId: report.id }),
    finderName: form.name ?? from.actor?.firstName ?? null,
    finderContact: null,
    finderLanguage: from.actor?.language ?? from.language,
  });
  await ctx.db.insert(reportConversations).values({
    conversationId: conversationId,
    reportId: report.id,
    writerId: from.actor?.id ?? null,
    writerEmail: from.actor ? null : (form.email ?? null),
    claimedMark: report.hiddenMark ? (form.claimedMark ?? null) : null,
  });
  return conversationId;
}

/** Returns the subject of a conversation in the reporter's language. */
function aboutOf({ translator }: Pick<AppContext, "translator">, { petName, kind, type, language }: Report): string {
  return petName ?? translator(language)(`lostFound.unnamed.${kind}.${type}`);
}

/** Returns the subject as notification parameters, to be translated for each reader. */
function aboutIn({ petName, kind, type, photos: [photoId] }: Report) {
  const about: NotificationParams = petName ? { petName } : { nameless: `${kind}.${type}` };
  return photoId ? { ...about, photoId } : about;
}

async function notifyReporter(
  ctx: AppContext,
  report: Report,
  conversationId: string,
  {
    name,
    body,
    attachment,
    isOver,
  }: { name: string | null; body: string; attachment?: StoredAttachment | null; isOver: boolean },
): Promise<void> {
  await notifyConversation(ctx, conversationId);
  if ((await findConversation(ctx, conversationId)).state === "muted") return;
  const isInboxOnly = isOver && !(await hasRecentAnswer(ctx, conversationId));
  if (!report.reporterId) {
    // A guest has no inbox: the first message beyond the limits is e-mailed once they are over.
    if (isInboxOnly && !(await isWithinLimit(ctx.limits, notified.later, report.id))) return;
    const message = { kind: "message", reportId: report.id, conversationId } as const;
    return sendReportEmail(ctx, message, isInboxOnly ? notified.report.span : 0);
  }
  const text = await describeMessage(ctx, report.reporterId, { body, attachment });
  const params = { ...aboutIn(report), finderName: name ?? "", text };
  const link = ownLink(report.id, conversationId);
  const notification = {
    userId: report.reporterId,
    kind: "message",
    params,
    link,
    topic: conversationId,
    isInboxOnly,
  } as const;
  await sendNotifications(ctx, [notification]);
}

const conversationColumns = {
  id: conversations.id,
  reportId: reportConversations.reportId,
  writerId: reportConversations.writerId,
  writerEmail: reportConversations.writerEmail,
  writerLeftAt: reportConversations.writerLeftAt,
  writerName: conversations.finderName,
  about: conversations.about,
  claimedMark: reportConversations.claimedMark,
  grantedAt: reportConversations.grantedAt,
  granted: reportConversations.granted,
  state: conversations.state,
  seenAt: conversations.ownerSeenAt,
  notRelayedAt: conversations.notRelayedAt,
  createdAt: conversations.createdAt,
};

/** Lists the conversations about a report, the one with the latest message first. */
export async function listReportConversations(ctx: AppContext, report: Pick<Report, "id">) {
  const last = sql<Date>`(select max(${messages.createdAt}) from ${messages} where ${messages.conversationId} = ${conversations.id})`;
  const total = sql<number>`(select count(*) from ${messages} where ${messages.conversationId} = ${conversations.id})`;
  return ctx.db
    .select({ ...conversationColumns, lastAt: last.mapWith(conversations.createdAt), messages: total.mapWith(Number) })
    .from(reportConversations)
    .innerJoin(conversations, eq(conversations.id, reportConversations.conversationId))
    .where(eq(reportConversations.reportId, report.id))
    .orderBy(desc(last))
    .limit(100);
}

async function findConversation({ db }: Pick<AppContext, "db">, conversationId: string | null | undefined) {
  const [conversation] = await db
    .select(conversationColumns)
    .from(reportConversations)
    .innerJoin(conversations, eq(conversations.id, reportConversations.conversationId))
    .where(eq(conversations.id, conversationId ?? ""));
  if (!conversation) throw notFound();
  return conversation;
}

/**
 * Returns a conversation about the holder's own report, with the hidden mark and the writer's answer to it. Throws 404
 * for someone else's.
 */
export async function getReporterConversation(
  ctx: AppContext,
  holder: Holder,
  reportId: string,
  conversationId: string,
  before?: string | null,
) {
  const report = await getOwnReport(ctx, holder, reportId);
  const { writerId: _, writerEmail: __, granted: ___, ...conversation } = await findConversation(ctx, conversationId);
  if (conversation.reportId !== report.id) throw notFound();
  return { conversation, report, ...(await listOwnerMessagePage(ctx, conversation.id, before)) };
}

/** Marks a conversation as seen by the reporter and its notifications as read. Throws 404 for someone else's. */
export async function markReportConversationSeen(
  ctx: AppContext,
  holder: Holder,
  reportId: string,
  conversationId: string,
): Promise<void> {
  const { conversation, report } = await getReporterConversation(ctx, holder, reportId, conversationId);
  await markSeen(ctx, conversation.id);
  if ("id" in holder) await markNotificationsRead(ctx, holder, { link: ownLink(report.id, conversation.id) });
}

async function markSeen(ctx: AppContext, conversationId: string): Promise<void> {
  await ctx.db.update(conversations).set({ ownerSeenAt: ctx.clock.now() }).where(eq(conversations.id, conversationId));
}

/**
 * Returns the conversation for a writer's key. Throws 404 for an invalid key, and 410 if the conversation was deleted
 * with its report or the writer has deleted their account.
 */
async function findWriterConversation(ctx: AppContext, key: string) {
  const id = readWriterKey(ctx, key);
  if (!id) throw notFound();
  const conversation = await findConversation(ctx, id).catch((error) => {
    throw error instanceof AppError ? gone("conversation") : error;
  });
  if (conversation.writerLeftAt) throw gone("ownConversation");
  return conversation;
}

/**
 * Returns the conversation for a writer's key, with the reporter's contact details while they are shared. Throws 404
 * for an invalid key, and 410 if the conversation was deleted with its report.
 */
export async function getWriterConversation(ctx: AppContext, key: string, before?: string | null) {
  const conversation = await findWriterConversation(ctx, key);
  const [report] = await ctx.db.select().from(posts).where(eq(posts.id, conversation.reportId));
  if (!report) throw notFound();
  const isPublic = (await findPublicReport(ctx, report.id)) !== null;
  const { id, kind, type, petName, status, colors } = report;
  return {
    id: conversation.id,
    /** Whether the reporter closed it; the writer is not shown whether the reporter muted it. */
    isClosed: !acceptsMessages(conversation.state),
    /** Whether the reporter has stopped messages to their phone meanwhile. */
    hasOwnerStopped: await hasOwnerStopped(ctx, { ownerId: report.reporterId, createdAt: conversation.createdAt }),
    report: { id, kind, type, petName, status, colors, photos: isPublic ? report.photos : [] },
    isPublic,
    contact: conversation.grantedAt ? conversation.granted : null,
    ...(await listMessagePage(ctx, conversation.id, before)),
  };
}

/**
 * Sends the reporter's reply. The writer gets a notification, or an e-mail if they have no account. Throws 410
 * (`reportConversation.writerLeft`) once the writer has deleted their account.
 */
export async function sendReplyToWriter(
  ctx: AppContext,
  holder: Holder,
  reportId: string,
  conversationId: string,
  body: string,
  { address = "", photoWords, ...files }: MessageFiles & { address?: string; photoWords?: string } = {},
): Promise<void> {
  const { report, conversation } = await getReporterConversation(ctx, holder, reportId, conversationId);
  await ctx.limits.take(limits.writes, report.id);
  const isInboxOnly = !(await isWithinLimit(ctx.limits, notified.writer, conversation.id));
  const sender = "id" in holder ? holder : { address };
  await withAttachment(ctx, conversation.id, sender, files, (attachment) =>
    withTransaction(ctx, async (tx) => {
      await addMessage(tx, conversation.id, "owner", body, { attachment, photoWords });
      await markSeen(tx, conversation.id);
      const { writerId, writerEmail, writerLeftAt } = await findConversation(tx, conversation.id);
      if (writerLeftAt) throw writerLeft();
      const link = href("/community-reports/conversations/:key", { key: createWriterKey(ctx, conversation.id) });
      if (writerId) {
        const params = {
          ...aboutIn(report),
          finderName: "",
          text: await describeMessage(tx, writerId, { body, attachment, photoWords }),
        };
        await sendNotifications(tx, [
          { userId: writerId, kind: "message", params, link, topic: conversation.id, isInboxOnly },
        ]);
      } else if (writerEmail) await sendReportEmail(tx, { kind: "answer", conversationId: conversation.id });
      await notifyConversation(tx, conversation.id);
      if (report.reporterId) await notifyListeners(tx, [{ user: report.reporterId }]);
    }),
  );
  if (!report.reporterId) await resetReporterEmailLimit(ctx, conversation.id);
}

/** Asks the writer for a fresh photo with two words, as a message of the reporter; see `sendReplyToWriter`. */
export async function askWriterForPhoto(
  ctx: AppContext,
  holder: Holder,
  reportId: string,
  conversationId: string,
): Promise<void> {
  const { conversation } = await getReporterConversation(ctx, holder, reportId, conversationId);
  const photoWords = await createPhotoWords(ctx, conversation.id);
  await sendReplyToWriter(ctx, holder, reportId, conversationId, "", { photoWords });
}

/**
 * Sends another message of the writer. Throws 429 after 30 messages from one network within ten minutes, 404 for an
 * invalid key, and 410 if the conversation was deleted with its report.
 */
export async function sendWriterMessage(
  ctx: AppContext,
  key: string,
  body: string,
  address: string,
  files: MessageFiles = {},
): Promise<void> {
  const conversation = await findWriterConversation(ctx, key);
  await ctx.limits.take(limits.writes, getNetwork(address));
  const isAnswer = await hasRecentAnswer(ctx, conversation.id);
  const isOver = !isAnswer && (await isOverBudget(ctx, conversation.reportId, address));
  if (!acceptsMessages(conversation.state)) throw new AppError("conversations.closedForYou", 403);
  await withAttachment(ctx, conversation.id, { address }, files, (attachment) =>
    withTransaction(ctx, async (tx) => {
      // The message locks the conversation, which a merge changes as well: after this, its report is final.
      await addMessage(tx, conversation.id, "finder", body, { attachment });
      const { reportId, writerLeftAt } = await findConversation(tx, conversation.id);
      if (writerLeftAt) throw gone("ownConversation");
      const [report] = await tx.db.select().from(posts).where(eq(posts.id, reportId));
      if (!report) throw notFound();
      await notifyReporter(tx, report, conversation.id, { name: conversation.writerName, body, attachment, isOver });
    }),
  );
}

const writerLeft = () => new AppError("reportConversation.writerLeft", 410);

/** Lets the reporter mute, close, report or reopen a conversation. Throws 404 for someone else's. */
export async function updateReportConversationState(
  ctx: AppContext,
  holder: Holder,
  reportId: string,
  conversationId: string,
  state: ConversationState,
): Promise<void> {
  const { report, conversation } = await getReporterConversation(ctx, holder, reportId, conversationId);
  await ctx.db
    .update(conversations)
    .set({ state, stateAt: ctx.clock.now() })
    .where(eq(conversations.id, conversation.id));
  await notifyConversation(ctx, conversation.id);
  if (report.reporterId) await notifyListeners(ctx, [{ user: report.reporterId }]);
}

/**
 * Shares the reporter's current name, phone, e-mail and exact place with this writer, or stops sharing them. Throws 409
 * (`reportConversation.nothingToShare`) if none is known, and 410 (`reportConversation.writerLeft`) once the
 * writer has deleted their account.
 */
export async function updateContactSharing(
  ctx: AppContext,
  holder: Holder,
  reportId: string,
  conversationId: string,
  isShared: boolean,
): Promise<void> {
  const { report, conversation } = await getReporterConversation(ctx, holder, reportId, conversationId);
  const { contactName: name, contactPhone: phone, contactEmail: email, place } = report;
  const hasContact = report.contactPhone || report.contactEmail || report.contactName || report.place;
  if (isShared && !hasContact) throw new AppError("reportConversation.nothingToShare", 409);
  await withTransaction(ctx, async (tx) => {
    const [shared] = await tx.db
      .update(reportConversations)
      .set({
        grantedAt: isShared ? ctx.clock.now() : null,
        granted: isShared ? { name, phone, email, place } : null,
      })
      .where(and(eq(reportConversations.conversationId, conversation.id), isNull(reportConversations.writerLeftAt)))
      .returning({ id: reportConversations.conversationId });
    if (!shared) throw writerLeft();
    await notifyConversation(tx, conversation.id);
  });
}

/** Notifies the open pages of a conversation of a change. */
async function notifyConversation(ctx: AppContext, conversationId: string): Promise<void> {
  await notifyListeners(ctx, [{ user: conversationId }]);
}

/**
 * Opens the live stream of one conversation, for participants who only have a link. It signals changes without their
 * content.
 */
export function openConversationStream(ctx: AppContext, conversationId: string, signal: AbortSignal): Response {
  return openStream(
    ctx,
    { id: conversationId, isAdmin: false },
    { session: `talk ${conversationId}`, lastId: null, since: null, signal },
    async () => true,
  );
}
