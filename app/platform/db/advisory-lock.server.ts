import pg from "pg";
import { getConnectionOptions } from "./connection/hosts.server.ts";

/**
 * Runs `work` while holding PostgreSQL's advisory lock `number`, so that only one process of the app runs it at a time;
 * the others wait without a timeout. The lock is released if the process dies. `directUrl` must bypass any pooler,
 * which would keep the lock.
 */
export async function withAdvisoryLock<R>(directUrl: string, number: number, work: () => Promise<R>): Promise<R> {
  const client = new pg.Client({ ...getConnectionOptions(directUrl), application_name: "aleef-lock" });
  // If the connection is lost, the statements of `work` fail.
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
