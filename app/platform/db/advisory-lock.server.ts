import pg from "pg";

/**
 * Runs `work` while no other process of the app does so under the same number; the others wait their turn, however long
 * that takes. A process that dies gives up its turn. `directUrl` must not lead through a pooler, which would keep the lock.
 */
export async function oneAtATime<R>(directUrl: string, number: number, work: () => Promise<R>): Promise<R> {
  const client = new pg.Client({ connectionString: directUrl, application_name: "aleef-turn" });
  // A break in between is heard of by the work's own statements.
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [number]);
    return await work();
  } finally {
    // With its connection goes the lock.
    await client.end();
  }
}
