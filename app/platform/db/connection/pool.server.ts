import pg from "pg";
import { bindTrace } from "../../tracing/tracing.server.ts";
import { DatabaseUnavailableError, isFull, Overloaded } from "./outage-errors.server.ts";

type Done = (error: Error | undefined, client: pg.PoolClient | undefined, release: (broken?: unknown) => void) => void;

/** Milliseconds until a server that had no free connection is asked again. */
const retryMs = 250;
const connectTimeout = /timeout exceeded when trying to connect|connection timeout/i;

/**
 * Client that sends named statements without their names behind a pooler, which may use another server process for each
 * transaction, so that it would not know them.
 */
class Client extends pg.Client {
  isDirect = false;
  /** Missing in the types. */
  declare processID: number;

  /** A pooler makes up the id of the server process that it tells its clients. */
  async findOutWhetherDirect(): Promise<void> {
    const { rows } = await super.query("select pg_backend_pid() as pid");
    this.isDirect = rows[0].pid === this.processID;
  }

  override query(...args: unknown[]): never {
    const [asked, ...rest] = args;
    const isNamed = typeof asked === "object" && asked !== null && "name" in asked && !("submit" in asked);
    const sent = isNamed && !this.isDirect ? { ...asked, name: "" } : asked;
    return (super.query as (...all: unknown[]) => never).call(this, sent, ...rest);
  }
}

/**
 * `pg.Pool` that can be closed while the database does not answer, and that waits for a free connection when the server
 * has none (53300). Throws `Overloaded` if there is none in time. Servers keep named statements of its connections.
 */
export class Pool extends pg.Pool {
  readonly #open = new Set<pg.PoolClient>();
  /** Callers that wait for a connection; each function rejects its caller. */
  readonly #waiting = new Set<() => void>();
  #isShut = false;

  constructor(options: pg.PoolConfig) {
    super({
      Client,
      verify: (client, done) => (client as unknown as Client).findOutWhetherDirect().then(() => done(), done),
      ...options,
    });
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
    for (const client of this.#open) (client as unknown as Client).connection.stream.destroy();
  }

  open(): void {
    this.#isShut = false;
  }
}
