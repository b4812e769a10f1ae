import pg from "pg";
import { bindTrace } from "../../tracing/tracing.server.ts";
import { DatabaseUnavailableError, isFull, Overloaded } from "./outage-errors.server.ts";

type Done = (error: Error | undefined, client: pg.PoolClient | undefined, release: (broken?: unknown) => void) => void;

/** Milliseconds until a server that had no free connection is asked again. */
const retryMs = 250;
const connectTimeout = /timeout exceeded when trying to connect|connection timeout/i;

/** A client with a member missing in its types. */
type Client = pg.PoolClient & { connection: { stream: { destroy(): void } } };

/**
 * `pg.Pool` that can be closed while the database does not answer, and that waits for a free connection when the server
 * has none (53300). Throws `Overloaded` if there is none in time.
 */
export class Pool extends pg.Pool {
  readonly #open = new Set<pg.PoolClient>();
  /** Callers that wait for a connection; each function rejects its caller. */
  readonly #waiting = new Set<() => void>();
  #isShut = false;

  constructor(options: pg.PoolConfig) {
    super(options);
    this.on("connect", (client) => {
      // A lost connection fails its statement; an unhandled "error" event would end the process.
      client.on("error", () => undefined);
      this.#open.add(client);
    });
    this.on("remove", (client) => this.#open.delete(client));
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(done: Done): void;
  override connect(done?: Done): Promise<pg.PoolClient> | undefined {
    if (!done)
      return new Promise((resolve, reject) => {
        this.connect((error, client) => (client ? resolve(client) : reject(error)));
      });
    const callback = bindTrace(done);
    const until = performance.now() + (this.options.connectionTimeoutMillis ?? 0);
    let isGivenUp = false;
    const giveUp = () => {
      isGivenUp = true;
      callback(new DatabaseUnavailableError(), undefined, () => undefined);
    };
    const attempt = () =>
      super.connect((error, client, release) => {
        if (isGivenUp) {
          if (client) release();
          return;
        }
        if (error && isFull(error) && performance.now() < until) {
          setTimeout(attempt, retryMs);
          return;
        }
        this.#waiting.delete(giveUp);
        callback(error && connectTimeout.test(error.message) ? new Overloaded(error) : error, client, release);
      });
    if (this.#isShut) {
      process.nextTick(giveUp);
      return undefined;
    }
    this.#waiting.add(giveUp);
    attempt();
    return undefined;
  }

  /** Closes every connection, whose statements fail, and rejects callers until `open` is called. */
  shut(): void {
    this.#isShut = true;
    for (const giveUp of this.#waiting) giveUp();
    this.#waiting.clear();
    for (const client of this.#open) (client as Client).connection.stream.destroy();
  }

  open(): void {
    this.#isShut = false;
  }
}
