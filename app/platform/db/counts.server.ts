import { type SQL, sql } from "drizzle-orm";
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
