/**
 * Creates a function that batches concurrent calls: while a batch is running, new calls wait and share the next one.
 * `run` must return results in the order of its items. If a batch of several items fails, each item is run alone.
 * Callers get their result once their batch has finished.
 */
export function createBatcher<Item, Result>(run: (items: Item[]) => Promise<Result[]>, maxSize = 200) {
  interface Waiting {
    item: Item;
    resolve: (result: Result) => void;
    reject: (error: unknown) => void;
  }
  let waiting: Waiting[] = [];
  let running = false;

  async function runGroup(group: Waiting[]): Promise<void> {
    try {
      const results = await run(group.map((one) => one.item));
      for (const [index, one] of group.entries()) one.resolve(results[index] as Result);
    } catch (error) {
      if (group.length === 1) group[0]!.reject(error);
      else for (const one of group) await runGroup([one]);
    }
  }

  async function drain(): Promise<void> {
    running = true;
    // Waits one turn of the event loop, so that requests that arrived together share a batch.
    await new Promise((next) => setImmediate(next));
    while (waiting.length > 0) {
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
    });
}

/** Like `createBatcher`, with one batcher per database of the context; not for use in a transaction. */
export function createContextBatcher<Ctx extends { db: object }, Item, Result>(
  run: (ctx: Ctx, items: Item[]) => Promise<Result[]>,
): (ctx: Ctx, item: Item) => Promise<Result> {
  const batchers = new WeakMap<object, (item: Item) => Promise<Result>>();
  return (ctx, item) => {
    let batcher = batchers.get(ctx.db);
    if (!batcher) {
      batcher = createBatcher((items: Item[]) => run(ctx, items));
      batchers.set(ctx.db, batcher);
    }
    return batcher(item);
  };
}
