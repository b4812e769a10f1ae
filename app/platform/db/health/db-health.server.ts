import { setImmediate as turn } from "node:timers/promises";
import { look } from "../connection/probe.server.ts";
import { afterListening, patience } from "../connection/timeouts.server.ts";
import { isOverloaded } from "./overload.server.ts";

/** The database does not answer. Whoever catches it goes on without. */
export class DatabaseUnavailableError extends Error {
  constructor() {
    super("The database does not answer");
  }
}

/** Whether the database can be reached, as this process knows it. */
export interface DbHealth {
  /** Since when it does not answer; null while it does. */
  awaySince(): Date | null;
  /**
   * Does work that needs the database. Throws `DatabaseUnavailableError` when the database is found to be away, and at once while it is known
   * to be; then `work` may still come to an end later, so what it writes must bear being written again. While the database
   * lives, slow work is waited for; but where `canLeave` says so, it is left after five seconds, with the same `DatabaseUnavailableError`.
   * Every other error of `work` passes.
   */
  ask<R>(work: () => Promise<R>, canLeave?: () => boolean): Promise<R>;
  /**
   * Whether an error of work that was not asked here says that the database is away, and then it is known to be from now
   * on, or that it has too much to do, of which nothing follows for others.
   */
  isAwayAfter(error: unknown): boolean;
  onAway(tell: () => void): void;
  onReturn(tell: () => void): void;
  close(): void;
}

/** What the app asks the database through. */
interface Way {
  /** Milliseconds for which the one who waits longest has waited. */
  longestWait(): number;
  /** The latest moment of which is known: whoever asked then has had an answer. */
  answeredSince(): number;
  /** The server's numbers of the connections over which an answer has been waited for, for longer than so many milliseconds. */
  longInUse(ms: number): number[];
  /** Ends those of these connections over which an answer is still waited for. */
  cut(numbers: number[], ms: number): void;
  /** Ends what is under way and refuses everybody with `DatabaseUnavailableError`. */
  shut(): void;
  open(): void;
}

const pause = 300;
/** Whoever waits longer gives reason to look whether the database is there at all; not more often than each second. */
const doubtful = 500;
const betweenDoubts = 1_000;
/** One that answers and fails again at once, as on a full disk, is left in peace for so long. */
const rest = 2_000;
/** Whoever can go on without the database waits no longer for one that lives but has too much to do. */
const longest = 5_000;

/** No connection; shutting down; no room or memory left (53, but for connections); its disk fails (58); a copy that takes no writes. */
const codes = /^(ECONN|EPIPE$|ETIMEDOUT$|EHOST|ENET|EAI_|ENOTFOUND$|57P0[1-5]$|08|53(?!300)|58|25006$)/;
const messages = /connection terminated|not queryable/i;
/** One connection is lost; whether more is, has to be looked at. */
const lostOne = /query read timeout/i;

/** Whether an error says that the database was not there or could take nothing, rather than that it said no. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof DatabaseUnavailableError) return true;
  if (isOverloaded(error)) return false;
  const { code } = error as { code?: unknown };
  return (
    (typeof code === "string" && codes.test(code)) ||
    messages.test(error.message) ||
    lostOne.test(error.message) ||
    isUnreachable(error.cause) ||
    (error instanceof AggregateError && error.errors.some(isUnreachable))
  );
}

/** Several pools to one database, judged as one. */
export function allOf(ways: Way[]): Way {
  return {
    longestWait: () => Math.max(...ways.map((way) => way.longestWait())),
    answeredSince: () => Math.max(...ways.map((way) => way.answeredSince())),
    longInUse: (ms) => ways.flatMap((way) => way.longInUse(ms)),
    cut(numbers, ms) {
      for (const way of ways) way.cut(numbers, ms);
    },
    shut() {
      for (const way of ways) way.shut();
    },
    open() {
      for (const way of ways) way.open();
    },
  };
}

/**
 * Begins by trusting the database. Once it fails, a connection of its own asks until it answers. Silence counts only as
 * long as this process listens, and no answer came over any connection to whoever asked meanwhile. While nothing comes back
 * at all `way` is shut, so that nobody waits for an answer that does not come; while it refuses or takes nothing, `way` stays
 * open and hears it at once, because what only reads may still be answered.
 */
export function createDbHealth(url: string, way: Way): DbHealth {
  const away = new Set<() => void>();
  const returns = new Set<() => void>();
  /** Those who have waited for longer than a living database should need. */
  const asking = new Set<() => void>();
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

  let doubting: Promise<void> | null = null;

  function doubt(): Promise<void> {
    doubting ??= judge().finally(() => {
      doubting = null;
    });
    return doubting;
  }

  async function judge(): Promise<void> {
    const began = performance.now();
    const { state, lost } = await look(url, way.longInUse(doubtful));
    doubtedAt = performance.now();
    if (isClosed) return;
    // Over the turn comes what has been answered meanwhile.
    await turn();
    way.cut(lost, doubtful);
    if (state !== "silent" || returnedAt > began || way.answeredSince() > began) return;
    lose();
    way.shut();
  }

  function lose(): void {
    if (since || isClosed) return;
    since = new Date();
    for (const leave of asking) leave();
    for (const tell of away) tell();
    timer = setTimeout(() => void probe(), performance.now() - returnedAt < rest ? rest : 0);
  }

  /** What a broken question tells of the database itself. */
  function lost(error: unknown): void {
    if (error instanceof Error && lostOne.test(`${error.message} ${(error.cause as Error | undefined)?.message}`))
      void doubt();
    else lose();
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
    async ask(work, canLeave = () => false) {
      if (since) throw new DatabaseUnavailableError();
      let stop = (): void => undefined;
      let leave = (): void => undefined;
      const left = new Promise<never>((_, reject) => {
        leave = () => reject(new DatabaseUnavailableError());
        stop = afterListening(patience, () => {
          if (since) return leave();
          asking.add(leave);
          void doubt();
          stop = afterListening(longest - patience, () => canLeave() && leave());
        });
      });
      const asked = work();
      // What comes after the answer was given up is nobody's any more.
      asked.catch(() => undefined);
      try {
        return await Promise.race([asked, left]);
      } catch (error) {
        if (error instanceof DatabaseUnavailableError) throw error;
        if (!isUnreachable(error)) throw error;
        lost(error);
        throw new DatabaseUnavailableError();
      } finally {
        stop();
        asking.delete(leave);
      }
    },
    isAwayAfter(error) {
      if (isOverloaded(error)) return true;
      if (!isUnreachable(error)) return false;
      lost(error);
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
