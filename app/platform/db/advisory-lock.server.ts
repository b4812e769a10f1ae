import pg from "pg";
import { getConnectionOptions } from "./connection/hosts.server.ts";

/**
 * Runs `work` under PostgreSQL's advisory lock `number`, so that one process of the app does it at a time; the others
 * wait as long as it takes. A process that dies releases the lock. `directUrl` must not lead through a pooler, which
 * would keep the lock.
 */
export async function withAdvisoryLock<R>(directUrl: string, number: number, work: () => Promise<R>): Promise<R> {
  const client = new pg.Client({ ...getConnectionOptions(directUrl), application_name: "aleef-lock" });
  // A lost connection fails the work's own statements.
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [number]);
    return await work();
  } finally {
    // Closing the connection releases the lock.
    await client.end();
  }
}
