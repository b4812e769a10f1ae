import { and, asc, eq, gt, inArray } from "drizzle-orm";
import { inPages, type PersonalData } from "#app/features/users/personal-data.server.ts";
import { conversations, messages } from "./conversations.tables.server.ts";

/** A finder's talk ends with the owner's account: both sides of it go. */
export const messagesPersonalData: PersonalData = {
  tables: [conversations, messages],
  async read({ db }, { id }) {
    return {
      talks: inPages(async (after, most) => {
        const talks = await db
          .select()
          .from(conversations)
          .where(and(eq(conversations.ownerId, id), gt(conversations.id, after)))
          .orderBy(asc(conversations.id))
          .limit(most);
        const ids = talks.map((talk) => talk.id);
        const said = ids.length
          ? await db.select().from(messages).where(inArray(messages.conversationId, ids)).orderBy(asc(messages.id))
          : [];
        return talks.map((talk) => ({
          ...talk,
          messages: said.filter(({ conversationId }) => conversationId === talk.id),
        }));
      }),
    };
  },
};
