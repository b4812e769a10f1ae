import { asc, desc, eq, inArray } from "drizzle-orm";
import { requireAdmin } from "#app/features/users/require-admin.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { conversations, messages } from "./conversations.tables.server.ts";

const most = 50;

/** The conversations that owners reported, newest first, with what was written in them. Only for administrators. */
export async function listReportedConversations({ db }: AppContext, admin: Actor) {
  requireAdmin(admin);
  const reported = await db
    .select({
      id: conversations.id,
      about: conversations.about,
      finderName: conversations.finderName,
      reportedAt: conversations.stateAt,
      ownerName: users.name,
      ownerId: users.id,
    })
    .from(conversations)
    .leftJoin(users, eq(users.id, conversations.ownerId))
    .where(eq(conversations.state, "reported"))
    .orderBy(desc(conversations.stateAt))
    .limit(most);
  const ids = reported.map(({ id }) => id);
  const written = ids.length
    ? await db
        .select({
          conversationId: messages.conversationId,
          id: messages.id,
          author: messages.author,
          body: messages.body,
        })
        .from(messages)
        .where(inArray(messages.conversationId, ids))
        .orderBy(asc(messages.id))
    : [];
  return reported.map((conversation) => ({
    ...conversation,
    messages: written.filter(({ conversationId }) => conversationId === conversation.id),
  }));
}
