import { setTimeout as pause } from "node:timers/promises";
import { codeKey } from "#app/features/tags/tag-code.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import {
  type KnownCard,
  listChangedKeys,
  type Mark,
  readCopy,
  readMark,
  updateNextTagPages,
  updateTagPages,
} from "./tag-page-cache.server.ts";

/** Carries the key of the tag whose card has changed; the database's own triggers say so. */
export const cardChannel = "aleef_cards";

/** Between two steps of a walk, so that nobody feels it. Milliseconds. */
const breath = 25;

/** How often it is written down up to where the copies are true: a start looks up what changed since. */
const betweenMarks = 10 * 60_000;

/** A copy that nobody could compare for longer is not shown. */
const keptFor = 24 * 3_600_000;

interface Keeping {
  /** Tags that have changed and are not yet copied again: their copies are not shown. */
  changed: Map<string, number>;
  /** Up to where this process has compared since it started: "" nothing, null everything. */
  compared: string | null;
  /** Up to where the copies are true as soon as nothing is left in `changed`. */
  mark: Mark | null;
  /** Since when the copies may lag behind; null while they follow each change. */
  behindSince: Date | null;
}

const keepings = new WeakMap<object, Keeping>();

/**
 * Keeps this machine's copies of all cards true: makes anew what changed since the last life of this process or while the
 * database was out of sight, then one by one what changes. New copies, or those of another database, are all compared
 * first. Gives how to stop.
 */
export function startTagPageCache(ctx: AppContext): () => Promise<void> {
  const { dbHealth } = ctx.fallback;
  const keeping: Keeping = { changed: new Map(), compared: "", mark: null, behindSince: null };
  keepings.set(ctx.pool, keeping);
  let turn = 0;
  let walks = 0;
  let isStopped = false;
  // One thing after the other: a walk never writes over a newer copy.
  let last = Promise.resolve();
  const next = (work: () => Promise<void>) => {
    last = last.then(async () => {
      if (isStopped) return;
      await work().catch((error) => {
        if (!dbHealth.downSince()) ctx.log.warn({ err: error }, "copies of cards could not be made, trying again");
        setTimeout(again, 5_000).unref();
      });
    });
    return last;
  };

  const copyChanged = () =>
    next(async () => {
      if (dbHealth.downSince()) return;
      const due = [...keeping.changed].slice(0, 500);
      if (due.length > 0)
        await updateTagPages(
          ctx,
          due.map(([key]) => key),
        );
      for (const [key, when] of due) if (keeping.changed.get(key) === when) keeping.changed.delete(key);
      if (keeping.changed.size > 0) void copyChanged();
      else if (keeping.mark) {
        ctx.fallback.copies.setMark(JSON.stringify(keeping.mark));
        keeping.mark = null;
      }
    });

  async function catchUp(): Promise<void> {
    const mine = ++walks;
    await next(async () => {
      if (dbHealth.downSince()) return;
      const mark = await readMark(ctx);
      const keys = await listChangedKeys(ctx, mark);
      if (mine !== walks || dbHealth.downSince()) return;
      if (keys === null) {
        void walk(mine, mark);
        return;
      }
      for (const key of keys) keeping.changed.set(key, ++turn);
      Object.assign(keeping, { compared: null, behindSince: null, mark });
    });
    await copyChanged();
  }

  async function walk(mine: number, mark: Mark | null): Promise<void> {
    let at: string | null = "";
    while (at !== null && mine === walks && !isStopped && !dbHealth.downSince()) {
      const after: string = at;
      at = await step(after);
      if (at === after) return;
      if (keeping.compared !== null) keeping.compared = at;
      if (at !== null) await pause(breath);
    }
    if (at !== null || mine !== walks || dbHealth.downSince()) return;
    Object.assign(keeping, { behindSince: null, mark });
    await copyChanged();
  }

  /** The key it came to; the same again when the database did not answer. */
  async function step(after: string): Promise<string | null> {
    let came: string | null = after;
    await next(async () => {
      came = await updateNextTagPages(ctx, after);
    });
    return came;
  }

  function again(): void {
    if (isStopped) return;
    keeping.behindSince ??= new Date();
    void copyChanged();
    void catchUp();
  }
  const forget = ctx.listener.on(cardChannel, (key) => {
    keeping.changed.set(key, ++turn);
    void copyChanged();
  });
  const unlisten = ctx.listener.onReturn(again);
  dbHealth.onDown(() => {
    keeping.behindSince ??= new Date();
  });
  dbHealth.onReturn(again);
  void ctx.listener.opened.then(catchUp);
  const marking = setInterval(() => {
    if (keeping.compared === null && !keeping.behindSince) void catchUp();
  }, betweenMarks).unref();
  return () => {
    isStopped = true;
    clearInterval(marking);
    forget();
    unlisten();
    return last;
  };
}

/** The copy for a code as far as it may be shown: compared by this process, not changed since, and of the last day. */
export function findCard(ctx: AppContext, typed: string): KnownCard | null {
  const key = codeKey(typed);
  const keeping = keepings.get(ctx.pool);
  if (!keeping || keeping.changed.has(key)) return null;
  if (keeping.compared !== null && key > keeping.compared) return null;
  const knownAt = keeping.behindSince ?? ctx.clock.now();
  if (ctx.clock.now().getTime() - knownAt.getTime() > keptFor) return null;
  const card = readCopy(ctx, typed);
  return card && { card, knownAt };
}
