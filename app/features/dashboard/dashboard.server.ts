import { and, eq, exists, inArray, sql } from "drizzle-orm";
import { countOrders } from "#app/features/orders/orders.server.ts";
import { livePet, pets } from "#app/features/pets/pets.tables.server.ts";
import { petLimits } from "#app/features/plans/plans.rules.ts";
import { getPlan } from "#app/features/plans/plans.server.ts";
import { byPeople } from "#app/features/scans/scans.rules.ts";
import { scanRecords } from "#app/features/scans/scans.tables.server.ts";
import { tags, workingTag } from "#app/features/tags/tags.tables.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { countAtOnce } from "#app/platform/db/counts.server.ts";

/** Returns the figures of an owner's dashboard; "today" and "this month" are in the owner's time zone. */
export async function getOwnerOverview(ctx: AppContext, actor: Actor) {
  const { db, clock } = ctx;
  const ownPets = and(eq(pets.ownerId, actor.id), livePet);
  const isTagged = exists(
    db
      .select({ id: tags.id })
      .from(tags)
      .where(and(eq(tags.petId, pets.id), workingTag)),
  );
  const now = sql.param(clock.now().toISOString());
  const since = (unit: "day" | "month") =>
    sql`${scanRecords.at} >= date_trunc(${unit}, ${now}::timestamptz at time zone ${actor.timeZone}) at time zone ${actor.timeZone}`;
  const ownScans = (unit: "day" | "month") =>
    db.$count(
      scanRecords,
      and(eq(scanRecords.ownerId, actor.id), inArray(scanRecords.evidence, byPeople), since(unit)),
    );
  const figures = await countAtOnce(ctx, {
    pets: db.$count(pets, ownPets),
    tagged: db.$count(pets, and(ownPets, isTagged)),
    tags: db.$count(tags, eq(tags.ownerId, actor.id)),
    today: ownScans("day"),
    month: ownScans("month"),
    tried: isTried(ctx, actor),
    ...countOrders(ctx, actor),
  });
  const { today, month, orders, ordersOnTheWay, tried, ...rest } = figures;
  const plan = await getPlan(ctx, actor);
  const limit = petLimits[plan];
  return {
    ...rest,
    scans: { today, month },
    orders: { all: orders, onTheWay: ordersOnTheWay },
    plan,
    /** Null: unlimited. */
    limit: Number.isFinite(limit) ? limit : null,
    isTried: tried > 0,
  };
}

/** Query that returns 1 when any of the actor's tags was ever scanned by a person, including the owner; else 0. */
function isTried({ db }: AppContext, actor: Actor) {
  const first = db
    .select({ id: scanRecords.id })
    .from(scanRecords)
    .where(and(eq(scanRecords.ownerId, actor.id), inArray(scanRecords.evidence, [...byPeople, "owner"])))
    .limit(1);
  return sql`(select count(*) from ${first.as("first")})`;
}
