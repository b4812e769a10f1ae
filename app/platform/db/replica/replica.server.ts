import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import type { Logger } from "pino";
import { createDb, type Db, openDatabase } from "../connection/database.server.ts";
import { createDbHealth, DatabaseUnavailableError, isUnreachable } from "../health/db-health.server.ts";
import { isOverloaded } from "../health/overload.server.ts";

/** A streaming replica of the database. */
export interface Replica {
  /**
   * Returns the replica if it answers, is at most five seconds behind and has replayed everything up to `place` (from
   * `placeNow`; null if the reader wrote nothing); otherwise null. Statements that the replica cannot answer, and all
   * transactions, go to the primary.
   */
  readingAfter(place: string | null): Promise<Db | null>;
  /** Returns the primary's WAL position, which covers all commits so far. */
  placeNow(): Promise<string>;
  close(): Promise<void>;
}

/** Milliseconds for which the replica's state is cached. */
const trust = 250;
/** Maximum milliseconds to wait for the replica's state. */
const timeoutMs = 300;
/** Milliseconds without using the replica after a failure. */
const rest = 2_000;
/** Maximum lag of the replica in seconds. */
const maxLagSeconds = 5;

interface State {
  /** Process clock, because the system clock may be set back. */
  at: number;
  /** Replayed WAL position; null if the replica cannot be used. */
  replayed: bigint | null;
}

const written = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/;

/** Parses a WAL position such as `16/B374D848`; returns null for anything else. */
function readPlace(text: string): bigint | null {
  const [, high, low] = written.exec(text) ?? [];
  return high && low ? (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`) : null;
}

/** Recovery cancelled the statement (40001), or it was a write (25006). */
const isRefused = (error: unknown) => ["40001", "25006"].includes((error as { code?: string }).code ?? "");

/** Creates access to the replica at `url` of the database behind `primary`. It is first queried when needed. */
export function createReplica(url: string, primary: pg.Pool, log: Logger, connections = 20): Replica {
  const copy = openDatabase(url, {
    max: connections,
    onError: (error) => log.warn({ err: error }, "a connection to the replica broke"),
  });
  const dbHealth = createDbHealth(url, copy.pool);
  dbHealth.onDown(() => lose(new DatabaseUnavailableError()));
  let state: State = { at: Number.NEGATIVE_INFINITY, replayed: null };
  let looking: Promise<State> | null = null;

  function lose(error: unknown): State {
    log.warn({ err: error }, "the replica cannot be read from now; the primary is");
    state = { at: performance.now() + rest - trust, replayed: null };
    return state;
  }

  async function look(): Promise<State> {
    try {
      const { rows } = await primary.query("select pg_current_wal_lsn()::text as place");
      const [found] = (
        await copy.pool.query({
          text: `select pg_last_wal_replay_lsn()::text as place,
            extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())::float8 as behind`,
        })
      ).rows;
      const replayed = readPlace(found.place ?? "");
      const hasAll = replayed !== null && replayed >= (readPlace(rows[0].place) ?? 0n);
      const isClose = found.behind !== null && found.behind <= maxLagSeconds;
      state = { at: performance.now(), replayed: hasAll || isClose ? replayed : null };
      return state;
    } catch (error) {
      return lose(error);
    }
  }

  async function stateNow(): Promise<State> {
    if (performance.now() - state.at < trust) return state;
    looking ??= look().finally(() => {
      looking = null;
    });
    const tooLate = pause(timeoutMs, null, { ref: false });
    return (await Promise.race([looking, tooLate])) ?? lose(new Error("no answer in time"));
  }

  const reading: pg.Pool = Object.assign(Object.create(primary) as pg.Pool, {
    query: async (...asked: Parameters<pg.Pool["query"]>) => {
      try {
        return await copy.pool.query(...asked);
      } catch (error) {
        if (isUnreachable(error) || isOverloaded(error)) lose(error);
        else if (!isRefused(error)) throw error;
        return primary.query(...asked);
      }
    },
    connect: () => primary.connect(),
  });
  const db = createDb(reading);

  return {
    async readingAfter(place) {
      const { replayed } = await stateNow();
      if (replayed === null) return null;
      if (place === null) return db;
      const wanted = readPlace(place);
      return wanted !== null && replayed >= wanted ? db : null;
    },
    placeNow: async () => (await primary.query("select pg_current_wal_insert_lsn()::text as place")).rows[0].place,
    close() {
      dbHealth.close();
      return copy.pool.end();
    },
  };
}
