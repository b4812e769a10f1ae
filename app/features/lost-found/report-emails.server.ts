import { eq } from "drizzle-orm";
import { href } from "react-router";
import * as z from "zod";
import { conversations } from "#app/features/conversations/conversations.tables.server.ts";
import {
  countConversationEmail,
  markRelayed,
  resetConversationEmailLimit,
} from "#app/features/conversations/notify-finder.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { readSignedId, signId } from "#app/platform/http/signed-id.server.ts";
import { productLanguageOf } from "#app/platform/i18n/finder-languages.ts";
import { nameInEmail } from "#app/platform/i18n/text/plain-text.ts";
import type { Translate } from "#app/platform/i18n/words.ts";
import { defineJob } from "#app/platform/jobs/jobs.server.ts";
import { renderEmail } from "#app/platform/mail/email.server.ts";
import { formatReportName } from "./report-texts.ts";
import { lostFoundPosts, reportComplaints, reportConversations } from "./reports.tables.server.ts";

const queue = "lost-found.send-report-email";

/** E-mails to people without an account; users get notifications instead. */
const reportEmail = z.discriminatedUnion("kind", [
  z.object({ kind: z.enum(["confirm", "ending", "match", "hidden", "corrected"]), reportId: z.uuid() }),
  z.object({ kind: z.literal("outcome"), complaintId: z.uuid() }),
  z.object({ kind: z.literal("message"), reportId: z.uuid(), conversationId: z.uuid() }),
  z.object({ kind: z.literal("answer"), conversationId: z.uuid() }),
]);
export type ReportEmail = z.output<typeof reportEmail>;

/** Queues an e-mail in the caller's transaction, to be sent now or after some seconds. */
export async function sendReportEmail(ctx: AppContext, message: ReportEmail, after = 0): Promise<void> {
  const startAfter = ctx.clock.in(after * 1000);
  await ctx.jobs.send(ctx.db, queue, message, after > 0 ? { startAfter } : {});
}

/** Creates the key that is a guest's only access to their report. Not stored. */
export function createManageKey(ctx: AppContext, reportId: string): string {
  return signId(ctx, "report", reportId);
}

/** Returns the path of a report's page for its reporter. */
export function getReportPath(ctx: AppContext, holder: { id: string } | { guestOf: string }, reportId: string): string {
  return "id" in holder
    ? href("/dashboard/lost-found/:reportId", { reportId })
    : href("/community-reports/manage/:key", { key: createManageKey(ctx, reportId) });
}

export function readManageKey(ctx: AppContext, key: string): string | null {
  return readSignedId(ctx, "report", key ?? "");
}

/** Creates the key with which a writer returns to their conversation. */
export function createWriterKey(ctx: AppContext, conversationId: string): string {
  return signId(ctx, "report-talk", conversationId);
}

export function readWriterKey(ctx: AppContext, key: string): string | null {
  return readSignedId(ctx, "report-talk", key ?? "");
}

/** Returns a report's name for an e-mail to an address that may be somebody else's. */
function aboutInEmail(
  t: Translate,
  { petName, ...report }: Pick<typeof lostFoundPosts.$inferSelect, "petName" | "kind" | "type">,
): string {
  return formatReportName(t, { ...report, petName: petName && nameInEmail(petName) });
}

async function resolveEmail(ctx: AppContext, message: ReportEmail) {
  const { db, settings } = ctx;
  if (message.kind === "answer") {
    const [row] = await db
      .select({
        to: reportConversations.writerEmail,
        language: conversations.finderLanguage,
        petName: lostFoundPosts.petName,
        kind: lostFoundPosts.kind,
        type: lostFoundPosts.type,
      })
      .from(reportConversations)
      .innerJoin(conversations, eq(conversations.id, reportConversations.conversationId))
      .innerJoin(lostFoundPosts, eq(lostFoundPosts.id, reportConversations.reportId))
      .where(eq(reportConversations.conversationId, message.conversationId));
    if (!row) return undefined;
    const language = productLanguageOf(row.language);
    const t = ctx.translator(language);
    return {
      to: row.to,
      language,
      about: aboutInEmail(t, row),
      text: t("reportEmails.answer.text"),
      url: `${settings.publicUrl}/community-reports/conversations/${createWriterKey(ctx, message.conversationId)}`,
    };
  }
  if (message.kind === "outcome") return findOutcome(ctx, message.complaintId);
  const [post] = await db.select().from(lostFoundPosts).where(eq(lostFoundPosts.id, message.reportId));
  if (!post || (post.status === "resolved" && message.kind !== "message")) return undefined;
  const t = ctx.translator(post.language);
  const manage = `${settings.publicUrl}/community-reports/manage/${createManageKey(ctx, post.id)}`;
  return {
    to: post.guestEmail,
    language: post.language,
    about: aboutInEmail(t, post),
    text: t(`reportEmails.${message.kind}.text`),
    quote: message.kind === "hidden" ? (post.hiddenReason ?? undefined) : undefined,
    url: message.kind === "message" ? `${manage}/conversations/${message.conversationId}` : manage,
  };
}

