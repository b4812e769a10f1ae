import { and, count, eq, gte, inArray, lt, ne, type SQL, sql, sum } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { lostFoundPosts } from "#app/features/lost-found/reports.tables.server.ts";
import { storeOrders } from "#app/features/orders/orders.tables.server.ts";
import { livePet, pets } from "#app/features/pets/pets.tables.server.ts";
import { byPeople } from "#app/features/scans/scans.rules.ts";
import { handovers, scanRecords } from "#app/features/scans/scans.tables.server.ts";
import { tags } from "#app/features/tags/tags.tables.server.ts";
import { requireAdmin } from "#app/features/users/require-admin.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { keyValues } from "#app/platform/db/platform.tables.server.ts";
import { listDaysUpTo, shiftDay } from "#app/platform/i18n/dates/calendar-days.rules.ts";
import { dayStart } from "#app/platform/i18n/dates/time-zones.rules.ts";
import { dayIn } from "#app/platform/i18n/dates/wall-clock.rules.ts";
import { type DayFigure, dayFigures, maxPeriodDays, type Period, periodBefore } from "./overview-period.rules.ts";

type DayCounts = Record<DayFigure, number>;

type MetricsContext = Pick<AppContext, "db" | "clock">;

interface Source {
  table: PgTable;
  at: PgColumn;
  only?: SQL | undefined;
  /** Expression to sum; without it rows are counted. */
  value?: SQL<number>;
}

const sold = ne(storeOrders.status, "cancelled");

const sources: Record<DayFigure, Source> = {
  orders: { table: storeOrders, at: storeOrders.placedAt, only: sold },
  salesCents: {
    table: storeOrders,
    at: storeOrders.placedAt,
    only: sold,
    value: sql`coalesce(${sum(storeOrders.totalCents)}, 0)`,
  },
  users: { table: users, at: users.createdAt },
  pets: { table: pets, at: pets.createdAt, only: livePet },
  claimed: { table: tags, at: tags.claimedAt },
  scans: { table: scanRecords, at: scanRecords.at, only: inArray(scanRecords.evidence, byPeople) },
  reports: { table: lostFoundPosts, at: lostFoundPosts.createdAt },
  reunited: { table: handovers, at: handovers.reunitedAt },
};

/** Number of days stored: the longest period, the one before it, and two more for other time zones. */
const keptDays = 2 * maxPeriodDays + 2;

/** Milliseconds for which stored figures are used; normally a job refreshes them every minute. */
export const freshFor = 180_000;

/** Figures by day (`YYYY-MM-DD`) of a time zone; days without any are left out. */
interface StoredDays {
  /** When today was last counted. */
  at: string;
  /** The day on which all days were counted; deletions and changes of older rows show from the next day on. */
  countedOn: string;
  days: Record<string, Partial<DayCounts>>;
}

const nameOf = (timeZone: string) => `admin.days ${timeZone}`;

/** Counts the days from `from` on, before `until` if given, one statement after the other. */
async function countDays(
  { db }: MetricsContext,
  timeZone: string,
  from: string,
  until?: string,
): Promise<StoredDays["days"]> {
  const days: StoredDays["days"] = {};
  for (const figure of dayFigures) {
    const { table, at, only, value } = sources[figure];
    const rows = await db
      .select({
        day: sql<string>`(${at} at time zone ${timeZone})::date::text`.as("day"),
        value: (value ?? sql<number>`count(*)`).mapWith(Number).as("value"),
      })
      .from(table)
      .where(
        and(
          gte(at, dayStart(from, timeZone) as Date),
          until ? lt(at, dayStart(until, timeZone) as Date) : undefined,
          only,
        ),
      )
      .groupBy(sql`1`);
    for (const row of rows) days[row.day] = { ...days[row.day], [figure]: row.value };
  }
  return days;
}

async function readStored({ db }: MetricsContext, timeZone: string): Promise<StoredDays | null> {
  const [row] = await db
    .select()
    .from(keyValues)
    .where(eq(keyValues.name, nameOf(timeZone)));
  return row ? (JSON.parse(row.value) as StoredDays) : null;
}

