import { performance } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { getKindOfPath, pageRefusals, pagesWaiting } from "../../metrics/metrics.server.ts";
import { readSessionToken } from "./account-queue.server.ts";

/** Share of the time for which the event loop had work, from which on the processor counts as full. */
const full = 0.9;
/** Milliseconds over which that share is judged. */
const span = 500;

/** Returns a function that says whether this process' share of the processor was used up during the last half second. */
export function createProcessorMonitor(): () => boolean {
  let last = performance.eventLoopUtilization();
  let judgedAt = performance.now();
  let isFull = false;
  return () => {
    const now = performance.now();
    if (now - judgedAt < span) return isFull;
    const current = performance.eventLoopUtilization();
    isFull = performance.eventLoopUtilization(current, last).utilization >= full;
    last = current;
    judgedAt = now;
    return isFull;
  };
}

interface Options {
  isFull: () => boolean;
  /** Pages that are made at once while the processor is full. */
  atOnce?: number;
  /** Pages that wait for their turn at most. */
  most?: number;
  /** Milliseconds after which nobody waits any longer. */
  longest?: number;
}

/** Makes pages wait for finders while the processor is full. */
export interface PageQueue {
  /**
   * Runs `work`: at once for finders, forms and everything that is no page, or while there is room; else when it is the
   * page's turn, pages of who is signed in first. Returns null, without running it, when too many wait or it took too long.
   */
  take(request: Request, work: () => Promise<Response>): Promise<Response | null>;
}

export function createPageQueue({ isFull, atOnce = 4, most = 200, longest = 15_000 }: Options): PageQueue {
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
    const isLate = pause(longest, true, { signal: giveUp.signal, ref: false }).catch(() => false);
    await Promise.race([promise, isLate]);
    giveUp.abort();
    const isAdmitted = !queue.delete(resolve);
    pagesWaiting.set(waiting());
    return isAdmitted;
  }

  return {
    async take(request, work) {
      if (!isPage(request)) return work();
      if (running < atOnce || !isFull()) running++;
      else {
        const queue = readSessionToken(request.headers) ? queues.members : queues.visitors;
        if (waiting() >= most || !(await waitForTurn(queue))) {
          pageRefusals.inc();
          return null;
        }
      }
      try {
        return await work();
      } finally {
        running--;
        // One for the one that ended; one more while there is room again, so that all do not come at once.
        if (running < atOnce || !isFull()) admitNext();
        if (!isFull()) admitNext();
      }
    },
  };
}

/** A form is never made to wait: what somebody wrote is worth more than what somebody reads. */
function isPage({ method, url }: Request): boolean {
  return method === "GET" && ["page", "data"].includes(getKindOfPath(new URL(url).pathname));
}
