import { and, count, countDistinct, eq, inArray, sql } from "drizzle-orm";
import type { Actor } from "#app/features/accounts/accounts.rules.ts";
import { countPendingOrders } from "#app/features/orders/admin-orders.server.ts";
import { ordersOverview } from "#app/features/orders/orders.server.ts";
import { livePet, pets } from "#app/features/pets/pets.tables.server.ts";
import { petLimits } from "#app/features/plans/plans.rules.ts";
import { planOf } from "#app/features/plans/plans.server.ts";
import { countPendingRequests } from "#app/features/plans/upgrade-desk.server.ts";
import { countLowStock } from "#app/features/products/admin-products.server.ts";
import { countOpenReports } from "#app/features/reports/admin-reports.server.ts";
import { byPeople } from "#app/features/scans/scans.rules.ts";
import { scanRecords } from "#app/features/scans/scans.tables.server.ts";
import { tags } from "#app/features/tags/tags.tables.server.ts";
import type { World } from "#app/platform/world.server.ts";

/** The figures of an owner's first page; "today" and "this month" are those of the owner's time zone. */
export async function ownerOverview(world: World, actor: Actor) {
  const [petRow] = await world.db
    .select({ all: countDistinct(pets.id), tagged: countDistinct(tags.petId) })
    .from(pets)
    .leftJoin(tags, and(eq(tags.petId, pets.id), eq(tags.status, "active")))
    .where(and(eq(pets.ownerId, actor.id), livePet));
  const [tagRow] = await world.db.select({ all: count() }).from(tags).where(eq(tags.ownerId, actor.id));
  const plan = await planOf(world, actor);
  const limit = petLimits[plan];
  return {
    pets: petRow?.all ?? 0,
    tagged: petRow?.tagged ?? 0,
    tags: tagRow?.all ?? 0,
    scans: await countScans(world, actor),
    orders: await ordersOverview(world, actor),
    plan,
    /** Null: no limit. */
    limit: Number.isFinite(limit) ? limit : null,
    isTried: await isTried(world, actor),
  };
}

async function countScans(world: World, { id, timeZone }: Actor) {
  const now = sql.param(world.clock.now().toISOString());
  const since = (unit: "day" | "month") =>
    sql`${scanRecords.at} >= date_trunc(${unit}, ${now}::timestamptz at time zone ${timeZone}) at time zone ${timeZone}`;
  const [row] = await world.db
    .select({ month: count(), today: sql<number>`count(*) filter (where ${since("day")})`.mapWith(Number) })
    .from(scanRecords)
    .where(and(eq(scanRecords.ownerId, id), inArray(scanRecords.evidence, byPeople), since("month")));
  return { month: row?.month ?? 0, today: row?.today ?? 0 };
}

/** Whether any tag of the actor's was ever opened by a person, the owner included. */
async function isTried(world: World, actor: Actor): Promise<boolean> {
  const [row] = await world.db
    .select({ id: scanRecords.id })
    .from(scanRecords)
    .where(and(eq(scanRecords.ownerId, actor.id), inArray(scanRecords.evidence, [...byPeople, "owner"])))
    .limit(1);
  return row !== undefined;
}

export interface AdminCounts {
  /** Orders that wait for somebody, products that run low, reports that are open, upgrade requests to be reviewed. */
  orders: number;
  products: number;
  reports: number;
  upgrades: number;
}

/** What waits for an administrator. */
export async function adminCounts(world: World): Promise<AdminCounts> {
  const [orders, products, reports, upgrades] = await Promise.all([
    countPendingOrders(world),
    countLowStock(world),
    countOpenReports(world),
    countPendingRequests(world),
  ]);
  return { orders, products, reports, upgrades };
}
