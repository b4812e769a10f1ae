import type pg from "pg";

/**
 * Runs `work` while no other process of the app does so under the same number; the others wait their turn, however long
 * that takes. A process that dies gives up its turn.
 */
export async function oneAtATime<R>(pool: pg.Pool, number: number, work: () => Promise<R>): Promise<R> {
  const client = await pool.connect();
  try {
    await client.query("set statement_timeout = 0");
    await client.query("select pg_advisory_lock($1)", [number]);
    return await work();
  } finally {
    // With its connection goes the lock.
    client.release(true);
  }
}
