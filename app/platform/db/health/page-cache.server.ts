import { rmSync } from "node:fs";
import path from "node:path";
import { createLocalFile, withFileTransaction } from "./atomic-file.server.ts";

/** Texts by key on the local disk: copies of data that can be read again from the database. */
export interface PageCache {
  find(key: string): string | null;
  /** Writes new and changed copies in one transaction; returns their number. */
  put(copies: ReadonlyMap<string, string>): number;
  remove(keys: readonly string[]): void;
  /** Removes the keys in the range (after, upTo], to the end when `upTo` is null, that are not in `wanted`. */
  removeOthers(wanted: ReadonlyMap<string, string>, range: { after: string; upTo: string | null }): void;
  /** Up to where these copies are known to be true, as it was given to `setSyncPoint`; null for a new file. */
  getSyncPoint(): string | null;
  setSyncPoint(mark: string): void;
  close(): void;
}

// A truncated journal keeps nothing of removed data; a lost last commit is repeated at start.
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

/** Opens the copies in this data folder; starts anew when the file cannot be read. */
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
