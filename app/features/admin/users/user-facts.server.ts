import { and, desc, eq, sql } from "drizzle-orm";
import { listChanges } from "#app/features/audit-log/audit-log.server.ts";
import { conversations } from "#app/features/conversations/conversations.tables.server.ts";
import { lostFoundPosts } from "#app/features/lost-found/reports.tables.server.ts";
import { storeOrders } from "#app/features/orders/orders.tables.server.ts";
import { livePet, pets } from "#app/features/pets/pets.tables.server.ts";
import { getPlan } from "#app/features/plans/plans.server.ts";
import { subscriptionRequests } from "#app/features/plans/plans.tables.server.ts";
import { tags } from "#app/features/tags/tags.tables.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Language } from "#app/platform/i18n/language.ts";
import { formatAuditLines } from "../audit-log/audit-log-texts.server.ts";
import { getUserForAdmin, listUserSessions } from "./list-users.server.ts";
import { getUserNote } from "./user-note.server.ts";

const few = 5;
const count = sql<number>`count(*) over ()`.mapWith(Number);

/** Returns the first rows of a list and the total count. */
const asList = <Row extends { count: number }>(rows: Row[]) => ({ rows, count: rows[0]?.count ?? 0 });

/**
 * Returns everything that an administrator sees of one user: the account, and the newest of everything that belongs to
 * it.
 */
export async function getUserFacts(ctx: AppContext, admin: Actor, userId: string, language: Language) {
  const user = await getUserForAdmin(ctx, admin, userId);
  const { id } = user;
  const { db } = ctx;
  const [ownPets, ownTags, ownOrders, ownReports, ownRequests, reported, note, sessions, plan, history] =
    await Promise.all([
      db
        .select({ id: pets.id, name: pets.name, type: pets.type, count })
        .from(pets)
        .where(and(eq(pets.ownerId, id), livePet))
        .orderBy(desc(pets.createdAt))
        .limit(few),
      db
        .select({ id: tags.id, code: tags.code, status: tags.status, petId: tags.petId, mark: tags.mark, count })
        .from(tags)
        .where(eq(tags.ownerId, id))
        .orderBy(desc(tags.claimedAt))
        .limit(few),
      db
        .select({ number: storeOrders.number, status: storeOrders.status, totalCents: storeOrders.totalCents, count })
        .from(storeOrders)
        .where(eq(storeOrders.userId, id))
        .orderBy(desc(storeOrders.id))
        .limit(few),
      db
        .select({
          id: lostFoundPosts.id,
          kind: lostFoundPosts.kind,
          name: lostFoundPosts.petName,
          area: lostFoundPosts.area,
          status: lostFoundPosts.status,
          createdAt: lostFoundPosts.createdAt,
          count,
        })
        .from(lostFoundPosts)
        .where(eq(lostFoundPosts.reporterId, id))
        .orderBy(desc(lostFoundPosts.id))
        .limit(few),
      db
        .select({
          id: subscriptionRequests.id,
          plan: subscriptionRequests.plan,
          status: subscriptionRequests.status,
          askedAt: subscriptionRequests.askedAt,
          count,
        })
        .from(subscriptionRequests)
        .where(eq(subscriptionRequests.userId, id))
        .orderBy(desc(subscriptionRequests.id))
        .limit(few),
      db
        .select({ id: conversations.id, about: conversations.about, reportedAt: conversations.stateAt, count })
        .from(conversations)
        .where(and(eq(conversations.ownerId, id), eq(conversations.state, "reported")))
        .orderBy(desc(conversations.stateAt))
        .limit(few),
      getUserNote(ctx, admin, id),
      listUserSessions(ctx, admin, id),
      getPlan(ctx, user),
      listChanges(ctx, admin, { personId: id }),
    ]);
  return {
    user,
    pets: asList(ownPets),
    tags: asList(ownTags),
    orders: asList(ownOrders),
    reports: asList(ownReports),
    requests: asList(ownRequests),
    conversations: asList(reported),
    note,
    sessions,
    plan,
    history: formatAuditLines(ctx.translator(language), history.changes.slice(0, 10)),
  };
}
