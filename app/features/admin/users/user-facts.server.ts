import { and, desc, eq, sql } from "drizzle-orm";
import { listChanges } from "#app/features/audit-log/audit-log.server.ts";
import { sessions } from "#app/features/auth/auth.tables.server.ts";
import { conversations } from "#app/features/conversations/conversations.tables.server.ts";
import { lostFoundPosts } from "#app/features/lost-found/reports.tables.server.ts";
import { storeOrders } from "#app/features/orders/orders.tables.server.ts";
import { livePet, pets } from "#app/features/pets/pets.tables.server.ts";
import { getPlan } from "#app/features/plans/plans.server.ts";
import { subscriptionRequests } from "#app/features/plans/plans.tables.server.ts";
import { tags } from "#app/features/tags/tags.tables.server.ts";
import { requireAdmin } from "#app/features/users/require-admin.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { notFound } from "#app/platform/app-error.server.ts";
import { readUserAgent } from "#app/platform/http/user-agent.server.ts";
import type { Language } from "#app/platform/i18n/language.ts";
import { maskAddress } from "#app/platform/limits/client-address.server.ts";
import { formatAuditLines } from "../audit-log/audit-log-texts.server.ts";
import { getUserNote } from "./user-note.server.ts";

const few = 5;
const count = sql<number>`count(*) over ()`.mapWith(Number);

/** Returns the first rows of a list and the total count. */
const asList = <Row extends { count: number }>(rows: Row[]) => ({ rows, count: rows[0]?.count ?? 0 });

/** Returns one account as administrators see it, without its street address and without credentials. */
export async function getUserForAdmin(ctx: AppContext, admin: Actor, userId: string) {
  requireAdmin(admin);
  const [user] = await ctx.db
    .select({
      id: users.id,
      version: users.version,
      name: users.name,
      email: users.email,
      phone: users.phone,
      city: users.city,
      country: users.country,
      role: users.role,
      language: users.language,
      timeZone: users.timeZone,
      emailVerified: users.emailVerified,
      suspendedAt: users.suspendedAt,
      suspendedReason: users.suspendedReason,
      twoFactorSince: users.twoFactorSince,
      createdAt: users.createdAt,
    })
    .from(users)
    .where(eq(users.id, userId));
  if (!user) throw notFound();
  return user;
}

export type UserForAdmin = Awaited<ReturnType<typeof getUserForAdmin>>;

/** Returns the account's 5 most recently used sessions, and how many there are. */
async function listUserSessions(ctx: AppContext, admin: Actor, userId: string) {
  requireAdmin(admin);
  const rows = await ctx.db
    .select({
      id: sessions.id,
      userAgent: sessions.userAgent,
      ipAddress: sessions.ipAddress,
      lastUsedAt: sessions.updatedAt,
      count: sql<number>`count(*) over ()`.mapWith(Number),
    })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), sql`${sessions.expiresAt} > ${ctx.clock.now().toISOString()}`))
    .orderBy(desc(sessions.updatedAt))
    .limit(5);
  return {
    count: rows[0]?.count ?? 0,
    sessions: rows.map(({ id, userAgent, ipAddress, lastUsedAt }) => {
      const { browser, os } = readUserAgent((userAgent ?? "").slice(0, 400));
      return { id, browser, os, network: maskAddress(ipAddress ?? ""), lastUsedAt };
    }),
  };
}

/**
 * Returns everything that an administrator sees of one user: the account, and the newest of everything that belongs to
 * it.
 */
export async function getUserFacts(ctx: AppContext, admin: Actor, userId: string, language: Language) {
  const user = await getUserForAdmin(ctx, admin, userId);
  const { id } = user;
  const { db } = ctx;
  const [ownPets, ownTags, ownOrders, ownReports, ownRequests, reported, note, ownSessions, plan, history] =
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
    sessions: ownSessions,
    plan,
    history: formatAuditLines(ctx.translator(language), history.changes.slice(0, 10)),
  };
}
