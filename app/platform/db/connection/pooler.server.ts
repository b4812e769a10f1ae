import pg from "pg";

/**
 * Whether two clients share one server process: only a pooler that lends its connections for single transactions does
 * that.
 */
export async function isTransactionPooler(url: string): Promise<boolean> {
  const clients = [0, 1].map(() => new pg.Client({ connectionString: url, application_name: "aleef-probe" }));
  for (const client of clients) client.on("error", () => undefined);
  try {
    const pids = [];
    for (const client of clients) {
      await client.connect();
      pids.push((await client.query("select pg_backend_pid() as pid")).rows[0].pid);
    }
    return pids[0] === pids[1];
  } finally {
    await Promise.allSettled(clients.map((client) => client.end()));
  }
}
