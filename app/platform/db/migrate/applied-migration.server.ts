import type pg from "pg";

/**
 * Returns the creation time of the newest applied migration (milliseconds since 1970), which identifies it; null if
 * none was applied.
 */
export async function getMigration(client: pg.Client): Promise<number | null> {
  const known = await client.query("select to_regclass('drizzle.__drizzle_migrations') is not null as known");
  if (!known.rows[0].known) return null;
  const { rows } = await client.query("select max(created_at)::text as newest from drizzle.__drizzle_migrations");
  return rows[0].newest === null ? null : Number(rows[0].newest);
}
