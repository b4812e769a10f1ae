import pg from "pg";
import { isFull } from "../health/overload.server.ts";
import { getConnectionOptions, listHosts, markNotPrimary, openSocket } from "./hosts.server.ts";
import { startSilenceTimer } from "./timeouts.server.ts";

interface CheckResult {
  /**
   * "full": the server works but has no free connection; "standby": the server is not the primary of the listed
   * servers.
   */
  state: "answers" | "full" | "refuses" | "silent" | "standby";
  /** Of the given process ids, those whose connections are dead. */
  lost: number[];
}

/**
 * Selects dead connections: of the ones that wait for a result, those that the server does not know or that have been
 * idle there for three seconds, because their statement never arrived. Behind a pooler, process ids differ (the second
 * parameter is not the backend's pid) and nothing is selected.
 */
const deadConnections = `select coalesce(array_agg(n), '{}') as lost from unnest($1::int[]) n
  where $2 = pg_backend_pid() and not exists (select 1 from pg_stat_activity
    where pid = n and (state = 'active' or state_change > clock_timestamp() - interval '3 seconds'))`;

/**
 * Checks over a separate connection whether the database answers, and which of the connections with these process ids
 * are dead. The state is "silent" if no byte arrives within two seconds during which this process was listening,
 * however long the whole check takes.
 */
export async function checkDatabase(url: string, pids: number[] = []): Promise<CheckResult> {
  const socket = openSocket(url);
  const client = new pg.Client({ ...getConnectionOptions(url), application_name: "aleef-probe", stream: () => socket });
  client.on("error", () => undefined);
  const own = client as pg.Client & { processID: number };
  const runCheck = async (): Promise<CheckResult> => {
    await client.connect();
    if (listHosts(url).length > 0) {
      const { rows } = await client.query("select pg_is_in_recovery() as standby");
      if (rows[0].standby) {
        markNotPrimary(socket);
        return { state: "standby", lost: [] };
      }
    }
    const { rows } =
      pids.length > 0 ? await client.query(deadConnections, [pids, own.processID]) : await client.query("select 1");
    return { state: "answers", lost: rows[0].lost ?? [] };
  };
  const asked = runCheck().catch((error): CheckResult => ({ state: isFull(error) ? "full" : "refuses", lost: [] }));
  let stop = (): void => undefined;
  const silent = new Promise<CheckResult>((resolve) => {
    stop = startSilenceTimer(socket, () => resolve({ state: "silent", lost: [] }));
  });
  const found = await Promise.race([asked, silent]);
  stop();
  client.end().catch(() => undefined);
  if (found.state === "silent") {
    markNotPrimary(socket);
    socket.destroy();
  }
  return found;
}
