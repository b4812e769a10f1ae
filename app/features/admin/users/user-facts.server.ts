import { and, desc, eq, sql } from "drizzle-orm";
import { userNotes } from "#app/features/admin-lists/admin-lists.tables.server.ts";
import { listChanges, recordChange } from "#app/features/audit-log/audit-log.server.ts";
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
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { isId } from "#app/platform/db/uuid.server.ts";
import { AppError, notFound } from "#app/platform/http/app-error.server.ts";
import type { Language } from "#app/platform/i18n/language.ts";
import { formatAuditLines } from "../audit-log/audit-log-texts.server.ts";
import { getUserForAdmin, listUserSessions } from "./list-users.server.ts";

const few = 5;
const count = sql<number>`count(*) over ()`.mapWith(Number);

/** Returns the first rows of a list and the total count. */
const asList = <Row extends { count: number }>(rows: Row[]) => ({ rows, count: rows[0]?.count ?? 0 });

/** Returns the administrators' note about a user, with who wrote it last; version 0 without any. */
export async function getUserNote({ db }: AppContext, admin: Actor, userId: string) {
  requireAdmin(admin);
  const [note] = await db
    .select({ text: userNotes.text, version: userNotes.version, updatedAt: userNotes.updatedAt, by: users.name })
    .from(userNotes)
    .leftJoin(users, eq(users.id, userNotes.updatedBy))
    .where(eq(userNotes.userId, userId));
  return note ?? { text: "", version: 0, updatedAt: null, by: null };
}

/**
 * Updates the note about a user, if its version is still the one that was read. Rejects with 409
 * (`adminUsers.note.changed`) when another administrator changed it since. The audit log records that it was changed,
 * but not its text.
 */
export async function updateUserNote(
  ctx: AppContext,
  admin: Actor,
  userId: string,
  { note, version }: { note: string; version: number },
): Promise<void> {
  requireAdmin(admin);
  await withTransaction(ctx, async (tx) => {
    const [user] = isId(userId) ? await tx.db.select().from(users).where(eq(users.id, userId)) : [];
    if (!user) throw notFound();
    const values = { text: note, version: version + 1, updatedAt: tx.clock.now(), updatedBy: admin.id };
    const written =
      version === 0
        ? await tx.db
            .insert(userNotes)
            .values({ userId, ...values })
            .onConflictDoNothing()
            .returning()
        : await tx.db
            .update(userNotes)
            .set(values)
            .where(and(eq(userNotes.userId, userId), eq(userNotes.version, version)))
            .returning();
    if (written.length === 0) throw new AppError("adminUsers.note.changed", 409, { field: "note" });
    await recordChange(tx, admin, { action: "user.note", subject: { kind: "user", id: user.id, name: user.name } });
  });
}

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
