import type pg from "pg";

export interface RecordedStatements {
  text: string;
  values: unknown[];
}

/** Starts recording the statements of this pool. The returned function returns those sent while `work` runs. */
export function recordStatements(pool: pg.Pool) {
  let received: RecordedStatements[] | null = null;
  const patched = new WeakSet<pg.PoolClient>();
  pool.on("acquire", (client) => {
    if (patched.has(client)) return;
    patched.add(client);
    const send = client.query as (...args: unknown[]) => unknown;
    Object.assign(client, {
      query(...args: unknown[]) {
        const [first, second] = args as [string | { text: string; values?: unknown[] }, unknown[] | undefined];
        const text = typeof first === "string" ? first : first.text;
        const values = (Array.isArray(second) ? second : typeof first === "string" ? [] : first.values) ?? [];
        received?.push({ text, values });
        return send.apply(client, args);
      },
    });
  });
  return async (work: () => Promise<unknown>): Promise<RecordedStatements[]> => {
    const recorded: RecordedStatements[] = [];
    received = recorded;
    await work();
    received = null;
    return recorded;
  };
}
