import { and, count, desc, eq, exists, gt, inArray, isNull, lt, ne, or, sql } from "drizzle-orm";
import { conversations, messages } from "#app/features/conversations/conversations.tables.server.ts";
import { listPets } from "#app/features/pets/list/pet-list.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { isId } from "#app/platform/db/uuid.server.ts";
import { lostFoundPosts as posts, reportConversations } from "../reports.tables.server.ts";

const pageSize = 20;

/**
 * Lists the user's own reports, resolved ones last and otherwise newest first, with the number of conversations and of
 * unseen ones. `after` is the previous page's `next`.
 */
export async function listOwnReports(ctx: AppContext, actor: Actor, after: string | null) {
  const { db } = ctx;
  const ofReport = eq(reportConversations.reportId, posts.id);
  const isNew = or(isNull(conversations.ownerSeenAt), gt(messages.createdAt, conversations.ownerSeenAt));
  const unread = db
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.conversationId, conversations.id), eq(messages.author, "finder"), isNew));
  const fresh = db
    .select({ conversations: count() })
    .from(reportConversations)
    .innerJoin(conversations, eq(conversations.id, reportConversations.conversationId))
    .where(and(ofReport, exists(unread)));
  const isResolved = sql<boolean>`${posts.status} = 'resolved'`;
  const [, resolvedBefore, lastId] = /^(resolved\.)?(.*)$/.exec(after ?? "") ?? [];
  const isOlder = lt(posts.id, lastId ?? "");
  const isAfterLast = resolvedBefore ? and(isResolved, isOlder) : or(isResolved, isOlder);
  const rows = await ctx.db
    .select({
      id: posts.id,
      kind: posts.kind,
      status: posts.status,
      petName: posts.petName,
      type: posts.type,
      area: posts.area,
      photos: posts.photos,
      colors: posts.colors,
      seenAt: posts.seenAt,
      expiresAt: posts.expiresAt,
      hiddenAt: posts.hiddenAt,
      conversations: db.$count(reportConversations, ofReport),
      fresh: sql<number>`${fresh}`.mapWith(Number),
    })
    .from(posts)
    .where(and(eq(posts.reporterId, actor.id), ne(posts.status, "merged"), isId(lastId) ? isAfterLast : undefined))
    .orderBy(isResolved, desc(posts.id))
    .limit(pageSize + 1);
  const page = rows.slice(0, pageSize);
  const last = rows.length > pageSize ? page.at(-1) : undefined;
  return { reports: page, next: last ? `${last.status === "resolved" ? "resolved." : ""}${last.id}` : null };
}

/** Lists the user's own pets, each with its open or expired lost report. */
export async function listPetsToReport(ctx: AppContext, actor: Actor) {
  const pets = await listPets(ctx, actor);
  const ids = pets.map(({ id }) => id);
  const lost = ids.length
    ? await ctx.db
        .select({ id: posts.id, petId: posts.petId })
        .from(posts)
        .where(
          and(
            eq(posts.reporterId, actor.id),
            inArray(posts.petId, ids),
            eq(posts.kind, "lost"),
            inArray(posts.status, ["open", "expired"]),
          ),
        )
    : [];
  return pets.map(({ id, name, type, photoId, photoFocusX, photoFocusY }) => ({
    id,
    name,
    type,
    photoId,
    photoFocusX,
    photoFocusY,
    reportId: lost.find((report) => report.petId === id)?.id ?? null,
  }));
}
