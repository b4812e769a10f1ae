import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Db } from "./connection/database.server.ts";

/** Runs several counts (`db.$count(…)`) in one statement; returns them by name. */
export async function countAtOnce<Name extends string>(
  { db }: { db: Db },
  counts: Record<Name, SQL>,
): Promise<Record<Name, number>> {
  const columns = Object.entries<SQL>(counts).map(([name, one]) => sql`${one} as ${sql.identifier(name)}`);
  const { rows } = await db.execute<Record<Name, string>>(sql`select ${sql.join(columns, sql`, `)}`);
  return Object.fromEntries(Object.entries<string>(rows[0]!).map(([name, one]) => [name, Number(one)])) as Record<
    Name,
    number
  >;
}

/** Rows that wait for somebody: how many, and since when the oldest does. */
export interface Waiting {
  count: number;
  oldest: Date | null;
}

/** Selects what waits in a table, for `findWaiting`; `since` is when a row began to wait. */
export const waitingRows = (table: PgTable, since: SQLWrapper, where: SQL | undefined) =>
  sql`(select json_build_object('count', count(*), 'oldest', min(${since})) from ${table} where ${where})`;

/** Runs several `waitingRows` in one statement; returns them by name. */
export async function findWaiting<Name extends string>(
  { db }: { db: Db },
  sources: Record<Name, SQL>,
): Promise<Record<Name, Waiting>> {
  const columns = Object.entries<SQL>(sources).map(([name, one]) => sql`${one} as ${sql.identifier(name)}`);
  const { rows } = await db.execute<Record<Name, { count: number; oldest: string | null }>>(
    sql`select ${sql.join(columns, sql`, `)}`,
  );
  return Object.fromEntries(
    Object.entries<{ count: number; oldest: string | null }>(rows[0]!).map(([name, { count, oldest }]) => [
      name,
      { count, oldest: oldest === null ? null : new Date(oldest) },
    ]),
  ) as Record<Name, Waiting>;
}

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
