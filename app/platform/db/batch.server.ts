interface BatchOptions {
  maxSize?: number;
  /**
   * Milliseconds from the start of a batch to that of the next, unless `enough` calls wait earlier: a few large batches
   * cost less than many small ones. A call long after the last batch is not delayed.
   */
  spacing?: number;
  enough?: number;
}

/**
 * Creates a function that batches concurrent calls: while a batch is running, new calls wait and share the next one.
 * `run` must return results in the order of its items. If a batch of several items fails, each item is run alone.
 * Callers get their result once their batch has finished.
 */
export function createBatcher<Item, Result>(
  run: (items: Item[]) => Promise<Result[]>,
  { maxSize = 200, spacing = 0, enough = 1 }: BatchOptions = {},
) {
  interface Waiting {
    item: Item;
    resolve: (result: Result) => void;
    reject: (error: unknown) => void;
  }
  let waiting: Waiting[] = [];
  let running = false;
  let earliest = 0;
  let onEnough: (() => void) | undefined;

  async function runGroup(group: Waiting[]): Promise<void> {
    try {
      const results = await run(group.map((one) => one.item));
      for (const [index, one] of group.entries()) one.resolve(results[index] as Result);
    } catch (error) {
      if (group.length === 1) group[0]!.reject(error);
      else for (const one of group) await runGroup([one]);
    }
  }

  /** Resolves when the next batch may start. */
  async function untilDue(): Promise<void> {
    const early = earliest - performance.now();
    if (early > 0 && waiting.length < enough)
      await new Promise<void>((next) => {
        const timer = setTimeout(next, early);
        onEnough = () => {
          clearTimeout(timer);
          next();
        };
      });
    onEnough = undefined;
    earliest = performance.now() + spacing;
  }

  async function drain(): Promise<void> {
    running = true;
    // Waits one turn of the event loop, so that requests that arrived together share a batch.
    await new Promise((next) => setImmediate(next));
    while (waiting.length > 0) {
      await untilDue();
      const group = waiting.slice(0, maxSize);
      waiting = waiting.slice(maxSize);
      await runGroup(group);
    }
    running = false;
  }

  return (item: Item) =>
    new Promise<Result>((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!running) void drain();
      else if (waiting.length >= enough) onEnough?.();
    });
}

/** Like `createBatcher`, with one batcher per database of the context; not for use in a transaction. */
export function createContextBatcher<Ctx extends { db: object }, Item, Result>(
  run: (ctx: Ctx, items: Item[]) => Promise<Result[]>,
  options: BatchOptions = {},
): (ctx: Ctx, item: Item) => Promise<Result> {
  const batchers = new WeakMap<object, (item: Item) => Promise<Result>>();
  return (ctx, item) => {
    let batcher = batchers.get(ctx.db);
    if (!batcher) {
      batcher = createBatcher((items: Item[]) => run(ctx, items), options);
      batchers.set(ctx.db, batcher);
    }
    return batcher(item);
  };
}
