/** Lets only so many of a kind be worked on at once. */
export interface Turns {
  /** How many wait for their turn. */
  waiting(): number;
  /** Does `work` when its turn has come; the turns are taken in the order in which they were asked for. */
  take<T>(work: () => Promise<T>): Promise<T>;
}

export function openTurns(atOnce: number): Turns {
  const queue: (() => void)[] = [];
  let running = 0;
  return {
    waiting: () => queue.length,
    async take(work) {
      if (running < atOnce) running++;
      else await new Promise<void>((resolve) => queue.push(resolve));
      try {
        return await work();
      } finally {
        // Handed on, so that nobody who comes meanwhile gets in between.
        const next = queue.shift();
        if (next) next();
        else running--;
      }
    },
  };
}

// Node lends four threads to all that is heavy, and to files, names and the handshake with the database besides, in the
// order in which they are asked for. Pictures take three of them at the most, a hash is done in a moment: so that one
// thread soon comes free for everything else, however many passwords and pictures arrive.

/** Passwords and codes that are hashed slowly on purpose. */
export const hashing = openTurns(2);
/** Pictures that people send. */
export const reading = openTurns(2);
/** Pictures that are made here. */
export const drawing = openTurns(1);
