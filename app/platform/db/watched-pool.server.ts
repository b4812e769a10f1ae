import pg from "pg";
import { Away } from "./reach.server.ts";

type Done = (error: Error | undefined, client: pg.PoolClient | undefined, release: (broken?: unknown) => void) => void;

/** The number of its process on the server, which the types leave out. */
type Numbered = pg.PoolClient & { processID: number };

/** A pool of connections that knows how long its users have waited, and can be shut while its server says nothing. */
export class WatchedPool extends pg.Pool {
  /** Who waits for a connection, and since when; told when the pool is shut. */
  readonly #waiting = new Map<() => void, number>();
  /** Which connections are in use, and since when they were asked for. */
  readonly #held = new Map<pg.PoolClient, number>();
  #isShut = false;

  constructor(options: pg.PoolConfig) {
    super(options);
    // A break fails the statement under way or the next one; the event beside it would end the process.
    this.on("connect", (client) => client.on("error", () => undefined));
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

  #fetch(done: Done): void {
    if (this.#isShut) {
      process.nextTick(done, new Away(), undefined, () => undefined);
      return;
    }
    const since = performance.now();
    let isGivenUp = false;
    const giveUp = () => {
      isGivenUp = true;
      done(new Away(), undefined, () => undefined);
    };
    this.#waiting.set(giveUp, since);
    super.connect((error, client, release) => {
      this.#waiting.delete(giveUp);
      // It comes too late for whoever wanted it, from a server that may have fallen silent in the middle.
      if (isGivenUp) {
        if (client) release(true);
        return;
      }
      if (client) this.#held.set(client, since);
      done(error, client, release);
    });
  }

  /** Milliseconds for which the one who waits longest has waited, for a connection or for answers over it. */
  longestWait(): number {
    const since = Math.min(...this.#waiting.values(), ...this.#held.values());
    return Math.max(0, performance.now() - since);
  }

  /** The server's numbers of the connections that have been in use for longer than so many milliseconds. */
  longInUse(ms: number): number[] {
    return this.#longHeld(ms).map(({ processID }) => processID);
  }

  /**
   * Ends those of these connections that are still in use, so that who waits for an answer over one gets an error at once,
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

  #longHeld(ms: number): Numbered[] {
    const latest = performance.now() - ms;
    return [...this.#held].filter(([, since]) => since < latest).map(([client]) => client as Numbered);
  }

  /** Ends every connection and refuses with `Away`, also those who wait already, until the pool is opened again. */
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
