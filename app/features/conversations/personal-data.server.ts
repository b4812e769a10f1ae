import { and, asc, eq, getTableColumns, gt, inArray } from "drizzle-orm";
import { type PersonalData, readPages } from "#app/features/users/personal-data.server.ts";
import { attachmentColumns, getAttachmentKey, listAttachmentKeys } from "./attachments/attachments.server.ts";
import { conversations, messageAttachments, messages, photoRequests } from "./conversations.tables.server.ts";

/** Conversations are deleted with the owner's account, including the finder's messages. */
export const conversationsPersonalData: PersonalData = {
  tables: [conversations, messages, messageAttachments, photoRequests],
  async read({ db }, { id }) {
    return {
      conversations: readPages(async (after, maxRows) => {
        const rows = await db
          .select()
          .from(conversations)
          .where(and(eq(conversations.ownerId, id), gt(conversations.id, after)))
          .orderBy(asc(conversations.id))
          .limit(maxRows);
        const ids = rows.map(({ id }) => id);
        const messageRows = ids.length
          ? await db
              .select({ ...getTableColumns(messages), attachment: attachmentColumns, photoWords: photoRequests.words })
              .from(messages)
              .leftJoin(messageAttachments, eq(messageAttachments.messageId, messages.id))
              .leftJoin(photoRequests, eq(photoRequests.messageId, messages.id))
              .where(inArray(messages.conversationId, ids))
              .orderBy(asc(messages.id))
          : [];
        // The finder's WhatsApp number stays hidden from the owner.
        return rows.map(({ finderWhatsapp: _, ...conversation }) => ({
          ...conversation,
          messages: messageRows.filter(({ conversationId }) => conversationId === conversation.id),
        }));
      }),
    };
  },
  async files({ db }, { id }) {
    const rows = await db
      .select({ attachment: messageAttachments, about: conversations.about })
      .from(messageAttachments)
      .innerJoin(messages, eq(messages.id, messageAttachments.messageId))
      .innerJoin(conversations, eq(conversations.id, messages.conversationId))
      .where(eq(conversations.ownerId, id))
      .orderBy(asc(messageAttachments.messageId));
    return rows.map(({ attachment, about }) => ({
      keys: [...listAttachmentKeys(attachment.fileId), getAttachmentKey(attachment)],
      of: `${about} ${attachment.kind} ${attachment.fileId.slice(-6)}`,
    }));
  },
  locks: (_ctx, { id }) => [{ key: conversations.id, where: eq(conversations.ownerId, id) }],
};
