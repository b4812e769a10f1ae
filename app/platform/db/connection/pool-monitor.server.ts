import pg from "pg";
import { DatabaseUnavailableError } from "../health/db-health.server.ts";
import { isFull, Overloaded } from "../health/overload.server.ts";

type Done = (error: Error | undefined, client: pg.PoolClient | undefined, release: (broken?: unknown) => void) => void;

/** What the types leave out: the number of its process on the server, and whether it waits for no answer. */
type Known = pg.PoolClient & { processID: number; readyForQuery: boolean; connection: NodeJS.EventEmitter };

interface Use {
  /** When it was asked for. */
  since: number;
  /** When it was handed out. */
  from: number;
}

/** Milliseconds between two tries to have one connection more from a server that had none left. */
const betweenTries = 1_000;
/** Who has no connection at all asks again after so long. */
const untilNext = 250;
const waitedInVain = /timeout exceeded when trying to connect|connection timeout/i;
const none = () => undefined;

/**
 * A pool of connections that knows how long its users have waited and when it last had an answer, makes do with the
 * connections it has when the server gives no more, and can be shut while its server says nothing.
 */
export class WatchedPool extends pg.Pool {
  /** Who waits for a connection, and since when; told when the pool is shut. */
  readonly #waiting = new Map<() => void, number>();
  readonly #held = new Map<pg.PoolClient, Use>();
  readonly #open = new Set<pg.PoolClient>();
  readonly #most: number;
  #raising: NodeJS.Timeout | undefined;
  #answeredSince = Number.NEGATIVE_INFINITY;
  #isShut = false;

  constructor(options: pg.PoolConfig & { max: number }) {
    super(options);
    this.#most = options.max;
    this.on("connect", (client) => {
      // A break fails the statement under way or the next one; the event beside it would end the process.
      client.on("error", () => undefined);
      this.#open.add(client);
      (client as Known).connection.prependListener("readyForQuery", () => {
        const from = this.#held.get(client)?.from;
        if (from !== undefined && from > this.#answeredSince) this.#answeredSince = from;
      });
      if (this.options.max < this.#most) this.options.max = Math.min(this.#most, this.#open.size * 2);
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
    clearTimeout(this.#raising);
    if (!done) return super.end();
    super.end(done);
    return undefined;
  }

  #fetch(done: Done): void {
    if (this.#isShut) {
      process.nextTick(done, new DatabaseUnavailableError(), undefined, none);
      return;
    }
    const since = performance.now();
    const patience = this.options.connectionTimeoutMillis ?? 0;
    let isGivenUp = false;
    const giveUp = () => {
      isGivenUp = true;
      done(new DatabaseUnavailableError(), undefined, none);
    };
    this.#waiting.set(giveUp, since);
    const fetch = () =>
      super.connect((error, client, release) => {
        // It comes too late for whoever wanted it, from a server that may have fallen silent in the middle.
        if (isGivenUp) {
          if (client) release(true);
          return;
        }
        if (error && isFull(error) && performance.now() - since < patience) {
          this.#makeDo();
          if (this.#open.size > 0) fetch();
          else setTimeout(() => isGivenUp || fetch(), untilNext);
          return;
        }
        this.#waiting.delete(giveUp);
        if (client) this.#held.set(client, { since, from: performance.now() });
        done(error && waitedInVain.test(error.message) ? new Overloaded(error) : error, client, release);
      });
    fetch();
  }

  /** Asks for no more connections than there are, until it is worth trying again. */
  #makeDo(): void {
    this.options.max = Math.max(1, this.#open.size);
    clearTimeout(this.#raising);
    this.#raising = setTimeout(() => {
      this.options.max = Math.min(this.#most, this.#open.size + 1);
    }, betweenTries).unref();
  }

  /** Milliseconds for which the one who waits longest has waited, for a connection or for answers over it. */
  longestWait(): number {
    const held = [...this.#held.values()].map(({ since }) => since);
    return Math.max(0, performance.now() - Math.min(...this.#waiting.values(), ...held));
  }

  /** The latest moment, by the process's clock, of which is known: whoever asked then has had an answer. */
  answeredSince(): number {
    return this.#answeredSince;
  }

  /** The server's numbers of the connections over which an answer has been waited for, for longer than so many milliseconds. */
  longInUse(ms: number): number[] {
    return this.#longHeld(ms).map(({ processID }) => processID);
  }

  /**
   * Ends those of these connections over which an answer is still waited for, so that who waits gets an error at once,
   * and every idle one, which may have come to the same end.
   */
  cut(numbers: number[], ms: number): void {
    if (numbers.length === 0) return;
    for (const client of this.#longHeld(ms))
      if (numbers.includes(client.processID)) client.end().catch(() => undefined);
    this.#endIdle();
  }

  #endIdle(): void {
    for (let idle = this.idleCount; idle > 0; idle--) super.connect((_error, _client, release) => release(true));
  }

  #longHeld(ms: number): Known[] {
    const latest = performance.now() - ms;
    return [...this.#held]
      .filter(([client, { since }]) => since < latest && !(client as Known).readyForQuery)
      .map(([client]) => client as Known);
  }

  /** Ends every connection and refuses with `DatabaseUnavailableError`, also those who wait already, until the pool is opened again. */
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
