import { rmSync } from "node:fs";
import path from "node:path";
import { createLocalFile, withFileTransaction } from "./atomic-file.server.ts";

/** Key-value cache on the local disk, for copies of data that can be read again from the database. */
export interface PageCache {
  find(key: string): string | null;
  /** Writes new and changed copies in one transaction; returns their number. */
  put(copies: ReadonlyMap<string, string>): number;
  remove(keys: readonly string[]): void;
  /** Deletes keys in the range (after, upTo] that are not in `wanted`; `upTo` null means to the end. */
  removeOthers(wanted: ReadonlyMap<string, string>, range: { after: string; upTo: string | null }): void;
  /**
   * Returns the point up to which the copies are known to be current, as passed to `setSyncPoint`; null for a new file.
   */
  getSyncPoint(): string | null;
  setSyncPoint(mark: string): void;
  close(): void;
}

// Truncating the journal erases deleted data; a lost last commit is repeated at startup.
const setUp =
  "pragma journal_mode = truncate; pragma synchronous = normal; create table if not exists copies (key text primary key, text text not null) without rowid; create table if not exists marks (id integer primary key check (id = 1), mark text not null)";

function open(dataDir: string) {
  try {
    return createLocalFile(dataDir, "tag-pages.sqlite", setUp);
  } catch {
    for (const end of ["", "-journal"])
      rmSync(path.join(dataDir, "offline-fallback", `tag-pages.sqlite${end}`), { force: true });
    return createLocalFile(dataDir, "tag-pages.sqlite", setUp);
  }
}

/** Opens the cache in this data folder; recreates it if the file cannot be read. */
export function createPageCache(dataDir: string): PageCache {
  const db = open(dataDir);
  const find = db.prepare("select text from copies where key = ?");
  const put = db.prepare("insert into copies values (?, ?) on conflict (key) do update set text = excluded.text");
  const remove = db.prepare("delete from copies where key = ?");
  const between = db.prepare("select key from copies where key > ? and (? is null or key <= ?)");
  const getSyncPoint = db.prepare("select mark from marks");
  const setSyncPoint = db.prepare(
    "insert into marks values (1, ?) on conflict (id) do update set mark = excluded.mark",
  );
  const cache: PageCache = {
    find: (key) => (find.get(key)?.text as string | undefined) ?? null,
    put(given) {
      const changed = [...given].filter(([key, text]) => cache.find(key) !== text);
      if (changed.length > 0)
        withFileTransaction(db, () => {
          for (const [key, text] of changed) put.run(key, text);
        });
      return changed.length;
    },
    remove(keys) {
      if (keys.length > 0)
        withFileTransaction(db, () => {
          for (const key of keys) remove.run(key);
        });
    },
    removeOthers(wanted, { after, upTo }) {
      const there = between.all(after, upTo, upTo).map(({ key }) => key as string);
      cache.remove(there.filter((key) => !wanted.has(key)));
    },
    getSyncPoint: () => (getSyncPoint.get()?.mark as string | undefined) ?? null,
    setSyncPoint: (mark) => void setSyncPoint.run(mark),
    close: () => db.close(),
  };
  return cache;
}
