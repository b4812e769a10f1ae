import { setTimeout as pause } from "node:timers/promises";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";
import { isTracing, recordStatementSpans } from "../../tracing/tracing.server.ts";
import { Pool } from "./pool.server.ts";

type Connection = pg.Pool | pg.PoolClient | pg.Client;
export type Db = NodePgDatabase<Record<string, never>> & { $client: Connection };

export interface Database {
  db: Db;
  pool: Pool;
  url: string;
}

/** URLs of one database for its two roles; equal if one role does everything. */
export interface DatabaseRoles {
  /** Role that reads and writes rows; owns no tables and may only select from and insert into the audit log. */
  url: string;
  /** Role that owns the tables. */
  ownerUrl: string;
}

interface PoolOptions {
  /** Maximum number of connections; default 20. */
  max?: number;
  /** Number of connections kept open while idle. */
  min?: number;
  /** Milliseconds after which a statement is given up; default 35,000. */
  queryTimeoutMs?: number;
  onError?: (error: Error) => void;
}

/**
 * Opens a connection pool. `timestamptz` values are returned as Date, `numeric` as text.
 */
export function openDatabase(url: string, options: PoolOptions = {}): Database {
  const pool = new Pool({
    connectionString: url,
    max: options.max ?? 20,
    min: options.min ?? 0,
    application_name: "aleef",
    // Waiting time for a free connection.
    connectionTimeoutMillis: 15_000,
    statement_timeout: 30_000,
    // Client-side timeout, because over a dead connection the server cannot time out a statement.
    query_timeout: options.queryTimeoutMs ?? 35_000,
    idle_in_transaction_session_timeout: 30_000,
  });
  if (isTracing()) pool.on("connect", recordStatementSpans);
  pool.on("error", (error) => options.onError?.(error));
  return { db: createDb(pool), pool, url };
}

const handles = new WeakMap<Connection, Db>();

/** Returns Drizzle for a connection, cached, because it holds column names and prepared queries. */
export function createDb(client: Connection): Db {
  let db = handles.get(client);
  if (!db) {
    db = drizzle(client, { casing: "snake_case" }) as unknown as Db;
    handles.set(client, db);
  }
  return db;
}

interface HasDb {
  db: Db;
}

/** Maximum number of attempts at a transaction that PostgreSQL ends because of a deadlock. */
const maxTries = 4;

/**
 * Runs `work` in a transaction, passing the same context with `db` bound to it; a nested call creates a savepoint.
 * Errors roll back; after a deadlock `work` runs again. It must not call other services (mail, push, files).
 */
export async function withTransaction<W extends HasDb, R>(ctx: W, work: (tx: W) => Promise<R>): Promise<R> {
  const outer = ctx.db.$client;
  if (!(outer instanceof pg.Pool)) return savepoint(ctx, work);
  for (let attempt = 1; ; attempt++)
    try {
      return await tryTransaction(outer, ctx, work);
    } catch (error) {
      if (!isDeadlock(error) || attempt === maxTries) throw error;
      await pause(Math.random() * 50 * attempt);
    }
}

/** Errors of commits whose answer was lost with the connection. */
const uncertainErrors = new WeakSet<object>();

/** Returns whether a transaction failed in a way that leaves open whether it was committed. */
export function isCommitUncertain(error: unknown): boolean {
  return typeof error === "object" && error !== null && uncertainErrors.has(error);
}

async function commit(client: pg.PoolClient): Promise<void> {
  try {
    await client.query("commit");
  } catch (error) {
    if (error instanceof Error && !(error instanceof pg.DatabaseError)) uncertainErrors.add(error);
    throw error;
  }
}

async function tryTransaction<W extends HasDb, R>(pool: pg.Pool, ctx: W, work: (tx: W) => Promise<R>): Promise<R> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query("begin");
    const result = await work({ ...ctx, db: createDb(client) });
    await commit(client);
    return result;
  } catch (error) {
    await client.query("rollback").catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Runs `work` with `db` bound to the role that owns the tables, for schema changes. */
export async function withOwnerRole<W extends HasDb & { ownerUrl: string }, R>(
  ctx: W,
  work: (tx: W) => Promise<R>,
): Promise<R> {
  const { db, pool } = openDatabase(ctx.ownerUrl, { max: 1 });
  try {
    return await work({ ...ctx, db });
  } finally {
    await pool.end();
  }
}

let depth = 0;

async function savepoint<W extends HasDb, R>(ctx: W, work: (tx: W) => Promise<R>): Promise<R> {
  depth = (depth + 1) % 1_000_000;
  const name = `s${depth}`;
  await ctx.db.$client.query(`savepoint ${name}`);
  try {
    const result = await work(ctx);
    await ctx.db.$client.query(`release savepoint ${name}`);
    return result;
  } catch (error) {
    await ctx.db.$client.query(`rollback to savepoint ${name}`);
    throw error;
  }
}

function getDatabaseError(error: unknown): pg.DatabaseError | null {
  const cause = error instanceof Error && error.cause ? error.cause : error;
  return cause instanceof pg.DatabaseError ? cause : null;
}

/** Returns the name of the constraint that was violated; null for other errors. */
export function getViolatedConstraint(error: unknown): string | null {
  const databaseError = getDatabaseError(error);
  return databaseError?.code?.startsWith("23") ? (databaseError.constraint ?? "") : null;
}

/** Returns whether a statement failed because a row that it refers to does not exist. */
export function isReferenceViolation(error: unknown): boolean {
  return getDatabaseError(error)?.code === "23503";
}

const isDeadlock = (error: unknown) => getDatabaseError(error)?.code === "40P01";

/** Returns whether a statement failed because of a lock: `lock_timeout` or a deadlock. */
export function isLockFailure(error: unknown): boolean {
  return isDeadlock(error) || getDatabaseError(error)?.code === "55P03";
}

/**
 * Runs `work` while holding PostgreSQL's advisory lock `key` (see `lockKey`), so that only one process of the app runs it at a time;
 * the others wait without a timeout. The lock is released if the process dies. `directUrl` must bypass any pooler,
 * which would keep the lock.
 */
export async function withAdvisoryLock<R>(directUrl: string, key: string, work: () => Promise<R>): Promise<R> {
  const client = new pg.Client({ connectionString: directUrl, application_name: "aleef-lock" });
  // If the connection is lost, the statements of `work` fail.
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [key]);
    return await work();
  } finally {
    // Closing the connection releases the lock.
    await client.end();
  }
}
