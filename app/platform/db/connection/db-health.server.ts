import { EventEmitter, once } from "node:events";
import { setTimeout as pause, setImmediate as turn } from "node:timers/promises";
import pg from "pg";
import { DatabaseUnavailableError, isFull, isOverloaded, isUnreachable } from "./outage-errors.server.ts";
import type { Pool } from "./pool.server.ts";

/** Tracks whether the database can be reached. */
export interface DbHealth {
  /** Returns since when the database has not answered; null while it does. */
  downSince(): Date | null;
  /**
   * Runs `work`, which needs the database. Throws `DatabaseUnavailableError` if the database is or becomes unreachable;
   * `work` may still finish later, so its writes must be idempotent. Other errors of `work` are rethrown.
   */
  run<R>(work: () => Promise<R>): Promise<R>;
  /** Returns whether an error of other work means that the database is unreachable or overloaded. */
  isDownAfter(error: unknown): boolean;
  onDown(listener: () => void): void;
  onReturn(listener: () => void): void;
  /** Lets a tracker that was created held ask the database; resolves when it has answered and the pools are open. */
  release(): Promise<void>;
  close(): void;
}

/** Milliseconds between two probes while the database answers, and while it does not. */
const intervalMs = 1_000;
const intervalWhileDownMs = 300;
/** Milliseconds for a probe, including those for a new connection if it needs one. */
const timeoutMs = 1_500;

/** "full": the server has no free connection; "late": no answer in time. */
type Answer = "yes" | "full" | "no" | "late";
const isAnswer = (answer: Answer) => answer === "yes" || answer === "full";

const tickMs = 100;

/**
 * Resolves once this process has listened for `ms` milliseconds. A late turn of the event loop counts like a punctual
 * one, because nothing could be read while the loop was busy.
 */
async function listenFor(ms: number): Promise<"late"> {
  let last = performance.now();
  for (let listened = 0; listened < ms; ) {
    await pause(tickMs, null, { ref: false });
    const now = performance.now();
    listened += Math.min(now - last, tickMs * 1.5);
    last = now;
  }
  // Lets an answer be read that has already arrived.
  return turn("late" as const);
}

/**
 * Creates the tracker, which initially assumes that the database is reachable. Probes it over a connection of its own
 * once a second, and at once after an error. After a failure it probes again over a new connection. If that fails too, the
 * database is unreachable, and `pools` reject their callers until it answers again. If only the first failed, the
 * connections of `pools` may be dead as well and are renewed.
 * A deferred one takes the database as unreachable until it is released.
 */
export function createDbHealth(url: string, pools: Pool[], { isDeferred = false } = {}): DbHealth {
  const events = new EventEmitter<{ down: []; return: [] }>().setMaxListeners(0);
  let client: pg.Client | null = null;
  let since: Date | null = isDeferred ? new Date() : null;
  let isWaiting = isDeferred;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let isProbing = false;

  function disconnect(): void {
    client?.end().catch(() => undefined);
    client = null;
  }

  async function query(own: pg.Client, isNew: boolean): Promise<Answer> {
    if (isNew) await own.connect();
    await own.query("select 1");
    return "yes";
  }

  async function ask(): Promise<Answer> {
    const isNew = client === null;
    client ??= new pg.Client({ connectionString: url, application_name: "aleef-probe" }).on("error", () => undefined);
    const answer = query(client, isNew).catch((error): Answer => (isFull(error) ? "full" : "no"));
    const result = await Promise.race([answer, listenFor(timeoutMs)]);
    if (result !== "yes") disconnect();
    return result;
  }

  async function check(): Promise<void> {
    const first = await ask();
    const last = isAnswer(first) ? first : await ask();
    const isUp = isAnswer(last);
    if (isClosed) return;
    if (first === "late" || !isUp) for (const pool of pools) pool.shut();
    if (isUp) for (const pool of pools) pool.open();
    if (!isUp && !since) {
      since = new Date();
      events.emit("down");
    } else if (isUp && since) {
      since = null;
      events.emit("return");
    }
    timer = setTimeout(probe, since ? intervalWhileDownMs : intervalMs).unref();
  }

  function probe(): void {
    clearTimeout(timer);
    if (isProbing || isWaiting) return;
    isProbing = true;
    void check().finally(() => {
      isProbing = false;
    });
  }

  if (isDeferred) for (const pool of pools) pool.shut();
  probe();
  return {
    downSince: () => since,
    async run(work) {
      if (since) throw new DatabaseUnavailableError();
      const { promise: down, reject } = Promise.withResolvers<never>();
      const giveUp = () => reject(new DatabaseUnavailableError());
      events.once("down", giveUp);
      const result = work();
      // Errors after the result was given up are ignored.
      result.catch(() => undefined);
      try {
        return await Promise.race([result, down]);
      } catch (error) {
        if (!isUnreachable(error)) throw error;
        probe();
        throw new DatabaseUnavailableError();
      } finally {
        events.off("down", giveUp);
      }
    },
    isDownAfter(error) {
      if (isOverloaded(error)) return true;
      if (!isUnreachable(error)) return false;
      probe();
      return true;
    },
    onDown: (listener) => void events.on("down", listener),
    onReturn: (listener) => void events.on("return", listener),
    async release() {
      isWaiting = false;
      const answered = since && once(events, "return");
      probe();
      await answered;
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
      disconnect();
    },
  };
}
