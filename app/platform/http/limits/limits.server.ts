import type pg from "pg";
import type { Logger } from "pino";
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  type RateLimiterRes,
} from "rate-limiter-flexible";
import { isUnreachable } from "../../db/health/db-health.server.ts";
import { AppError } from "../app-error.server.ts";

export interface Limit {
  name: string;
  /** How many within the span. */
  points: number;
  /** Seconds. */
  span: number;
}

export interface Limits {
  /** Counts one more; refuses with 429 when the limit is passed. `cost` 0 only asks. */
  take(limit: Limit, key: string, cost?: number): Promise<void>;
  /** Takes one back that turned out not to count. */
  giveBack(limit: Limit, key: string): Promise<void>;
  /** Forgets what was counted, e.g. after a right password. */
  clear(limit: Limit, key: string): Promise<void>;
}

/**
 * Counts in PostgreSQL, so that all processes count together; while the database is away each counts for itself. One that
 * is only slow, or has too much to do, is no reason to begin a count anew.
 */
export function createLimits(pool: pg.Pool, log: Pick<Logger, "warn">): Limits {
  const limiters = new Map<string, { shared: RateLimiterPostgres; own: RateLimiterMemory }>();
  // Without the names that the library gives its statements: a pooler in transaction mode knows no prepared ones.
  const client = { query: ({ text, values }: { text: string; values: unknown[] }) => pool.query(text, values) };
  const limitersOf = (limit: Limit) => {
    let both = limiters.get(limit.name);
    if (!both) {
      const size = { points: limit.points, duration: limit.span, keyPrefix: limit.name };
      const store = { storeClient: client, storeType: "client", tableName: "rate_limits", tableCreated: true };
      both = { shared: new RateLimiterPostgres({ ...size, ...store }), own: new RateLimiterMemory(size) };
      limiters.set(limit.name, both);
    }
    return both;
  };
  /** Asks the shared count, or this process's own while the database is away. */
  async function count<R>(limit: Limit, ask: (limiter: RateLimiterAbstract) => Promise<R>): Promise<R> {
    const { shared, own } = limitersOf(limit);
    try {
      return await ask(shared);
    } catch (error) {
      if (!isUnreachable(error)) throw error;
      return ask(own);
    }
  }
  return {
    async take(limit, key, cost = 1) {
      try {
        if (cost === 0) {
          const now = await count(limit, (limiter) => limiter.get(key));
          if (now && now.remainingPoints <= 0) throw now;
          return;
        }
        await count(limit, (limiter) => limiter.consume(key, cost));
      } catch (error) {
        const wait = (error as RateLimiterRes).msBeforeNext;
        if (wait === undefined) throw error;
        // Without the key, which may be somebody's address.
        log.warn({ limit: limit.name }, "a limit was passed");
        const seconds = Math.max(1, Math.ceil(wait / 1000));
        throw new AppError("errors.tooMany", 429, { params: { count: Math.ceil(seconds / 60), seconds } });
      }
    },
    async giveBack(limit, key) {
      await count(limit, (limiter) => limiter.reward(key));
    },
    async clear(limit, key) {
      await count(limit, (limiter) => limiter.delete(key));
    },
  };
}
