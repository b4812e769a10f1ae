import { rmSync } from "node:fs";
import path from "node:path";
import { inOneGo, openLocalFile } from "./atomic-file.server.ts";

/** Texts by key on this machine's disk: copies of what the database says, which can be made anew from it at any time. */
export interface LocalCopies {
  find(key: string): string | null;
  /** Writes those that are new or differ, in one transaction, and says how many those were. */
  put(copies: ReadonlyMap<string, string>): number;
  remove(keys: readonly string[]): void;
  /** Removes whatever lies after `after` and not after `upTo` (null: to the end) and is not among `kept`. */
  keepOnly(kept: ReadonlyMap<string, string>, range: { after: string; upTo: string | null }): void;
  close(): void;
}

// A journal that is cut off at each commit keeps nothing of what was removed; a lost last commit is made again at the start.
const setUp =
  "pragma journal_mode = truncate; pragma synchronous = normal; create table if not exists copies (key text primary key, text text not null) without rowid";

function open(dataDir: string) {
  try {
    return openLocalFile(dataDir, "copies.sqlite", setUp);
  } catch {
    for (const end of ["", "-journal"]) rmSync(path.join(dataDir, "standby", `copies.sqlite${end}`), { force: true });
    return openLocalFile(dataDir, "copies.sqlite", setUp);
  }
}

/** Opens the copies of this data folder; a file that cannot be read is begun anew. */
export function openLocalCopies(dataDir: string): LocalCopies {
  const db = open(dataDir);
  const find = db.prepare("select text from copies where key = ?");
  const put = db.prepare("insert into copies values (?, ?) on conflict (key) do update set text = excluded.text");
  const remove = db.prepare("delete from copies where key = ?");
  const between = db.prepare("select key from copies where key > ? and (? is null or key <= ?)");
  const copies: LocalCopies = {
    find: (key) => (find.get(key)?.text as string | undefined) ?? null,
    put(given) {
      const changed = [...given].filter(([key, text]) => copies.find(key) !== text);
      if (changed.length > 0)
        inOneGo(db, () => {
          for (const [key, text] of changed) put.run(key, text);
        });
      return changed.length;
    },
    remove(keys) {
      if (keys.length > 0)
        inOneGo(db, () => {
          for (const key of keys) remove.run(key);
        });
    },
    keepOnly(kept, { after, upTo }) {
      const there = between.all(after, upTo, upTo).map(({ key }) => key as string);
      copies.remove(there.filter((key) => !kept.has(key)));
    },
    close: () => db.close(),
  };
  return copies;
}
