import { setImmediate as turn } from "node:timers/promises";
import pg from "pg";
import { getConnectionOptions, listHosts, markNotPrimary, openSocket } from "../connection/hosts.server.ts";
import { isFull, isOverloaded } from "./overload.server.ts";

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
   * `work` may still finish later, so its writes must be idempotent. Waits for slow work, but if `canGiveUp` returns
   * true, gives up with the same error after five seconds. Other errors of `work` are rethrown.
   */
  run<R>(work: () => Promise<R>, canGiveUp?: () => boolean): Promise<R>;
  /**
   * Returns whether an error of other work means that the database is unreachable, which is then recorded, or
   * overloaded, which is not.
   */
  isDownAfter(error: unknown): boolean;
  onDown(listener: () => void): void;
  onReturn(listener: () => void): void;
  close(): void;
}

/** The monitored connection pools. */
interface MonitoredPool {
  /** Returns the milliseconds that the longest-waiting caller has waited. */
  longestWait(): number;
  /** Returns the latest time at which a request was sent that the server answered. */
  answeredSince(): number;
  /** Returns the server process ids of connections that have waited for a result for more than `ms` milliseconds. */
  longInUse(ms: number): number[];
  /** Closes those of these connections that still wait for a result. */
  cut(pids: number[], ms: number): void;
  /** Aborts everything in progress and rejects callers with `DatabaseUnavailableError`. */
  shut(): void;
  open(): void;
}

const pause = 300;
/** Milliseconds of waiting after which the database is probed, at most once per second. */
const suspectAfterMs = 500;
const minCheckIntervalMs = 1_000;
/** Milliseconds before the next probe of a database that answers but keeps failing, as with a full disk. */
const pauseAfterReturnMs = 2_000;
/** Milliseconds after which work that can do without the database is given up. */
const maxPause = 5_000;

/**
 * Error codes of an unreachable database: no connection, shutdown (57P0x), out of disk or memory (53, except
 * connections), failed disk (58), read-only copy (25006).
 */
const codes = /^(ECONN|EPIPE$|ETIMEDOUT$|EHOST|ENET|EAI_|ENOTFOUND$|57P0[1-5]$|08|53(?!300)|58|25006$)/;
const messages = /connection terminated|not queryable/i;
/** A single lost connection, after which the database has to be probed. */
const lostConnection = /query read timeout/i;

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
    lostConnection.test(error.message) ||
    isUnreachable(error.cause) ||
    (error instanceof AggregateError && error.errors.some(isUnreachable))
  );
}

/** Combines several pools of one database. */
export function mergeHealth(pools: MonitoredPool[]): MonitoredPool {
  return {
    longestWait: () => Math.max(...pools.map((pool) => pool.longestWait())),
    answeredSince: () => Math.max(...pools.map((pool) => pool.answeredSince())),
    longInUse: (ms) => pools.flatMap((pool) => pool.longInUse(ms)),
    cut(pids, ms) {
      for (const pool of pools) pool.cut(pids, ms);
    },
    shut() {
      for (const pool of pools) pool.shut();
    },
    open() {
      for (const pool of pools) pool.open();
    },
  };
}

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

/** Milliseconds without a byte received after which a server counts as silent. */
const silenceTimeout = 2_000;
const tickMs = 100;

/** Byte counters of a connection, as sockets have them. */
interface ByteCounters {
  readonly bytesRead: number;
  readonly bytesWritten: number;
}

/**
 * Calls `callback` once the process has listened for `ms` milliseconds; returns a function that cancels. Time is
 * measured in turns of the event loop: a late turn counts like a punctual one, because nothing could be received while
 * the loop was blocked.
 */
function startListeningTimer(ms: number, callback: () => void, isReceived: () => boolean = () => false): () => void {
  let listened = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    listened = isReceived() ? 0 : listened + Math.min(now - last, tickMs * 1.5);
    last = now;
    if (listened < ms) return;
    clearInterval(timer);
    // Lets data that has already arrived be read first.
    setImmediate(callback);
  }, tickMs).unref();
  return () => clearInterval(timer);
}

/**
 * Calls `callback` once the other end of `socket` owes a response and has sent nothing for `silenceTimeout`; returns a
 * function that cancels.
 */
function startSilenceTimer(socket: ByteCounters, callback: () => void): () => void {
  let read = socket.bytesRead;
  let written = socket.bytesWritten;
  let isOurTurn = false;
  return startListeningTimer(silenceTimeout, callback, () => {
    if (socket.bytesRead !== read) isOurTurn = true;
    else if (socket.bytesWritten !== written) isOurTurn = false;
    const hasMoved = socket.bytesRead !== read || socket.bytesWritten !== written;
    read = socket.bytesRead;
    written = socket.bytesWritten;
    return hasMoved || isOurTurn;
  });
}

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