/** Returns the e-mail about the outcome of a complaint by a person without an account. */
async function findOutcome({ db, settings, translator }: AppContext, complaintId: string) {
  const [row] = await db
    .select({ complaint: reportComplaints, post: lostFoundPosts })
    .from(reportComplaints)
    .innerJoin(lostFoundPosts, eq(lostFoundPosts.id, reportComplaints.reportId))
    .where(eq(reportComplaints.id, complaintId));
  if (!row?.complaint.outcome) return undefined;
  const { email, language, outcome } = row.complaint;
  const isThere = outcome !== "hidden";
  const t = translator(language);
  return {
    to: email,
    language,
    about: aboutInEmail(t, row.post),
    text: t(`reportEmails.outcomes.${outcome}`),
    url: `${settings.publicUrl}${isThere ? href("/community-reports/:reportId", { reportId: row.post.id }) : href("/community-reports")}`,
  };
}

/** Key of the limit of e-mails about a conversation to the guest who reported. */
const toReporter = (conversationId: string) => `reporter ${conversationId}`;

/** Resets the limit for a guest reporter who has just answered, who then gets the next message by e-mail at once. */
export const resetReporterEmailLimit = (ctx: AppContext, conversationId: string): Promise<void> =>
  resetConversationEmailLimit(ctx, toReporter(conversationId));

type ConversationEmail = Extract<ReportEmail, { conversationId: string }>;

/**
 * Counts an e-mail about a conversation against the limits, and queues it again if it is within them. A reply that the
 * writer's daily limit keeps back is recorded, so that the reporter is told.
 */
async function countAndQueue(ctx: AppContext, message: ConversationEmail, address: string): Promise<void> {
  const { kind, conversationId } = message;
  const key = kind === "message" ? toReporter(conversationId) : `message ${conversationId}`;
  // Unlike the reporter's, the writer's address is not confirmed.
  const count = await countConversationEmail(ctx, key, kind === "answer" ? { unconfirmed: address } : {});
  if (count === "recent") return;
  await withTransaction(ctx, async (tx) => {
    if (kind === "answer") await markRelayed(tx, conversationId, count === "send");
    if (count === "send") await tx.jobs.send(tx.db, queue, { ...message, isCounted: true });
  }).catch(async (error: unknown) => {
    // A retry would otherwise take this e-mail for a second one within 10 minutes.
    await resetConversationEmailLimit(ctx, key);
    throw error;
  });
}

export const reportEmailJob = defineJob<AppContext, ReportEmail & { isCounted?: boolean | undefined }>(
  queue,
  {
    data: reportEmail.and(z.object({ isCounted: z.boolean().optional() })),
    retryLimit: 8,
    retryDelay: 2,
    retryDelayMax: 900,
    concurrency: 2,
  },
  async (ctx, { isCounted, ...message }) => {
    const parts = await resolveEmail(ctx, message);
    if (!parts?.to) return;
    // Limits are counted in a job of their own, so that retries after an outage are neither counted nor let through.
    if (!isCounted && "conversationId" in message) return countAndQueue(ctx, message, parts.to);
    const t = ctx.translator(parts.language);
    const words = (part: "subject" | "action") => t(`reportEmails.${message.kind}.${part}`, { about: parts.about });
    await ctx.mail.send(
      renderEmail({
        to: parts.to,
        language: parts.language,
        subject: words("subject"),
        paragraphs: [parts.text],
        quote: "quote" in parts ? parts.quote : undefined,
        action: { label: words("action"), url: parts.url },
        footer: t(message.kind === "outcome" ? "reportEmails.outcomeFooter" : "reportEmails.footer"),
      }),
    );
    // The address was given for this e-mail only.
    if (message.kind === "outcome")
      await ctx.db.update(reportComplaints).set({ email: null }).where(eq(reportComplaints.id, message.complaintId));
  },
);
