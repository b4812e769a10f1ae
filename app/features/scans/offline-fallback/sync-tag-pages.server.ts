import { setTimeout as pause } from "node:timers/promises";
import { codeKey } from "#app/features/tags/tag-code.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { dayMs, minuteMs } from "#app/platform/durations.rules.ts";
import {
  type KnownTag,
  listChangedKeys,
  readCachedTag,
  readSyncPoint,
  type SyncPoint,
  updateNextTagPages,
  updateTagPages,
} from "./tag-page-cache.server.ts";

/** NOTIFY channel on which database triggers send the keys of changed tags. */
export const tagPageChannel = "aleef_cards";

/** Milliseconds between two steps of a full comparison, so that it does not slow down requests. */
const stepPause = 25;

/** Interval for storing the sync point, in milliseconds. The next start looks up the changes since then. */
const syncInterval = 10 * minuteMs;

/** Maximum time since the last comparison for a copy to be shown, in milliseconds. */
const maxAge = dayMs;

interface SyncState {
  /** Changed tags that were not copied again yet; their copies are not shown. */
  changed: Map<string, number>;
  /** Key up to which this process has compared since it started: "" for nothing, null for everything. */
  compared: string | null;
  /** Sync point that becomes valid once `changed` is empty. */
  syncPoint: SyncPoint | null;
  /** Since when the copies may be outdated; null while every change is followed. */
  behindSince: Date | null;
}

const syncStates = new WeakMap<object, SyncState>();

/**
 * Keeps this machine's copies of tag pages up to date: first updates what changed while the process was stopped or the
 * database was unavailable, then each change as it happens. A new cache, or one of another database, is compared
 * completely first. Returns a function that stops it.
 */
export function startTagPageCache(ctx: AppContext): () => Promise<void> {
  const { dbHealth } = ctx.fallback;
  const syncState: SyncState = { changed: new Map(), compared: "", syncPoint: null, behindSince: null };
  syncStates.set(ctx.pool, syncState);
  let change = 0;
  let lastWalkId = 0;
  let isStopped = false;
  // Runs tasks one after another, so that a full comparison never overwrites a newer copy.
  let last = Promise.resolve();
  const enqueue = (work: () => Promise<void>) => {
    last = last.then(async () => {
      if (isStopped) return;
      await work().catch((error) => {
        if (!dbHealth.downSince())
          ctx.log.warn({ err: error }, "cached tag pages could not be updated, will be retried");
        setTimeout(resync, 5_000).unref();
      });
    });
    return last;
  };

  const updateChanged = () =>
    enqueue(async () => {
      if (dbHealth.downSince()) return;
      const due = [...syncState.changed].slice(0, 500);
      if (due.length > 0)
        await updateTagPages(
          ctx,
          due.map(([key]) => key),
        );
      for (const [key, when] of due) if (syncState.changed.get(key) === when) syncState.changed.delete(key);
      if (syncState.changed.size > 0) void updateChanged();
      else if (syncState.syncPoint) {
        ctx.fallback.pageCache.setSyncPoint(JSON.stringify(syncState.syncPoint));
        syncState.syncPoint = null;
      }
    });

  async function catchUp(): Promise<void> {
    const walkId = ++lastWalkId;
    await enqueue(async () => {
      if (dbHealth.downSince()) return;
      const syncPoint = await readSyncPoint(ctx);
      const keys = await listChangedKeys(ctx, syncPoint);
      if (walkId !== lastWalkId || dbHealth.downSince()) return;
      if (keys === null) {
        void compareAll(walkId, syncPoint);
        return;
      }
      for (const key of keys) syncState.changed.set(key, ++change);
      Object.assign(syncState, { compared: null, behindSince: null, syncPoint });
    });
    await updateChanged();
  }

  async function compareAll(walkId: number, syncPoint: SyncPoint | null): Promise<void> {
    let at: string | null = "";
    while (at !== null && walkId === lastWalkId && !isStopped && !dbHealth.downSince()) {
      const after: string = at;
      at = await step(after);
      if (at === after) return;
      if (syncState.compared !== null) syncState.compared = at;
      if (at !== null) await pause(stepPause);
    }
    if (at !== null || walkId !== lastWalkId || dbHealth.downSince()) return;
    Object.assign(syncState, { behindSince: null, syncPoint });
    await updateChanged();
  }

  /** Returns the key it reached; the same key if the database did not respond. */
  async function step(after: string): Promise<string | null> {
    let reachedKey: string | null = after;
    await enqueue(async () => {
      reachedKey = await updateNextTagPages(ctx, after);
    });
    return reachedKey;
  }

  function resync(): void {
    if (isStopped) return;
    syncState.behindSince ??= new Date();
    void updateChanged();
    void catchUp();
  }
  const stopListening = ctx.listener.on(tagPageChannel, (key) => {
    syncState.changed.set(key, ++change);
    void updateChanged();
  });
  const stopReconnecting = ctx.listener.onReturn(resync);
  dbHealth.onDown(() => {
    syncState.behindSince ??= new Date();
  });
  dbHealth.onReturn(resync);
  void ctx.listener.opened.then(catchUp);
  const timer = setInterval(() => {
    if (syncState.compared === null && !syncState.behindSince) void catchUp();
  }, syncInterval).unref();
  return () => {
    isStopped = true;
    clearInterval(timer);
    stopListening();
    stopReconnecting();
    return last;
  };
}

/**
 * Returns the copy for a code if it may be shown: compared by this process, not changed since, and at most a day old.
 */
export function findCachedTag(ctx: AppContext, typed: string): KnownTag | null {
  const key = codeKey(typed);
  const syncState = syncStates.get(ctx.pool);
  if (!syncState || syncState.changed.has(key)) return null;
  if (syncState.compared !== null && key > syncState.compared) return null;
  const knownAt = syncState.behindSince ?? ctx.clock.now();
  if (ctx.clock.now().getTime() - knownAt.getTime() > maxAge) return null;
  const card = readCachedTag(ctx, typed);
  return card && { card, knownAt };
}
