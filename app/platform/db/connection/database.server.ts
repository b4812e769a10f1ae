import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";
import { WatchedPool } from "./pool-monitor.server.ts";

type Connection = pg.Pool | pg.PoolClient | pg.Client;
export type Db = NodePgDatabase<Record<string, never>> & { $client: Connection };

export interface Database {
  db: Db;
  pool: WatchedPool;
  url: string;
}

/** Addresses of one database; both are the same where one role does everything. */
export interface DatabaseRoles {
  /** Its role reads and writes rows; it owns no table, and of the audit log it may only read and add lines. */
  url: string;
  /** Its role owns the tables. */
  ownerUrl: string;
}

interface PoolOptions {
  /** Connections at the most; 20 when it is not said. */
  max?: number;
  /** How many stay open while nobody needs them. */
  min?: number;
  onError?: (error: Error) => void;
}

/** Opens a pool of connections. Dates come back as Date; `numeric` as text. */
export function openDatabase(url: string, options: PoolOptions = {}): Database {
  const pool = new WatchedPool({
    connectionString: url,
    max: options.max ?? 20,
    min: options.min ?? 0,
    application_name: "aleef",
    // So long one may queue for a connection; that nobody answers at all is found out far sooner.
    connectionTimeoutMillis: 15_000,
    statement_timeout: 30_000,
    // Over a connection that was lost without a word the server cannot keep that promise; then it is given up here.
    query_timeout: 35_000,
    idle_in_transaction_session_timeout: 30_000,
  });
  pool.on("error", (error) => options.onError?.(error));
  return { db: over(pool), pool, url };
}

/** The builder of statements over a connection. */
export function over(client: Connection): Db {
  return drizzle(client, { casing: "snake_case" }) as unknown as Db;
}

interface HasDb {
  db: Db;
}

/**
 * Runs `work` in one transaction: it receives the same context with `db` bound to that transaction, so a command calls
 * another command without knowing whether it stands inside one. A throw (a AppError included) rolls back. Inside a
 * transaction it becomes a savepoint. No call to the outside (mail, push, files) belongs in `work`.
 */
export async function transaction<W extends HasDb, R>(ctx: W, work: (tx: W) => Promise<R>): Promise<R> {
  const outer = ctx.db.$client;
  if (!(outer instanceof pg.Pool)) return savepoint(ctx, work);
  const client = await outer.connect();
  let broken: Error | undefined;
  try {
    await client.query("begin");
    const result = await work({ ...ctx, db: over(client) });
    await client.query("commit");
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

/**
 * Runs `work` in the same context with `db` bound to the role that owns the tables, for what changes tables and not rows:
 * the app's own role may not.
 */
export async function asOwner<W extends HasDb & { ownerUrl: string }, R>(
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

function faultOf(error: unknown): pg.DatabaseError | null {
  const cause = error instanceof Error && error.cause ? error.cause : error;
  return cause instanceof pg.DatabaseError ? cause : null;
}

/** The constraint that PostgreSQL says was violated, or null when the error is another one. */
export function violatedConstraint(error: unknown): string | null {
  const fault = faultOf(error);
  return fault?.code?.startsWith("23") ? (fault.constraint ?? "") : null;
}

/** Whether PostgreSQL gave up because others held what was needed: `lock_timeout` passed, or each waited for the other. */
export function wasHeldUp(error: unknown): boolean {
  return ["55P03", "40P01"].includes(faultOf(error)?.code ?? "");
}
