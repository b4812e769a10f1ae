import type pg from "pg";
import type { Logger } from "pino";
import { RateLimiterMemory, RateLimiterPostgres, type RateLimiterRes } from "rate-limiter-flexible";
import { Refusal } from "./refusal.server.ts";

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

/** Counts in PostgreSQL, so that all processes count together; while the database is away each counts for itself. */
export function openLimits(pool: pg.Pool, log: Pick<Logger, "warn">): Limits {
  const limiters = new Map<string, RateLimiterPostgres>();
  const limiterOf = (limit: Limit) => {
    let limiter = limiters.get(limit.name);
    if (!limiter) {
      const size = { points: limit.points, duration: limit.span, keyPrefix: limit.name };
      limiter = new RateLimiterPostgres({
        ...size,
        storeClient: pool,
        storeType: "pool",
        tableName: "rate_limits",
        tableCreated: true,
        insuranceLimiter: new RateLimiterMemory(size),
      });
      limiters.set(limit.name, limiter);
    }
    return limiter;
  };
  return {
    async take(limit, key, cost = 1) {
      try {
        if (cost === 0) {
          const now = await limiterOf(limit).get(key);
          if (now && now.remainingPoints <= 0) throw now;
          return;
        }
        await limiterOf(limit).consume(key, cost);
      } catch (error) {
        const wait = (error as RateLimiterRes).msBeforeNext;
        if (wait === undefined) throw error;
        // Without the key, which may be somebody's address.
        log.warn({ limit: limit.name }, "a limit was passed");
        const seconds = Math.max(1, Math.ceil(wait / 1000));
        throw new Refusal("form.tooMany", 429, { params: { count: Math.ceil(seconds / 60), seconds } });
      }
    },
    async giveBack(limit, key) {
      await limiterOf(limit).reward(key);
    },
    async clear(limit, key) {
      await limiterOf(limit).delete(key);
    },
  };
}
