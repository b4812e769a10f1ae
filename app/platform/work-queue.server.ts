/** Lets only so many of a kind be worked on at once. */
export interface Turns {
  /** How many wait for their turn. */
  waiting(): number;
  /** Does `work` when its turn has come: in the order of asking, `isLast` after all who are not. */
  take<T>(work: () => Promise<T>, options?: { isLast?: boolean }): Promise<T>;
}

export function createQueue(atOnce: number): Turns {
  const queue: (() => void)[] = [];
  const last: (() => void)[] = [];
  let running = 0;
  return {
    waiting: () => queue.length + last.length,
    async take(work, { isLast = false } = {}) {
      if (running < atOnce) running++;
      else await new Promise<void>((resolve) => (isLast ? last : queue).push(resolve));
      try {
        return await work();
      } finally {
        // Handed on, so that nobody who comes meanwhile gets in between.
        const next = queue.shift() ?? last.shift();
        if (next) next();
        else running--;
      }
    },
  };
}

/** Turns for each of many, who do not wait for one another. */
export interface KeyedTurns {
  /**
   * Does `work` when the turn of this key has come. Null when too many of this key wait already, or when `signal` says that
   * nobody waits for the outcome any more: then nothing was done.
   */
  take<T>(key: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T | null>;
}

export function createKeyedQueue({ atOnce, mostWaiting }: { atOnce: number; mostWaiting: number }): KeyedTurns {
  const all = new Map<string, { turns: Turns; users: number }>();
  return {
    async take(key, work, signal) {
      const own = all.get(key) ?? { turns: createQueue(atOnce), users: 0 };
      if (own.users >= atOnce + mostWaiting) return null;
      all.set(key, own);
      own.users++;
      try {
        return await own.turns.take(async () => (signal?.aborted ? null : work()));
      } finally {
        own.users--;
        if (own.users === 0) all.delete(key);
      }
    },
  };
}

// Node lends four threads to all that is heavy, and to files, names and the handshake with the database besides, in the
// order in which they are asked for. Pictures take three of them at the most, a hash is done in a moment: so that one
// thread soon comes free for everything else, however many passwords and pictures arrive.

/** Passwords and codes that are hashed slowly on purpose. */
export const hashing = createQueue(2);
/** Pictures that people send. */
export const reading = createQueue(2);
/** Pictures that are made here. */
export const drawing = createQueue(1);
