import { and, asc, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import { recordChange } from "#app/features/audit-log/audit-log.server.ts";
import { requireAdmin } from "#app/features/users/require-admin.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { notFound } from "#app/platform/app-error.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { waitingRows } from "#app/platform/db/counts.server.ts";
import { matchesSearch } from "#app/platform/db/text-search.server.ts";
import { ownerAttachmentColumns, toOwnerAttachment } from "./attachments/attachments.server.ts";
import { conversations, messageAttachments, messages, photoRequests } from "./conversations.tables.server.ts";

const maxConversations = 50;

/** Searchable text: the subject, the names of both sides, and the messages. */
const searchText = sql`ar_norm(concat_ws(' ', ${conversations.about}, ${conversations.finderName}, ${users.name},
  (select string_agg(${messages.body}, ' ') from ${messages} where ${messages.conversationId} = ${conversations.id})))`;

/**
 * Lists reported conversations with their messages: not yet reviewed first, then newest first. Filtered by `search`.
 * Administrators only.
 */
export async function listReportedConversations({ db }: AppContext, admin: Actor, search = "") {
  requireAdmin(admin);
  const reported = await db
    .select({
      id: conversations.id,
      about: conversations.about,
      finderName: conversations.finderName,
      reportedAt: conversations.stateAt,
      reviewedAt: conversations.reviewedAt,
      ownerName: users.name,
      ownerId: users.id,
    })
    .from(conversations)
    .leftJoin(users, eq(users.id, conversations.ownerId))
    .where(and(eq(conversations.state, "reported"), matchesSearch(searchText, search)))
    .orderBy(sql`${conversations.reviewedAt} is not null`, desc(conversations.stateAt))
    .limit(maxConversations);
  const ids = reported.map(({ id }) => id);
  const messageRows = ids.length
    ? await db
        .select({
          conversationId: messages.conversationId,
          id: messages.id,
          author: messages.author,
          body: messages.body,
          attachment: ownerAttachmentColumns,
          photoWords: photoRequests.words,
        })
        .from(messages)
        .leftJoin(messageAttachments, eq(messageAttachments.messageId, messages.id))
        .leftJoin(photoRequests, eq(photoRequests.messageId, messages.id))
        .where(inArray(messages.conversationId, ids))
        .orderBy(asc(messages.id))
    : [];
  return reported.map((conversation) => ({
    ...conversation,
    messages: messageRows
      .filter(({ conversationId }) => conversationId === conversation.id)
      .map((message) => ({ ...message, attachment: message.attachment && toOwnerAttachment(message.attachment) })),
  }));
}

/** Uses a literal instead of a parameter so that the planner can use the partial index. */
const toReview = sql`${conversations.state} = 'reported' and ${conversations.reviewedAt} is null`;

/** Selects the reported conversations that no administrator has reviewed yet. */
export const conversationsToReview = waitingRows(conversations, conversations.stateAt, toReview);

/**
 * Marks a reported conversation as reviewed, which the audit log records. Idempotent. Throws 404 if it is not reported.
 * Administrators only.
 */
export async function markConversationReviewed(ctx: AppContext, admin: Actor, conversationId: string) {
  requireAdmin(admin);
  await withTransaction(ctx, async (tx) => {
    const isReported = and(eq(conversations.id, conversationId), eq(conversations.state, "reported"));
    if ((await tx.db.$count(conversations, isReported)) === 0) throw notFound();
    const [reviewed] = await tx.db
      .update(conversations)
      .set({ reviewedAt: tx.clock.now() })
      .where(and(isReported, isNull(conversations.reviewedAt)))
      .returning();
    if (!reviewed) return;
    const { id, about: name, ownerId: personId } = reviewed;
    await recordChange(tx, admin, {
      action: "conversation.review",
      subject: { kind: "conversation", id, name, personId },
    });
  });
}
