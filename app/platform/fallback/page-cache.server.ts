import { rmSync } from "node:fs";
import path from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { createLocalFile, withFileTransaction } from "./atomic-file.server.ts";

/** Key-value cache on the local disk, for copies of data that can be read again from the database. */
export interface PageCache {
  find(key: string): string | null;
  /** Replaces all copies whose key is in the range (after, upTo] by the given ones; `upTo` null means to the end. */
  replace(copies: ReadonlyMap<string, string>, range: { after: string; upTo: string | null }): void;
  /** Returns when the last complete comparison with the database began; null for a new file. */
  refreshedAt(): Date | null;
  setRefreshedAt(at: Date): void;
  close(): void;
}

const fileName = "tag-pages.sqlite";
// Truncating the journal erases deleted data; a lost last commit is repeated by the next comparison.
const setUp =
  "pragma journal_mode = truncate; pragma synchronous = normal; create table if not exists copies (key text primary key, text text not null) without rowid; create table if not exists refreshed (id integer primary key check (id = 1), at integer not null)";

function prepare(db: DatabaseSync): PageCache {
  const find = db.prepare("select text from copies where key = ?");
  const put = db.prepare(
    "insert into copies values (?, ?) on conflict (key) do update set text = excluded.text where text <> excluded.text",
  );
  const remove = db.prepare("delete from copies where key = ?");
  const listKeys = db.prepare("select key from copies where key > ? and (? is null or key <= ?)");
  const refreshedAt = db.prepare("select at from refreshed");
  const setRefreshedAt = db.prepare(
    "insert into refreshed values (1, ?) on conflict (id) do update set at = excluded.at",
  );
  return {
    find: (key) => (find.get(key)?.text as string | undefined) ?? null,
    replace(copies, { after, upTo }) {
      const outdated = listKeys.all(after, upTo, upTo).filter(({ key }) => !copies.has(key as string));
      withFileTransaction(db, () => {
        for (const { key } of outdated) remove.run(key as string);
        for (const [key, text] of copies) put.run(key, text);
      });
    },
    refreshedAt() {
      const at = refreshedAt.get()?.at as number | undefined;
      return at === undefined ? null : new Date(at);
    },
    setRefreshedAt: (at) => void setRefreshedAt.run(at.getTime()),
    close: () => db.close(),
  };
}

/** Opens the cache in this data folder; recreates it if the file cannot be read or is of another shape. */
export function createPageCache(dataDir: string): PageCache {
  const open = () => prepare(createLocalFile(dataDir, fileName, setUp));
  try {
    return open();
  } catch {
    for (const end of ["", "-journal"])
      rmSync(path.join(dataDir, "offline-fallback", `${fileName}${end}`), { force: true });
    return open();
  }
}

/** Returns whether an earlier process left copies in this data folder. */
export function hasPageCopies(dataDir: string): boolean {
  const cache = createPageCache(dataDir);
  const has = cache.refreshedAt() !== null;
  cache.close();
  return has;
}
