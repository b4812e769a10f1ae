import pg from "pg";
import { bindTrace } from "../../tracing/tracing.server.ts";
import { DatabaseUnavailableError } from "../health/db-health.server.ts";
import { isFull, Overloaded } from "../health/overload.server.ts";

type Done = (error: Error | undefined, client: pg.PoolClient | undefined, release: (broken?: unknown) => void) => void;

/** A client with members missing in its types: the server's process id, and whether no statement is in progress. */
type TrackedClient = pg.PoolClient & { processID: number; readyForQuery: boolean; connection: NodeJS.EventEmitter };

interface Usage {
  /** When the connection was requested. */
  since: number;
  /** When the connection was handed out. */
  from: number;
}

/** Milliseconds between attempts to get one more connection from a server that had none free. */
const raiseDelayMs = 1_000;
/** Milliseconds until the next attempt if there is no connection at all. */
const retryDelayMs = 250;
const connectTimeout = /timeout exceeded when trying to connect|connection timeout/i;
const none = () => undefined;

/**
 * Connection pool that measures how long callers wait and when the server last answered, makes do with its open
 * connections if the server has no more, and can be closed while the server does not answer.
 */
export class WatchedPool extends pg.Pool {
  /** Callers waiting for a connection, with the time since when; each function rejects its caller. */
  readonly #waiting = new Map<() => void, number>();
  readonly #held = new Map<pg.PoolClient, Usage>();
  readonly #open = new Set<pg.PoolClient>();
  readonly #max: number;
  #raiseTimer: NodeJS.Timeout | undefined;
  #answeredSince = Number.NEGATIVE_INFINITY;
  #isShut = false;

  constructor(options: pg.PoolConfig & { max: number }) {
    super(options);
    this.#max = options.max;
    this.on("connect", (client) => {
      // A lost connection fails its statement; an unhandled "error" event would end the process.
      client.on("error", () => undefined);
      this.#open.add(client);
      (client as TrackedClient).connection.prependListener("readyForQuery", () => {
        const from = this.#held.get(client)?.from;
        if (from !== undefined && from > this.#answeredSince) this.#answeredSince = from;
      });
      if (this.options.max < this.#max) this.options.max = Math.min(this.#max, this.#open.size * 2);
    });
    this.on("remove", (client) => this.#open.delete(client));
    this.on("release", (_error, client) => this.#held.delete(client));
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(done: Done): void;
  override connect(done?: Done): Promise<pg.PoolClient> | undefined {
    if (!done)
      return new Promise((resolve, reject) => {
        this.#fetch((error, client) => (client ? resolve(client) : reject(error)));
      });
    this.#fetch(done);
    return undefined;
  }

  override end(): Promise<void>;
  override end(done: () => void): void;
  override end(done?: () => void): Promise<void> | undefined {
    clearTimeout(this.#raiseTimer);
    if (!done) return super.end();
    super.end(done);
    return undefined;
  }

  #fetch(callback: Done): void {
    const done = bindTrace(callback);
    if (this.#isShut) {
      process.nextTick(done, new DatabaseUnavailableError(), undefined, none);
      return;
    }
    const since = performance.now();
    const timeoutMs = this.options.connectionTimeoutMillis ?? 0;
    let isGivenUp = false;
    const giveUp = () => {
      isGivenUp = true;
      done(new DatabaseUnavailableError(), undefined, none);
    };
    this.#waiting.set(giveUp, since);
    const fetch = () =>
      super.connect((error, client, release) => {
        // The caller has been rejected already, and the server may have stopped responding meanwhile.
        if (isGivenUp) {
          if (client) release(true);
          return;
        }
        if (error && isFull(error) && performance.now() - since < timeoutMs) {
          this.#limitToOpen();
          if (this.#open.size > 0) fetch();
          else setTimeout(() => isGivenUp || fetch(), retryDelayMs);
          return;
        }
        this.#waiting.delete(giveUp);
        if (client) this.#held.set(client, { since, from: performance.now() });
        done(error && connectTimeout.test(error.message) ? new Overloaded(error) : error, client, release);
      });
    fetch();
  }

  /** Limits the pool to its open connections until the next attempt. */
  #limitToOpen(): void {
    this.options.max = Math.max(1, this.#open.size);
    clearTimeout(this.#raiseTimer);
    this.#raiseTimer = setTimeout(() => {
      this.options.max = Math.min(this.#max, this.#open.size + 1);
    }, raiseDelayMs).unref();
  }

  /** Returns the milliseconds that the longest-waiting caller has waited for a connection or a result. */
  longestWait(): number {
    const held = [...this.#held.values()].map(({ since }) => since);
    return Math.max(0, performance.now() - Math.min(...this.#waiting.values(), ...held));
  }

  /** Returns the latest time (process clock) at which a request was sent that the server answered. */
  answeredSince(): number {
    return this.#answeredSince;
  }

  /** Returns the server process ids of connections that have waited for a result for more than `ms` milliseconds. */
  longInUse(ms: number): number[] {
    return this.#longHeld(ms).map(({ processID }) => processID);
  }

  /**
   * Closes those of these connections that still wait for a result, so that their callers get an error, and all idle
   * ones, which may be dead as well.
   */
  cut(pids: number[], ms: number): void {
    if (pids.length === 0) return;
    for (const client of this.#longHeld(ms)) if (pids.includes(client.processID)) client.end().catch(() => undefined);
    this.#endIdle();
  }

  #endIdle(): void {
    for (let idle = this.idleCount; idle > 0; idle--) super.connect((_error, _client, release) => release(true));
  }

  #longHeld(ms: number): TrackedClient[] {
    const latest = performance.now() - ms;
    return [...this.#held]
      .filter(([client, { since }]) => since < latest && !(client as TrackedClient).readyForQuery)
      .map(([client]) => client as TrackedClient);
  }

  /** Closes every connection and rejects all callers with `DatabaseUnavailableError` until `open` is called. */
  shut(): void {
    this.#isShut = true;
    for (const giveUp of this.#waiting.keys()) giveUp();
    this.#waiting.clear();
    for (const client of this.#held.keys()) client.end().catch(() => undefined);
    this.#endIdle();
  }

  open(): void {
    this.#isShut = false;
  }
}