/** Counts today and yesterday, and all days once a day; stores and returns them. */
export async function countAdminDays(ctx: MetricsContext, timeZone: string): Promise<StoredDays> {
  const today = dayIn(ctx.clock.now(), timeZone);
  const stored = await readStored(ctx, timeZone);
  const isCurrent = stored?.countedOn === today;
  const from = shiftDay(today, isCurrent ? -1 : -keptDays);
  const fresh = await countDays(ctx, timeZone, from);
  const before = isCurrent ? Object.entries(stored.days).filter(([day]) => day < from) : [];
  const all = {
    at: ctx.clock.now().toISOString(),
    countedOn: today,
    days: { ...Object.fromEntries(before), ...fresh },
  };
  const value = JSON.stringify(all);
  await ctx.db
    .insert(keyValues)
    .values({ name: nameOf(timeZone), value })
    .onConflictDoUpdate({ target: keyValues.name, set: { value } });
  return all;
}

/**
 * Counts an earlier day after the current time of day, to subtract it: a partial today is compared with an equally long
 * part.
 */
async function countAfterTimeOfDay({ db, clock }: MetricsContext, timeZone: string, day: string): Promise<DayCounts> {
  const now = clock.now();
  const today = dayIn(now, timeZone);
  const sinceMidnight = now.getTime() - (dayStart(today, timeZone) as Date).getTime();
  const from = new Date((dayStart(day, timeZone) as Date).getTime() + sinceMidnight);
  const until = dayStart(day, timeZone, 1) as Date;
  const columns = dayFigures.map((figure) => {
    const { table, at, only, value } = sources[figure];
    const rest = db
      .select({ value: value ?? count() })
      .from(table)
      .where(and(gte(at, from), lt(at, until), only));
    return sql`(${rest}) as ${sql.identifier(figure)}`;
  });
  const { rows } = await db.execute<Record<DayFigure, string>>(sql`select ${sql.join(columns, sql`, `)}`);
  return Object.fromEntries(dayFigures.map((figure) => [figure, Number(rows[0]?.[figure] ?? 0)])) as DayCounts;
}

const sumPeriod = (days: StoredDays["days"], period: Period) => {
  const periodDays = listDaysUpTo(period.to, period.days);
  return Object.fromEntries(
    dayFigures.map((figure) => [figure, periodDays.reduce((all, day) => all + (days[day]?.[figure] ?? 0), 0)]),
  ) as DayCounts;
};

/**
 * Returns the figures of a period and of the one before it, which ends at the same time of day when the period ends
 * today, and `charted` on each day of both. A job counts the days every minute for all processes. Administrators
 * only.
 */
export async function getPeriodFigures(ctx: MetricsContext, admin: Actor, period: Period, charted: DayFigure) {
  requireAdmin(admin);
  const { timeZone } = admin;
  const today = dayIn(ctx.clock.now(), timeZone);
  const stored = await readStored(ctx, timeZone);
  const age = stored ? ctx.clock.now().getTime() - Date.parse(stored.at) : Number.POSITIVE_INFINITY;
  const isFresh = stored?.countedOn === today && age >= 0 && age < freshFor;
  const { days: recent } = isFresh ? stored : await countAdminDays(ctx, timeZone);
  const earlier = periodBefore(period);
  const oldest = shiftDay(today, -keptDays);
  const dayAfter = shiftDay(period.to, 1);
  const until = dayAfter < oldest ? dayAfter : oldest;
  // Days that are not stored are counted for this request.
  const older = earlier.from < oldest ? await countDays(ctx, timeZone, earlier.from, until) : {};
  const days = { ...older, ...recent };
  const [now, before] = [sumPeriod(days, period), sumPeriod(days, earlier)];
  const rest = period.to === today ? await countAfterTimeOfDay(ctx, timeZone, earlier.to) : null;
  const perDay = ({ to }: Period) => listDaysUpTo(to, period.days);
  const daysBefore = perDay(earlier);
  return {
    figures: dayFigures.map((figure) => ({
      figure,
      now: now[figure],
      before: Math.max(0, before[figure] - (rest?.[figure] ?? 0)),
    })),
    perDay: perDay(period).map((day, index) => ({
      day,
      value: days[day]?.[charted] ?? 0,
      before: days[daysBefore[index] ?? ""]?.[charted] ?? 0,
    })),
  };
}
