import net from "node:net";
import pg from "pg";
import { isFull } from "../health/overload.server.ts";
import { onSilence } from "./timeouts.server.ts";

interface Found {
  /** It is "full" when it lives and has no connection left for this question. */
  state: "answers" | "full" | "refuses" | "silent";
  /** Those of the numbers asked for over which nothing can come any more. */
  lost: number[];
}

/**
 * Of connections that wait for an answer, those that the server has not, or holds to be idle for three seconds and more:
 * what was sent over them never came. A pooler gives numbers of its own; then (the second value is not the number that the
 * server knows this connection by) none is judged.
 */
const lostOnes = `select coalesce(array_agg(n), '{}') as lost from unnest($1::int[]) n
  where $2 = pg_backend_pid() and not exists (select 1 from pg_stat_activity
    where pid = n and (state = 'active' or state_change > clock_timestamp() - interval '3 seconds'))`;

/**
 * Asks the database over a connection of its own, which nobody's long statement holds up, whether it is there, and what
 * it knows of the connections with these numbers. It is silent when it owes an answer and not a byte has come for two
 * seconds in which this process listened; how long the whole takes does not matter.
 */
export async function look(url: string, numbers: number[] = []): Promise<Found> {
  const socket = new net.Socket();
  const client = new pg.Client({
    connectionString: url,
    application_name: "aleef-reach",
    stream: () => socket,
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
  const asked = ask().catch((error): Found => ({ state: isFull(error) ? "full" : "refuses", lost: [] }));
  let stop = (): void => undefined;
  const silent = new Promise<Found>((resolve) => {
    stop = onSilence(socket, () => resolve({ state: "silent", lost: [] }));
  });
  const found = await Promise.race([asked, silent]);
  stop();
  client.end().catch(() => undefined);
  if (found.state === "silent") socket.destroy();
  return found;
}
