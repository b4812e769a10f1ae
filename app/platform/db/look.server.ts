import { setImmediate as turn, setTimeout as wait } from "node:timers/promises";
import pg from "pg";

interface Found {
  state: "answers" | "refuses" | "silent";
  /** Those of the numbers asked for over which nothing can come any more. */
  lost: number[];
}

/** Milliseconds that an answer may take. */
export const patience = 2_000;

/**
 * Of connections that are in use, those that the server has not, or holds to be idle for two seconds and more: what was
 * sent over them never came. A pooler gives numbers of its own; then (the second value is not the number that the server
 * knows this connection by) none is judged.
 */
const lostOnes = `select coalesce(array_agg(n), '{}') as lost from unnest($1::int[]) n
  where $2 = pg_backend_pid() and not exists (select 1 from pg_stat_activity
    where pid = n and (state = 'active' or state_change > clock_timestamp() - interval '2 seconds'))`;

/**
 * Asks the database over a connection of its own, which nobody's long statement holds up, whether it is there, and what
 * it knows of the connections with these numbers. It is silent when nothing has come back within two seconds.
 */
export async function look(url: string, numbers: number[] = []): Promise<Found> {
  const client = new pg.Client({
    connectionString: url,
    application_name: "aleef-reach",
    connectionTimeoutMillis: 2 * patience,
  });
  client.on("error", () => undefined);
  // The types leave it out.
  const own = client as pg.Client & { processID: number };
  const ask = async (): Promise<Found> => {
    await client.connect();
    const { rows } =
      numbers.length > 0 ? await client.query(lostOnes, [numbers, own.processID]) : await client.query("select 1");
    return { state: "answers", lost: rows[0].lost ?? [] };
  };
  const asked = ask().catch((): Found => ({ state: "refuses", lost: [] }));
  // The turn lets an answer count that lies there already when this process was too busy to read it.
  const tooLate = wait(patience, undefined, { ref: false })
    .then(() => turn())
    .then((): Found => ({ state: "silent", lost: [] }));
  const found = await Promise.race([asked, tooLate]);
  client.end().catch(() => undefined);
  return found;
}
