import type pg from "pg";

export interface Heard {
  text: string;
  values: unknown[];
}

/** Hears whatever this pool sends from now on; `during` gives what it sent while `work` ran. */
export function hear(pool: pg.Pool) {
  let heard: Heard[] | null = null;
  const known = new WeakSet<pg.PoolClient>();
  pool.on("acquire", (client) => {
    if (known.has(client)) return;
    known.add(client);
    const send = client.query as (...args: unknown[]) => unknown;
    Object.assign(client, {
      query(...args: unknown[]) {
        const [first, second] = args as [string | { text: string; values?: unknown[] }, unknown[] | undefined];
        const text = typeof first === "string" ? first : first.text;
        const values = (Array.isArray(second) ? second : typeof first === "string" ? [] : first.values) ?? [];
        heard?.push({ text, values });
        return send.apply(client, args);
      },
    });
  });
  return async (work: () => Promise<unknown>): Promise<Heard[]> => {
    const mine: Heard[] = [];
    heard = mine;
    await work();
    heard = null;
    return mine;
  };
}
