import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import type { Logger } from "pino";
import { createDb, type Db, openDatabase } from "../connection/database.server.ts";
import { createDbHealth, DatabaseUnavailableError, isUnreachable } from "../health/db-health.server.ts";
import { isOverloaded } from "../health/overload.server.ts";

/** A streaming replica of the database. */
export interface Replica {
  /**
   * Returns the replica if it answers, is at most five seconds behind and has replayed everything up to `position`
   * (from `getPosition`; null if the reader wrote nothing); otherwise null. Statements that the replica cannot answer,
   * and all transactions, go to the primary.
   */
  getDbAfter(position: string | null): Promise<Db | null>;
  /** Returns the primary's WAL position, which covers all commits so far. */
  getPosition(): Promise<string>;
  close(): Promise<void>;
}

/** Milliseconds for which the replica's state is cached. */
const cacheMs = 250;
/** Maximum milliseconds to wait for the replica's state. */
const timeoutMs = 300;
/** Milliseconds without using the replica after a failure. */
const pauseMs = 2_000;
/** Maximum lag of the replica in seconds. */
const maxLagSeconds = 5;

interface State {
  /** Process clock, because the system clock may be set back. */
  at: number;
  /** Replayed WAL position; null if the replica cannot be used. */
  replayed: bigint | null;
}

const positionPattern = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/;

/** Parses a WAL position such as `16/B374D848`; returns null for anything else. */
function parsePosition(text: string): bigint | null {
  const [, high, low] = positionPattern.exec(text) ?? [];
  return high && low ? (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`) : null;
}

/** Recovery cancelled the statement (40001), or it was a write (25006). */
const isRefused = (error: unknown) => ["40001", "25006"].includes((error as { code?: string }).code ?? "");

/** Creates access to the replica at `url` of the database behind `primary`. It is first queried when needed. */
export function createReplica(url: string, primary: pg.Pool, log: Logger, connections = 20): Replica {
  const replicaDatabase = openDatabase(url, {
    max: connections,
    onError: (error) => log.warn({ err: error }, "replica connection failed"),
  });
  const dbHealth = createDbHealth(url, replicaDatabase.pool);
  dbHealth.onDown(() => stopUsing(new DatabaseUnavailableError()));
  let state: State = { at: Number.NEGATIVE_INFINITY, replayed: null };
  let fetching: Promise<State> | null = null;

  function stopUsing(error: unknown): State {
    log.warn({ err: error }, "the replica is unavailable, reading from the primary");
    state = { at: performance.now() + pauseMs - cacheMs, replayed: null };
    return state;
  }

  async function fetchState(): Promise<State> {
    try {
      const { rows } = await primary.query("select pg_current_wal_lsn()::text as place");
      const [found] = (
        await replicaDatabase.pool.query({
          text: `select pg_last_wal_replay_lsn()::text as place,
            extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())::float8 as behind`,
        })
      ).rows;
      const replayed = parsePosition(found.place ?? "");
      const hasAll = replayed !== null && replayed >= (parsePosition(rows[0].place) ?? 0n);
      const isRecent = found.behind !== null && found.behind <= maxLagSeconds;
      state = { at: performance.now(), replayed: hasAll || isRecent ? replayed : null };
      return state;
    } catch (error) {
      return stopUsing(error);
    }
  }

  async function getState(): Promise<State> {
    if (performance.now() - state.at < cacheMs) return state;
    fetching ??= fetchState().finally(() => {
      fetching = null;
    });
    const timeout = pause(timeoutMs, null, { ref: false });
    return (await Promise.race([fetching, timeout])) ?? stopUsing(new Error("no answer in time"));
  }

  const reading: pg.Pool = Object.assign(Object.create(primary) as pg.Pool, {
    query: async (...args: Parameters<pg.Pool["query"]>) => {
      try {
        return await replicaDatabase.pool.query(...args);
      } catch (error) {
        if (isUnreachable(error) || isOverloaded(error)) stopUsing(error);
        else if (!isRefused(error)) throw error;
        return primary.query(...args);
      }
    },
    connect: () => primary.connect(),
  });
  const db = createDb(reading);

  return {
    async getDbAfter(position) {
      const { replayed } = await getState();
      if (replayed === null) return null;
      if (position === null) return db;
      const wanted = parsePosition(position);
      return wanted !== null && replayed >= wanted ? db : null;
    },
    getPosition: async () => (await primary.query("select pg_current_wal_insert_lsn()::text as place")).rows[0].place,
    close() {
      dbHealth.close();
      return replicaDatabase.pool.end();
    },
  };
}
