import { and, eq, gte, inArray, isNotNull, isNull, type SQL, sql, sum } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Actor } from "#app/features/accounts/accounts.rules.ts";
import { users } from "#app/features/accounts/accounts.tables.server.ts";
import { alertDeliveries, alerts } from "#app/features/alerts/alerts.tables.server.ts";
import { storeOrders } from "#app/features/orders/orders.tables.server.ts";
import { dayStart, lastDays } from "#app/features/scans/periods.rules.ts";
import { byPeople } from "#app/features/scans/scans.rules.ts";
import { handovers, scanRecords } from "#app/features/scans/scans.tables.server.ts";
import { inState } from "#app/features/tags/tag-search.server.ts";
import { tagStates } from "#app/features/tags/tags.rules.ts";
import { tags } from "#app/features/tags/tags.tables.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { adminFigures } from "./overview.server.ts";

const trendDays = 30;
const week = 7 * 24 * 3_600_000;
/** Milliseconds for which the figures are shown again before they are counted anew. */
const freshFor = 60_000;

type Figures = Awaited<ReturnType<typeof countAll>>;
type Counted = Map<string, { at: number; figures: Promise<Figures> }>;
const kept = new WeakMap<object, Counted>();

/**
 * The figures of the administrators' first page, counted at most once a minute in each process and time zone, since they
 * read whole tables; `at` says when.
 */
export async function houseFigures(world: World, { timeZone }: Pick<Actor, "timeZone">): Promise<Figures> {
  const ofWorld = kept.get(world.pool) ?? (new Map() as Counted);
  kept.set(world.pool, ofWorld);
  const now = world.clock.now().getTime();
  const known = ofWorld.get(timeZone);
  if (known && now >= known.at && now - known.at < freshFor) return known.figures;
  const figures = countAll(world, timeZone);
  ofWorld.set(timeZone, { at: now, figures });
  figures.catch(() => ofWorld.delete(timeZone));
  return figures;
}

async function countAll(world: World, timeZone: string) {
  const isByPeople = inArray(scanRecords.evidence, byPeople);
  const [totals, byState, delays, cashDueCents, reunited, joined, scanned] = await Promise.all([
    adminFigures(world),
    countTags(world),
    alertDelays(world),
    cashDue(world),
    reunions(world),
    countByDay(world, timeZone, users, users.createdAt),
    countByDay(world, timeZone, scanRecords, scanRecords.at, isByPeople),
  ]);
  return { at: world.clock.now(), ...totals, tagStates: byState, delays, cashDueCents, reunited, joined, scanned };
}

async function countTags({ db }: World) {
  const of = (state: (typeof tagStates)[number]) =>
    sql<number>`count(*) filter (where ${inState[state]})`.mapWith(Number);
  const [row] = await db
    .select({ available: of("available"), unlinked: of("unlinked"), linked: of("linked"), inactive: of("inactive") })
    .from(tags);
  return tagStates.map((state) => ({ state, tags: row?.[state] ?? 0 }));
}

/** How long scans and messages of the last week took to their first e-mail or push, in seconds; null without any. */
async function alertDelays({ db, clock }: World) {
  const seconds = sql`extract(epoch from ${alertDeliveries.updatedAt} - ${alerts.createdAt})`;
  const at = (part: number) => sql<number | null>`percentile_cont(${part}::float8) within group (order by ${seconds})`;
  const [row] = await db
    .select({ p50: at(0.5), p95: at(0.95) })
    .from(alertDeliveries)
    .innerJoin(alerts, eq(alerts.id, alertDeliveries.alertId))
    .where(
      and(
        eq(alertDeliveries.state, "delivered"),
        inArray(alertDeliveries.channel, ["email", "push"]),
        inArray(alerts.kind, ["scan", "found", "message"]),
        gte(alerts.createdAt, new Date(clock.now().getTime() - week)),
      ),
    );
  return { p50: row?.p50 == null ? null : Number(row.p50), p95: row?.p95 == null ? null : Number(row.p95) };
}

/** What couriers still have to bring, in US cents. */
async function cashDue({ db }: World): Promise<number> {
  const [row] = await db
    .select({ cents: sum(storeOrders.totalCents).mapWith(Number) })
    .from(storeOrders)
    .where(
      and(eq(storeOrders.status, "delivered"), eq(storeOrders.payment, "unpaid"), isNull(storeOrders.collectedAt)),
    );
  return row?.cents ?? 0;
}

/** How many pets went from a finder back to their owner by a code, and how long half of them were missed at most; in seconds. */
async function reunions({ db }: World) {
  const seconds = sql`extract(epoch from ${handovers.reunitedAt} - ${handovers.lostSince})`;
  const [row] = await db
    .select({
      pets: sql<number>`count(*)`.mapWith(Number),
      p50: sql<number | null>`percentile_cont(0.5) within group (order by ${seconds})`,
    })
    .from(handovers)
    .where(isNotNull(handovers.reunitedAt));
  return { pets: row?.pets ?? 0, p50: row?.p50 == null ? null : Number(row.p50) };
}

/** How many rows fall on each of the last 30 calendar days of that zone. */
async function countByDay(world: World, timeZone: string, table: PgTable, at: PgColumn, only?: SQL) {
  const now = world.clock.now();
  const day = sql<string>`to_char(${at} at time zone ${timeZone}, 'YYYY-MM-DD')`;
  const rows = await world.db
    .select({ day: day.as("day"), count: sql<number>`count(*)`.mapWith(Number) })
    .from(table)
    .where(and(gte(at, dayStart(now, timeZone, trendDays - 1)), only))
    .groupBy(sql`1`);
  const counts = new Map(rows.map((row) => [row.day, row.count]));
  return lastDays(now, timeZone, trendDays).map((one) => ({ day: one, count: counts.get(one) ?? 0 }));
}
