import { and, asc, eq, gt, inArray } from "drizzle-orm";
import { type PersonalData, readPages } from "#app/features/users/personal-data.server.ts";
import { conversations, messages } from "./conversations.tables.server.ts";

/** Conversations are deleted with the owner's account, including the finder's messages. */
export const conversationsPersonalData: PersonalData = {
  tables: [conversations, messages],
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
          ? await db.select().from(messages).where(inArray(messages.conversationId, ids)).orderBy(asc(messages.id))
          : [];
        // The finder's WhatsApp number stays hidden from the owner.
        return rows.map(({ finderWhatsapp: _, ...conversation }) => ({
          ...conversation,
          messages: messageRows.filter(({ conversationId }) => conversationId === conversation.id),
        }));
      }),
    };
  },
  locks: (_ctx, { id }) => [{ key: conversations.id, where: eq(conversations.ownerId, id) }],
};
