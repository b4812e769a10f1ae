import { and, eq, exists, inArray, type SQL, sql } from "drizzle-orm";
import { getLastingValues } from "#app/features/auth/sessions/end-sessions.server.ts";
import { countOrders } from "#app/features/orders/orders.server.ts";
import { livePet, pets, reachabilityChecks } from "#app/features/pets/pets.tables.server.ts";
import { reachColumns, toReachability } from "#app/features/pets/reachability/reachability.server.ts";
import { petLimits } from "#app/features/plans/plans.rules.ts";
import { planColumn } from "#app/features/plans/plans.server.ts";
import { byPeople } from "#app/features/scans/scans.rules.ts";
import { scanRecords } from "#app/features/scans/scans.tables.server.ts";
import { tags, workingTag } from "#app/features/tags/tags.tables.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { notFound } from "#app/platform/app-error.server.ts";
import type { Db } from "#app/platform/db/connection/database.server.ts";
import { createPreparedQuery } from "#app/platform/db/prepare.server.ts";

const ownerId = sql.placeholder("ownerId");
const now = sql.placeholder("now");
const timeZone = sql`${sql.placeholder("timeZone")}::text`;

const number = (value: SQL) => sql`${value}`.mapWith(Number);

/** Scans by people since the day or month began in the owner's time zone. */
function countScans(db: Db, unit: "day" | "month"): SQL<number> {
  const since = sql`date_trunc(${unit}, ${now}::timestamptz at time zone ${timeZone}) at time zone ${timeZone}`;
  const own = and(eq(scanRecords.ownerId, ownerId), inArray(scanRecords.evidence, byPeople));
  return number(db.$count(scanRecords, and(own, sql`${scanRecords.at} >= ${since}`)));
}

/** Whether any of the owner's tags was ever scanned by a person, including the owner. */
function isTried(db: Db): SQL<boolean> {
  const scans = db
    .select({ one: sql`1` })
    .from(scanRecords)
    .where(and(eq(scanRecords.ownerId, ownerId), inArray(scanRecords.evidence, [...byPeople, "owner"])));
  return sql<boolean>`${exists(scans)}`;
}

const selectOverview = createPreparedQuery((db) => {
  const ownPets = and(eq(pets.ownerId, ownerId), livePet);
  const working = db
    .select({ one: sql`1` })
    .from(tags)
    .where(and(eq(tags.petId, pets.id), workingTag));
  const { orders, ordersOnTheWay } = countOrders({ db }, { id: ownerId });
  return db
    .select({
      pets: number(db.$count(pets, ownPets)),
      tagged: number(db.$count(pets, and(ownPets, exists(working)))),
      tags: number(db.$count(tags, eq(tags.ownerId, ownerId))),
      scans: { today: countScans(db, "day"), month: countScans(db, "month") },
      orders: { all: number(orders), onTheWay: number(ordersOnTheWay) },
      isTried: isTried(db),
      plan: planColumn(users.id, now),
      ...reachColumns,
    })
    .from(users)
    .leftJoin(reachabilityChecks, eq(reachabilityChecks.userId, users.id))
    .where(eq(users.id, ownerId));
});

/**
 * Returns the figures of an owner's dashboard and whether the owner can be reached; "today" and "this month" are in the
 * owner's time zone.
 */
export async function getOwnerOverview(ctx: AppContext, actor: Pick<Actor, "id" | "timeZone">) {
  const values = { ownerId: actor.id, timeZone: actor.timeZone, ...getLastingValues(ctx) };
  const [found] = await selectOverview(ctx.db).execute(values);
  if (!found) throw notFound();
  const { pets, tagged, tags, scans, orders, isTried, plan } = found;
  const limit = petLimits[plan];
  return {
    ...{ pets, tagged, tags, scans, orders, isTried, plan },
    /** Null: unlimited. */
    limit: Number.isFinite(limit) ? limit : null,
    reachability: toReachability(ctx, actor.id, found),
  };
}
