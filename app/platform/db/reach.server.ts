import pg from "pg";
import type { Logger } from "pino";

/** The database does not answer. Whoever catches it goes on without. */
export class Away extends Error {
  constructor() {
    super("The database does not answer");
  }
}

/** Whether the database can be reached, as this process knows it. */
export interface Reach {
  /** Since when it does not answer; null while it does. */
  awaySince(): Date | null;
  /**
   * Does work that needs the database. Throws `Away` when it is not answered within two seconds, and at once while the
   * database is known to be away; then `work` may still come to an end later, so what it writes must bear being written
   * again. Every other error of `work` passes.
   */
  ask<R>(work: () => Promise<R>): Promise<R>;
  /** Whether an error of work that was not asked here says that the database is away; then it is known to be from now on. */
  isAwayAfter(error: unknown): boolean;
  onAway(tell: () => void): void;
  onReturn(tell: () => void): void;
  close(): void;
}

const patience = 2_000;
const pause = 300;
/** One that answers and fails again at once, as on a full disk, is left in peace for so long. */
const rest = 2_000;

/** No connection; shutting down; no room, memory or connections left (53); its disk fails (58); a copy that takes no writes. */
const codes = /^(ECONN|EPIPE$|ETIMEDOUT$|EHOST|ENET|EAI_|ENOTFOUND$|57P0[1-5]$|08|53|58|25006$)/;
const messages = /connection terminated|connection timeout|trying to connect|not queryable|query read timeout/i;

/** Whether an error says that the database was not there or could take nothing, rather than that it said no. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  return (
    (typeof code === "string" && codes.test(code)) ||
    messages.test(error.message) ||
    isUnreachable(error.cause) ||
    (error instanceof AggregateError && error.errors.some(isUnreachable))
  );
}

/** Begins by trusting the database. Once it fails, a connection of its own asks until it answers. */
export function openReach(url: string, log: Logger): Reach {
  const away = new Set<() => void>();
  const returns = new Set<() => void>();
  let since: Date | null = null;
  let returnedAt = 0;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  function lose(): void {
    if (since || isClosed) return;
    since = new Date();
    log.warn("the database does not answer; finders are served from the last known copies");
    for (const tell of away) tell();
    timer = setTimeout(() => void probe(), Date.now() - returnedAt < rest ? rest : 0);
  }

  async function probe(): Promise<void> {
    const client = new pg.Client({
      connectionString: url,
      application_name: "aleef-reach",
      connectionTimeoutMillis: patience,
      query_timeout: patience,
    });
    client.on("error", () => undefined);
    try {
      await client.connect();
      await client.query("select 1");
      since = null;
      returnedAt = Date.now();
    } catch {
      if (!isClosed) timer = setTimeout(() => void probe(), pause);
    } finally {
      client.end().catch(() => undefined);
    }
    if (since || isClosed) return;
    log.warn("the database answers again");
    for (const tell of returns) tell();
  }

  return {
    awaySince: () => since,
    async ask(work) {
      if (since) throw new Away();
      let waiting: NodeJS.Timeout | undefined;
      const tooLate = new Promise<never>((_, reject) => {
        waiting = setTimeout(() => {
          lose();
          reject(new Away());
        }, patience);
      });
      const asked = work();
      // What comes after the answer was given up is nobody's any more.
      asked.catch(() => undefined);
      try {
        return await Promise.race([asked, tooLate]);
      } catch (error) {
        if (!isUnreachable(error)) throw error;
        lose();
        throw new Away();
      } finally {
        clearTimeout(waiting);
      }
    },
    isAwayAfter(error) {
      if (!isUnreachable(error)) return false;
      lose();
      return true;
    },
    onAway: (tell) => void away.add(tell),
    onReturn: (tell) => void returns.add(tell),
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
