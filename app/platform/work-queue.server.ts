/** Queue that limits how many tasks run concurrently. */
export interface WorkQueue {
  /** Number of waiting calls. */
  waiting(): number;
  /** Runs `work` in call order; calls with `isLast` run after all others. */
  run<T>(work: () => Promise<T>, options?: { isLast?: boolean }): Promise<T>;
}

export function createQueue(maxRunning: number): WorkQueue {
  const queue: (() => void)[] = [];
  const last: (() => void)[] = [];
  let running = 0;
  return {
    waiting: () => queue.length + last.length,
    async run(work, { isLast = false } = {}) {
      if (running < maxRunning) running++;
      else await new Promise<void>((resolve) => (isLast ? last : queue).push(resolve));
      try {
        return await work();
      } finally {
        // The slot is passed on directly, so that no later call can overtake.
        const next = queue.shift() ?? last.shift();
        if (next) next();
        else running--;
      }
    },
  };
}

/** Queue that limits how many tasks run concurrently per key. */
export interface KeyedQueue {
  /**
   * Runs `work` when it is the key's turn. Returns null without running it if too many calls with this key are waiting
   * or `signal` was aborted.
   */
  run<T>(key: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T | null>;
}

export function createKeyedQueue({ maxRunning, maxWaiting }: { maxRunning: number; maxWaiting: number }): KeyedQueue {
  const all = new Map<string, { queue: WorkQueue; users: number }>();
  return {
    async run(key, work, signal) {
      const own = all.get(key) ?? { queue: createQueue(maxRunning), users: 0 };
      if (own.users >= maxRunning + maxWaiting) return null;
      all.set(key, own);
      own.users++;
      try {
        return await own.queue.run(async () => (signal?.aborted ? null : work()));
      } finally {
        own.users--;
        if (own.users === 0) all.delete(key);
      }
    },
  };
}

// Node has four threads for heavy work, which also serve files, DNS and the database handshake. Images use at most
// two and hashes are short, so a thread is always available soon.

/** Slow hashes of passwords and codes. */
export const hashQueue = createQueue(2);
/** Decoding of uploaded images. */
export const decodeQueue = createQueue(1);
/** Rendering of generated images. */
export const renderQueue = createQueue(1);
