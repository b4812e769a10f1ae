import { setImmediate as turn } from "node:timers/promises";
import { look, patience } from "./look.server.ts";

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

/** What the app asks the database through. */
interface Way {
  /** Milliseconds for which the one who waits longest has waited. */
  longestWait(): number;
  /** The server's numbers of the connections that have been in use for longer than so many milliseconds. */
  longInUse(ms: number): number[];
  /** Ends those of these connections that are still in use. */
  cut(numbers: number[], ms: number): void;
  /** Ends what is under way and refuses everybody with `Away`. */
  shut(): void;
  open(): void;
}

const pause = 300;
/** Whoever waits longer gives reason to look whether the database is there at all; not more often than each second. */
const doubtful = 500;
const betweenDoubts = 1_000;
/** One that answers and fails again at once, as on a full disk, is left in peace for so long. */
const rest = 2_000;

/** No connection; shutting down; no room, memory or connections left (53); its disk fails (58); a copy that takes no writes. */
const codes = /^(ECONN|EPIPE$|ETIMEDOUT$|EHOST|ENET|EAI_|ENOTFOUND$|57P0[1-5]$|08|53|58|25006$)/;
const messages = /connection terminated|connection timeout|trying to connect|not queryable|query read timeout/i;

/** Whether an error says that the database was not there or could take nothing, rather than that it said no. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof Away) return true;
  const { code } = error as { code?: unknown };
  return (
    (typeof code === "string" && codes.test(code)) ||
    messages.test(error.message) ||
    isUnreachable(error.cause) ||
    (error instanceof AggregateError && error.errors.some(isUnreachable))
  );
}

/**
 * Begins by trusting the database. Once it fails, a connection of its own asks until it answers. While nothing comes back
 * at all `way` is shut, so that nobody waits for an answer that does not come; while it refuses or takes nothing, `way` stays
 * open and hears it at once, because what only reads may still be answered.
 */
export function openReach(url: string, way: Way): Reach {
  const away = new Set<() => void>();
  const returns = new Set<() => void>();
  let since: Date | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  // By the process's own clock: the wall clock may be set back.
  let returnedAt = Number.NEGATIVE_INFINITY;
  let doubtedAt = Number.NEGATIVE_INFINITY;
  const watching = setInterval(() => {
    if (since || way.longestWait() < doubtful || performance.now() - doubtedAt < betweenDoubts) return;
    doubtedAt = Number.POSITIVE_INFINITY;
    void doubt();
  }, doubtful / 2).unref();

  async function doubt(): Promise<void> {
    const began = performance.now();
    const { state, lost } = await look(url, way.longInUse(doubtful));
    doubtedAt = performance.now();
    if (isClosed) return;
    // Over the turn comes what has been answered meanwhile.
    await turn();
    way.cut(lost, doubtful);
    if (state !== "silent" || returnedAt > began) return;
    lose();
    way.shut();
  }

  function lose(): void {
    if (since || isClosed) return;
    since = new Date();
    for (const tell of away) tell();
    timer = setTimeout(() => void probe(), performance.now() - returnedAt < rest ? rest : 0);
  }

  async function probe(): Promise<void> {
    const { state } = await look(url);
    if (isClosed) return;
    if (state !== "answers") {
      if (state === "silent") way.shut();
      timer = setTimeout(() => void probe(), pause);
      return;
    }
    since = null;
    returnedAt = performance.now();
    way.open();
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
      clearInterval(watching);
    },
  };
}
