import { setImmediate as turn } from "node:timers/promises";
import { checkDatabase } from "../connection/check-database.server.ts";
import { listHosts } from "../connection/hosts.server.ts";
import { silenceTimeout, startListeningTimer } from "../connection/timeouts.server.ts";
import { isOverloaded } from "./overload.server.ts";

/** Thrown when the database does not answer. */
export class DatabaseUnavailableError extends Error {
  constructor() {
    super("The database does not answer");
  }
}

/** Tracks whether the database can be reached. */
export interface DbHealth {
  /** Returns since when the database has not answered; null while it does. */
  downSince(): Date | null;
  /**
   * Runs `work`, which needs the database. Throws `DatabaseUnavailableError` if the database is or becomes unreachable;
   * `work` may still finish later, so its writes must be idempotent. Waits for slow work, but if `canLeave` returns
   * true, gives up with the same error after five seconds. Other errors of `work` are rethrown.
   */
  ask<R>(work: () => Promise<R>, canLeave?: () => boolean): Promise<R>;
  /**
   * Returns whether an error of other work means that the database is unreachable, which is then recorded, or
   * overloaded, which is not.
   */
  isDownAfter(error: unknown): boolean;
  onDown(tell: () => void): void;
  onReturn(tell: () => void): void;
  close(): void;
}

/** The monitored connection pools. */
interface Way {
  /** Returns the milliseconds that the longest-waiting caller has waited. */
  longestWait(): number;
  /** Returns the latest time at which a request was sent that the server answered. */
  answeredSince(): number;
  /** Returns the server process ids of connections that have waited for a result for more than `ms` milliseconds. */
  longInUse(ms: number): number[];
  /** Closes those of these connections that still wait for a result. */
  cut(numbers: number[], ms: number): void;
  /** Aborts everything in progress and rejects callers with `DatabaseUnavailableError`. */
  shut(): void;
  open(): void;
}

const pause = 300;
/** Milliseconds of waiting after which the database is probed, at most once per second. */
const doubtful = 500;
const betweenDoubts = 1_000;
/** Milliseconds before the next probe of a database that answers but keeps failing, as with a full disk. */
const rest = 2_000;
/** Milliseconds after which work that can do without the database is given up. */
const maxPause = 5_000;

/**
 * Error codes of an unreachable database: no connection, shutdown (57P0x), out of disk or memory (53, except
 * connections), failed disk (58), read-only copy (25006).
 */
const codes = /^(ECONN|EPIPE$|ETIMEDOUT$|EHOST|ENET|EAI_|ENOTFOUND$|57P0[1-5]$|08|53(?!300)|58|25006$)/;
const messages = /connection terminated|not queryable/i;
/** A single lost connection, after which the database has to be probed. */
const lostOne = /query read timeout/i;

/**
 * Returns whether an error means that the database was unreachable or out of resources, rather than that it rejected
 * the statement.
 */
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

/** Combines several pools of one database. */
export function mergeHealth(ways: Way[]): Way {
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
 * Creates the tracker, which initially assumes that the database is reachable. After a failure, a separate connection
 * probes it until it answers. Silence only counts while this process listens and no caller gets an answer. While the
 * database is silent, `way` is closed, so that no caller waits in vain; while it refuses connections or writes, `way`
 * stays open, because reads may succeed.
 */
export function createDbHealth(url: string, way: Way): DbHealth {
  const downListeners = new Set<() => void>();
  const returnListeners = new Set<() => void>();
  /** Callers that have waited longer than usual. */
  const asking = new Set<() => void>();
  let since: Date | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  // Process clock, because the system clock may be set back.
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
    const { state, lost } = await checkDatabase(url, way.longInUse(doubtful));
    doubtedAt = performance.now();
    if (isClosed) return;
    // Lets answers that have already arrived be read first.
    await turn();
    way.cut(lost, doubtful);
    const isLost = state === "standby" || (state === "silent" && way.answeredSince() <= began);
    if (!isLost || returnedAt > began) return;
    lose();
    way.shut();
  }

  function lose(): void {
    if (since || isClosed) return;
    since = new Date();
    for (const leave of asking) leave();
    for (const tell of downListeners) tell();
    timer = setTimeout(() => void probe(), performance.now() - returnedAt < rest ? rest : 0);
  }

  /** Records what an error reveals about the database. */
  function lost(error: unknown): void {
    if (error instanceof Error && lostOne.test(`${error.message} ${(error.cause as Error | undefined)?.message}`))
      void doubt();
    else lose();
  }

  async function probe(): Promise<void> {
    const { state } = await checkDatabase(url);
    if (isClosed) return;
    if (state !== "answers") {
      if (state === "silent" || state === "standby") way.shut();
      timer = setTimeout(() => void probe(), pause);
      return;
    }
    since = null;
    returnedAt = performance.now();
    // Open connections may lead to the previous primary.
    if (listHosts(url).length > 0) way.shut();
    way.open();
    for (const tell of returnListeners) tell();
  }

  return {
    downSince: () => since,
    async ask(work, canLeave = () => false) {
      if (since) throw new DatabaseUnavailableError();
      let stop = (): void => undefined;
      let leave = (): void => undefined;
      const left = new Promise<never>((_, reject) => {
        leave = () => reject(new DatabaseUnavailableError());
        stop = startListeningTimer(silenceTimeout, () => {
          if (since) return leave();
          asking.add(leave);
          void doubt();
          stop = startListeningTimer(maxPause - silenceTimeout, () => canLeave() && leave());
        });
      });
      const asked = work();
      // Errors after the result was given up are ignored.
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
    isDownAfter(error) {
      if (isOverloaded(error)) return true;
      if (!isUnreachable(error)) return false;
      lost(error);
      return true;
    },
    onDown: (tell) => void downListeners.add(tell),
    onReturn: (tell) => void returnListeners.add(tell),
    close() {
      isClosed = true;
      clearTimeout(timer);
      clearInterval(watching);
    },
  };
}
