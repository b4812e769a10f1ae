import { and, count, countDistinct, eq, gte, inArray, isNotNull, isNull, sql, sum } from "drizzle-orm";
import { notificationDeliveries, notifications } from "#app/features/notifications/notifications.tables.server.ts";
import { storeOrders } from "#app/features/orders/orders.tables.server.ts";
import { livePet, pets } from "#app/features/pets/pets.tables.server.ts";
import { byPeople } from "#app/features/scans/scans.rules.ts";
import { handovers, scanRecords } from "#app/features/scans/scans.tables.server.ts";
import { inState } from "#app/features/tags/manage/tag-search.server.ts";
import { tagStates } from "#app/features/tags/tags.rules.ts";
import { tags, workingTag } from "#app/features/tags/tags.tables.server.ts";
import { defaultTimeZone } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { keyValues } from "#app/platform/db/platform.tables.server.ts";
import { dayMs } from "#app/platform/durations.rules.ts";
import { defineJob } from "#app/platform/jobs/jobs.server.ts";
import { countAdminDays, freshFor } from "./period-figures.server.ts";

const week = 7 * dayMs;

type Figures = Awaited<ReturnType<typeof countAll>>;
type MetricsContext = Pick<AppContext, "db" | "clock">;

const name = "admin.metrics";

/**
 * Returns the totals of the overview; `at` says when they were counted. Counting reads whole tables, so a single job
 * does it for all processes and stores the result; they are counted here only if the stored result is missing or stale.
 */
export async function getAdminMetrics(ctx: MetricsContext): Promise<Figures> {
  const now = ctx.clock.now().getTime();
  const [row] = await ctx.db.select().from(keyValues).where(eq(keyValues.name, name));
  const stored = row && (JSON.parse(row.value) as Figures);
  const age = stored ? now - Date.parse(stored.at) : Number.POSITIVE_INFINITY;
  return stored && age >= 0 && age < freshFor ? stored : countAndStore(ctx);
}

/** Counts and stores the totals, and the days of every time zone that an administrator has. */
export async function countAdminMetrics(ctx: MetricsContext): Promise<void> {
  const zones = await ctx.db
    .selectDistinct({ timeZone: users.timeZone })
    .from(users)
    .where(sql`${users.role} = 'admin'`);
  await countAndStore(ctx);
  for (const { timeZone } of zones) await countAdminDays(ctx, timeZone ?? defaultTimeZone);
}

export const adminMetricsJob = defineJob<AppContext, object>(
  "admin.update-metrics",
  { cron: "* * * * *", retryLimit: 0, keepFor: 3_600 },
  countAdminMetrics,
);

async function countAndStore(ctx: MetricsContext): Promise<Figures> {
  const figures = await countAll(ctx);
  const value = JSON.stringify(figures);
  await ctx.db.insert(keyValues).values({ name, value }).onConflictDoUpdate({ target: keyValues.name, set: { value } });
  return figures;
}

/** Runs the statements one after the other, since no request waits for them. */
async function countAll(ctx: MetricsContext) {
  const { db, clock } = ctx;
  const since = clock.ago(week);
  const countRows = async (query: Promise<{ rows: number }[]>) => (await query)[0]?.rows ?? 0;
  const rows = { rows: count() };
  const people = await countRows(db.select(rows).from(users));
  const fresh = await countRows(db.select(rows).from(users).where(gte(users.createdAt, since)));
  const animals = await countRows(db.select(rows).from(pets).where(livePet));
  const tagged = await countRows(
    db
      .select({ rows: countDistinct(tags.petId) })
      .from(tags)
      .innerJoin(pets, eq(pets.id, tags.petId))
      .where(and(livePet, workingTag)),
  );
  const scans = await countRows(db.select(rows).from(scanRecords));
  const scansByPeople = await countRows(
    db
      .select({ rows: count(scanRecords.ownerId) })
      .from(scanRecords)
      .where(and(inArray(scanRecords.evidence, byPeople), gte(scanRecords.at, since))),
  );
  const byState = await countTags(ctx);
  return {
    at: clock.now().toISOString(),
    users: { all: people, fresh },
    pets: { all: animals, tagged },
    tags: byState.tags,
    tagStates: byState.states,
    scans: { all: scans, people: scansByPeople },
    delays: await measureNotificationDelays(ctx),
    cashDueCents: await sumUnpaidCash(ctx),
    reunited: await countReunions(ctx),
  };
}

async function countTags({ db }: MetricsContext) {
  const countState = (state: (typeof tagStates)[number]) =>
    sql<number>`count(*) filter (where ${inState[state]})`.mapWith(Number);
  const [row] = await db
    .select({
      all: count(),
      claimed: count(tags.ownerId),
      available: countState("available"),
      unlinked: countState("unlinked"),
      linked: countState("linked"),
      inactive: countState("inactive"),
    })
    .from(tags);
  return {
    tags: { all: row?.all ?? 0, claimed: row?.claimed ?? 0 },
    states: tagStates.map((state) => ({ state, tags: row?.[state] ?? 0 })),
  };
}

/**
 * Returns the median and 95th percentile of the time, in seconds, from scans and messages of the last week to their
 * e-mail or push notification; null without any.
 */
async function measureNotificationDelays({ db, clock }: MetricsContext) {
  const seconds = sql`extract(epoch from ${notificationDeliveries.updatedAt} - ${notifications.createdAt})`;
  const at = (part: number) => sql<number | null>`percentile_cont(${part}::float8) within group (order by ${seconds})`;
  const [row] = await db
    .select({ p50: at(0.5), p95: at(0.95) })
    .from(notificationDeliveries)
    .innerJoin(notifications, eq(notifications.id, notificationDeliveries.notificationId))
    .where(
      and(
        eq(notificationDeliveries.state, "delivered"),
        inArray(notificationDeliveries.channel, ["email", "push"]),
        inArray(notifications.kind, ["scan", "found", "message"]),
        gte(notifications.createdAt, clock.ago(week)),
      ),
    );
  return { p50: row?.p50 == null ? null : Number(row.p50), p95: row?.p95 == null ? null : Number(row.p95) };
}

/** Returns the cash that couriers still owe, in minor units. */
async function sumUnpaidCash({ db }: MetricsContext): Promise<number> {
  const [row] = await db
    .select({ cents: sum(storeOrders.totalCents).mapWith(Number) })
    .from(storeOrders)
    .where(
      and(eq(storeOrders.status, "delivered"), eq(storeOrders.payment, "unpaid"), isNull(storeOrders.collectedAt)),
    );
  return row?.cents ?? 0;
}

/**
 * Returns how many pets finders handed over with a code, and the median time for which they were missing, in seconds.
 */
async function countReunions({ db }: MetricsContext) {
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
