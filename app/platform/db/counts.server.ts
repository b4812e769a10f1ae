import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Db } from "./connection/database.server.ts";

/** Selects several values in one statement and returns what `read` makes of each, by name. */
async function selectAtOnce<Name extends string, Value, Result>(
  { db }: { db: Db },
  values: Record<Name, SQL>,
  read: (value: Value) => Result,
): Promise<Record<Name, Result>> {
  const columns = Object.entries<SQL>(values).map(([name, one]) => sql`${one} as ${sql.identifier(name)}`);
  const { rows } = await db.execute<Record<string, Value>>(sql`select ${sql.join(columns, sql`, `)}`);
  const results = Object.entries(rows[0]!).map(([name, value]) => [name, read(value)]);
  return Object.fromEntries(results) as Record<Name, Result>;
}

/** Runs several counts (`db.$count(…)`) in one statement; returns them by name. */
export const countAtOnce = <Name extends string>(ctx: { db: Db }, counts: Record<Name, SQL>) =>
  selectAtOnce<Name, string, number>(ctx, counts, Number);

/** Rows that wait for somebody: how many, and since when the oldest does. */
export interface Waiting {
  count: number;
  oldest: Date | null;
}

/** Selects what waits in a table, for `findWaiting`; `since` is when a row began to wait. */
export const waitingRows = (table: PgTable, since: SQLWrapper, where: SQL | undefined) =>
  sql`(select json_build_object('count', count(*), 'oldest', min(${since})) from ${table} where ${where})`;

/** Runs several `waitingRows` in one statement; returns them by name. */
export const findWaiting = <Name extends string>(ctx: { db: Db }, sources: Record<Name, SQL>) =>
  selectAtOnce<Name, { count: number; oldest: string | null }, Waiting>(ctx, sources, ({ count, oldest }) => ({
    count,
    oldest: oldest === null ? null : new Date(oldest),
  }));

/**
 * Counts the rows of a select up to `max`; `isMore` tells whether there are more. This bounds the time of a search with
 * millions of matches.
 */
export async function countUpTo(
  { db }: { db: Db },
  rows: SQLWrapper,
  max: number,
): Promise<{ total: number; isMore: boolean }> {
  const counted = await db.execute<{ found: number }>(
    sql`select count(*)::int as found from (select from (${rows}) as matching limit ${max + 1}) as counted`,
  );
  const found = counted.rows[0]?.found ?? 0;
  return { total: Math.min(found, max), isMore: found > max };
}
