import { and, asc, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import { requireAdmin } from "#app/features/users/require-admin.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { matchesSearch } from "#app/platform/db/text-search.server.ts";
import { isId } from "#app/platform/db/uuid.server.ts";
import { notFound } from "#app/platform/http/app-error.server.ts";
import { conversations, messages } from "./conversations.tables.server.ts";

const maxConversations = 50;

/** What a search looks in: what it is about, who takes part, and what was written. */
const written = sql`ar_norm(concat_ws(' ', ${conversations.about}, ${conversations.finderName}, ${users.name},
  (select string_agg(${messages.body}, ' ') from ${messages} where ${messages.conversationId} = ${conversations.id})))`;

/**
 * The conversations that owners reported, those that nobody has read before first, then the newest, with what was written
 * in them; of those only what `search` finds. Only for administrators.
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
    .where(and(eq(conversations.state, "reported"), matchesSearch(written, search)))
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
        })
        .from(messages)
        .where(inArray(messages.conversationId, ids))
        .orderBy(asc(messages.id))
    : [];
  return reported.map((conversation) => ({
    ...conversation,
    messages: messageRows.filter(({ conversationId }) => conversationId === conversation.id),
  }));
}

/** A literal, not a parameter, so that the plan may use the index of these alone. */
const toReview = sql`${conversations.state} = 'reported' and ${conversations.reviewedAt} is null`;

/** How many reported conversations no administrator has read yet. */
export function countConversationsToReview({ db }: Pick<AppContext, "db">) {
  return db.$count(conversations, toReview);
}

/** An administrator has read a reported conversation; again changes nothing. 404 for one that is not reported. */
export async function reviewConversation({ db, clock }: AppContext, admin: Actor, conversationId: string) {
  requireAdmin(admin);
  const isReported = and(eq(conversations.id, conversationId), eq(conversations.state, "reported"));
  const known = isId(conversationId) ? await db.$count(conversations, isReported) : 0;
  if (known === 0) throw notFound();
  await db
    .update(conversations)
    .set({ reviewedAt: clock.now() })
    .where(and(isReported, isNull(conversations.reviewedAt)));
}