/**
 * Creates the tracker, which initially assumes that the database is reachable. After a failure, a separate connection
 * probes it until it answers. Silence only counts while this process listens and no caller gets an answer. While the
 * database is silent, `pool` is closed, so that no caller waits in vain; while it refuses connections or writes, `pool`
 * stays open, because reads may succeed.
 */
export function createDbHealth(url: string, pool: MonitoredPool): DbHealth {
  const downListeners = new Set<() => void>();
  const returnListeners = new Set<() => void>();
  /** Callers that have waited longer than usual. */
  const slowCallers = new Set<() => void>();
  let since: Date | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  // Process clock, because the system clock may be set back.
  let returnedAt = Number.NEGATIVE_INFINITY;
  let checkedAt = Number.NEGATIVE_INFINITY;
  const watching = setInterval(() => {
    if (since || pool.longestWait() < suspectAfterMs || performance.now() - checkedAt < minCheckIntervalMs) return;
    checkedAt = Number.POSITIVE_INFINITY;
    void checkOnce();
  }, suspectAfterMs / 2).unref();

  let checking: Promise<void> | null = null;

  function checkOnce(): Promise<void> {
    checking ??= checkHealth().finally(() => {
      checking = null;
    });
    return checking;
  }

  async function checkHealth(): Promise<void> {
    const began = performance.now();
    const { state, lost } = await checkDatabase(url, pool.longInUse(suspectAfterMs));
    checkedAt = performance.now();
    if (isClosed) return;
    // Lets answers that have already arrived be read first.
    await turn();
    pool.cut(lost, suspectAfterMs);
    const isLost = state === "standby" || (state === "silent" && pool.answeredSince() <= began);
    if (!isLost || returnedAt > began) return;
    markDown();
    pool.shut();
  }

  function markDown(): void {
    if (since || isClosed) return;
    since = new Date();
    for (const giveUp of slowCallers) giveUp();
    for (const listener of downListeners) listener();
    timer = setTimeout(
      () => void probe(),
      performance.now() - returnedAt < pauseAfterReturnMs ? pauseAfterReturnMs : 0,
    );
  }

  /** Records what an error reveals about the database. */
  function lost(error: unknown): void {
    if (
      error instanceof Error &&
      lostConnection.test(`${error.message} ${(error.cause as Error | undefined)?.message}`)
    )
      void checkOnce();
    else markDown();
  }

  async function probe(): Promise<void> {
    const { state } = await checkDatabase(url);
    if (isClosed) return;
    if (state !== "answers") {
      if (state === "silent" || state === "standby") pool.shut();
      timer = setTimeout(() => void probe(), pause);
      return;
    }
    since = null;
    returnedAt = performance.now();
    // Open connections may lead to the previous primary.
    if (listHosts(url).length > 0) pool.shut();
    pool.open();
    for (const listener of returnListeners) listener();
  }

  return {
    downSince: () => since,
    async run(work, canGiveUp = () => false) {
      if (since) throw new DatabaseUnavailableError();
      let stop = (): void => undefined;
      let giveUp = (): void => undefined;
      const givenUp = new Promise<never>((_, reject) => {
        giveUp = () => reject(new DatabaseUnavailableError());
        stop = startListeningTimer(silenceTimeout, () => {
          if (since) return giveUp();
          slowCallers.add(giveUp);
          void checkOnce();
          stop = startListeningTimer(maxPause - silenceTimeout, () => canGiveUp() && giveUp());
        });
      });
      const result = work();
      // Errors after the result was given up are ignored.
      result.catch(() => undefined);
      try {
        return await Promise.race([result, givenUp]);
      } catch (error) {
        if (error instanceof DatabaseUnavailableError) throw error;
        if (!isUnreachable(error)) throw error;
        lost(error);
        throw new DatabaseUnavailableError();
      } finally {
        stop();
        slowCallers.delete(giveUp);
      }
    },
    isDownAfter(error) {
      if (isOverloaded(error)) return true;
      if (!isUnreachable(error)) return false;
      lost(error);
      return true;
    },
    onDown: (listener) => void downListeners.add(listener),
    onReturn: (listener) => void returnListeners.add(listener),
    close() {
      isClosed = true;
      clearTimeout(timer);
      clearInterval(watching);
    },
  };
}
