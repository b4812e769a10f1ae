import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
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
