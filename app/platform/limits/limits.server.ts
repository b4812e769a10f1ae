import { createHash } from "node:crypto";
import type pg from "pg";
import type { Logger } from "pino";
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  type RateLimiterRes,
} from "rate-limiter-flexible";
import { AppError } from "../app-error.server.ts";
import { isUnreachable } from "../db/connection/outage-errors.server.ts";
import { limitRefusals } from "../metrics/metrics.server.ts";
import { runSecondaryStep } from "../secondary-step.server.ts";

export interface Limit {
  name: string;
  /** Number of calls allowed per span. */
  points: number;
  /** Length of the span in seconds. */
  span: number;
  /** Whether users behind one shared address use up the limit together; it is then multiplied by `NETWORK_LIMITS`. */
  isPerNetwork?: boolean;
}

/** Seconds up to which the waiting time is given in minutes, beyond in hours. */
const longestInMinutes = 90 * 60;

/** Maximum length of a key as it is; the column takes 255 characters with the limit's name. */
const maxKeyLength = 150;

/** Returns the key to store: visitors choose some of them, such as what stands in a link, in any length. */
function storedKey(key: string): string {
  return key.length <= maxKeyLength ? key : `long ${createHash("sha256").update(key).digest("base64url")}`;
}

export interface Limits {
  /** Counts one call; throws 429 if the limit is exceeded. A `cost` of 0 only checks. */
  take(limit: Limit, key: string, cost?: number): Promise<void>;
  /** Takes back a call that should not count. Never throws: what it belongs to has been decided. */
  giveBack(limit: Limit, key: string): Promise<void>;
  /** Resets the count, for example after a correct password. Never throws. */
  clear(limit: Limit, key: string): Promise<void>;
}

/**
 * Counts one call and returns whether it is within the limit; for what is left out silently beyond it, such as an
 * e-mail.
 */
export async function isWithinLimit(limits: Limits, limit: Limit, key: string): Promise<boolean> {
  try {
    await limits.take(limit, key);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

/**
 * Creates rate limits that are counted in PostgreSQL for all processes. While the database is unreachable (not merely
 * slow), each process counts for itself. `networkFactor` multiplies limits per network.
 */
export function createLimits(pool: pg.Pool, log: Pick<Logger, "warn" | "error">, networkFactor = 1): Limits {
  const limiters = new Map<string, { shared: RateLimiterPostgres; own: RateLimiterMemory }>();
  // Without statement names, because a pooler in transaction mode does not support prepared statements.
  const client = { query: ({ text, values }: { text: string; values: unknown[] }) => pool.query(text, values) };
  const limitersOf = (limit: Limit) => {
    let both = limiters.get(limit.name);
    const points = limit.isPerNetwork ? limit.points * networkFactor : limit.points;
    if (!both) {
      const size = { points, duration: limit.span, keyPrefix: limit.name };
      const store = { storeClient: client, storeType: "client", tableName: "rate_limits", tableCreated: true };
      both = { shared: new RateLimiterPostgres({ ...size, ...store }), own: new RateLimiterMemory(size) };
      limiters.set(limit.name, both);
    }
    // Administrators can change the number of some limits.
    both.shared.points = both.own.points = points;
    return both;
  };
  /** Uses the shared count, or this process's own count while the database is unreachable. */
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
          const now = await count(limit, (limiter) => limiter.get(storedKey(key)));
          if (now && now.remainingPoints <= 0) throw now;
          return;
        }
        await count(limit, (limiter) => limiter.consume(storedKey(key), cost));
      } catch (error) {
        const wait = (error as RateLimiterRes).msBeforeNext;
        if (wait === undefined) throw error;
        // Without the key, which may be an e-mail address.
        log.warn({ limit: limit.name }, "rate limit exceeded");
        limitRefusals.inc({ limit: limit.name });
        const seconds = Math.max(1, Math.ceil(wait / 1000));
        throw seconds > longestInMinutes
          ? new AppError("errors.tooManyHours", 429, { params: { count: Math.ceil(seconds / 3600), seconds } })
          : new AppError("errors.tooMany", 429, { params: { count: Math.ceil(seconds / 60), seconds } });
      }
    },
    async giveBack(limit, key) {
      const reward = () => count(limit, (limiter) => limiter.reward(storedKey(key)));
      await runSecondaryStep<unknown>(log, "give back to a limit", reward, null);
    },
    async clear(limit, key) {
      const reset = () => count(limit, (limiter) => limiter.delete(storedKey(key)));
      await runSecondaryStep<unknown>(log, "reset a limit", reset, null);
    },
  };
}
