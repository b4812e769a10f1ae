import { performance } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { getKindOfPath, pageRefusals, pagesWaiting } from "../../metrics/metrics.server.ts";
import { createKeyedQueue } from "../../work-queue.server.ts";
import { type CookieContext, readSessionToken } from "../session-cookie.server.ts";

/** Event loop utilization at or above which the processor counts as full. */
const fullShare = 0.9;
/** Milliseconds over which utilization is measured. */
const spanMs = 500;

/**
 * Returns a function that tells whether this process used up its share of the processor during the last half second.
 */
export function createProcessorMonitor(): () => boolean {
  let last = performance.eventLoopUtilization();
  let measuredAt = performance.now();
  let isFull = false;
  return () => {
    const now = performance.now();
    if (now - measuredAt < spanMs) return isFull;
    const current = performance.eventLoopUtilization();
    isFull = performance.eventLoopUtilization(current, last).utilization >= fullShare;
    last = current;
    measuredAt = now;
    return isFull;
  };
}

interface Options {
  isFull: () => boolean;
  /** Whether a request is a signed-in user's. */
  isMember: (request: Request) => boolean;
  /** Number of pages rendered concurrently while the processor is full. */
  maxRunning?: number;
  /** Maximum number of waiting pages. */
  maxWaiting?: number;
  /** Maximum waiting time in milliseconds. */
  maxWaitMs?: number;
}

/** Queue that makes pages wait while the processor is full, so that finders do not have to. */
export interface PageQueue {
  /**
   * Runs `work`: immediately for finders, forms and anything that is no page, or while there is capacity; otherwise
   * when it is the page's turn, with pages of signed-in users first. Returns null without running it if too many pages
   * are waiting or it waited too long.
   */
  run(request: Request, work: () => Promise<Response>): Promise<Response | null>;
}

export function createPageQueue({
  isFull,
  isMember,
  maxRunning = 4,
  maxWaiting = 200,
  maxWaitMs = 15_000,
}: Options): PageQueue {
  const queues = { members: new Set<() => void>(), visitors: new Set<() => void>() };
  let running = 0;
  const waiting = () => queues.members.size + queues.visitors.size;

  function admitNext(): void {
    const queue = queues.members.size > 0 ? queues.members : queues.visitors;
    const [next] = queue;
    if (!next) return;
    queue.delete(next);
    running++;
    next();
  }

  async function waitForTurn(queue: Set<() => void>): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<void>();
    queue.add(resolve);
    pagesWaiting.set(waiting());
    const giveUp = new AbortController();
    const isLate = pause(maxWaitMs, true, { signal: giveUp.signal, ref: false }).catch(() => false);
    await Promise.race([promise, isLate]);
    giveUp.abort();
    const isAdmitted = !queue.delete(resolve);
    pagesWaiting.set(waiting());
    return isAdmitted;
  }

  return {
    async run(request, work) {
      if (!isPage(request)) return work();
      if (running < maxRunning || !isFull()) running++;
      else {
        const queue = isMember(request) ? queues.members : queues.visitors;
        if (waiting() >= maxWaiting || !(await waitForTurn(queue))) {
          pageRefusals.inc();
          return null;
        }
      }
      try {
        return await work();
      } finally {
        running--;
        // Admits one page for the finished one, and one more if there is capacity again, so that not all start at the
        // same time.
        if (running < maxRunning || !isFull()) admitNext();
        if (!isFull()) admitNext();
      }
    },
  };
}

/** Form submissions never wait: what users wrote matters more than what they read. */
function isPage({ method, url }: Request): boolean {
  return method === "GET" && ["page", "data"].includes(getKindOfPath(new URL(url).pathname));
}

/** Concurrent requests of one account, and how many more may wait: enough for a page with images and several tabs. */
const queueSize = { maxRunning: 4, maxWaiting: 40 };
/** Maximum number of sessions whose account is cached. */
const maxKnown = 10_000;

/** Queue for the requests of one account, in front of the database connections. */
interface AccountQueue {
  /**
   * Runs `work` when it is the account's turn; `accountOf` returns the account once the session is verified. Requests
   * without a signed session cookie do not wait. Returns null if too many requests of this account are waiting.
   */
  run(request: Request, work: () => Promise<Response>, accountOf: () => string | undefined): Promise<Response | null>;
}

export function createAccountQueue(ctx: CookieContext): AccountQueue {
  const queues = createKeyedQueue(queueSize);
  /** Account of each session, so that several sessions share a queue. */
  const accounts = new Map<string, string>();
  return {
    run(request, work, accountOf) {
      const token = readSessionToken(ctx, request.headers);
      if (!token) return work();
      const runAndRecord = async () => {
        const answer = await work();
        const account = accountOf();
        accounts.delete(token);
        if (account) accounts.set(token, account);
        if (accounts.size > maxKnown) accounts.delete(accounts.keys().next().value as string);
        return answer;
      };
      return queues.run(accounts.get(token) ?? token, runAndRecord, request.signal);
    },
  };
}
