import { and, desc, eq, sql } from "drizzle-orm";
import { listChanges } from "#app/features/audit-log/audit-log.server.ts";
import { storeOrders } from "#app/features/orders/orders.tables.server.ts";
import { livePet, pets } from "#app/features/pets/pets.tables.server.ts";
import { getPlan } from "#app/features/plans/plans.server.ts";
import { tags } from "#app/features/tags/tags.tables.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Language } from "#app/platform/i18n/language.ts";
import { describeAuditLines } from "../audit-log/audit-log-texts.server.ts";
import { getUserForAdmin, listUserSessions } from "./list-users.server.ts";

const few = 5;
const count = sql<number>`count(*) over ()`.mapWith(Number);

/** What of a list is shown, and how many there are. */
const asList = <Row extends { count: number }>(rows: Row[]) => ({ rows, count: rows[0]?.count ?? 0 });

/** All that an administrator sees of one person: the account and the first of whatever is theirs, the newest first. */
export async function getUserFacts(ctx: AppContext, admin: Actor, userId: string, language: Language) {
  const user = await getUserForAdmin(ctx, admin, userId);
  const { id } = user;
  const { db } = ctx;
  const [ownPets, ownTags, ownOrders, sessions, plan, history] = await Promise.all([
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
    listUserSessions(ctx, admin, id),
    getPlan(ctx, user),
    listChanges(ctx, admin, { personId: id }),
  ]);
  return {
    user,
    pets: asList(ownPets),
    tags: asList(ownTags),
    orders: asList(ownOrders),
    sessions,
    plan,
    history: describeAuditLines(ctx.translator(language), history.changes.slice(0, 10)),
  };
}
