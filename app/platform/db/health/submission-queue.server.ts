import { groupCalls } from "../batch.server.ts";
import { inOneGo, openLocalFile } from "./atomic-file.server.ts";

/** What somebody gave while the database was away. */
export interface Dropped {
  /** Of its own, so that it is carried out once however often it is tried. */
  id: string;
  kind: string;
  /** The network it came from, for the limit. */
  network: string;
  at: Date;
  /** As JSON. */
  body: unknown;
}

export type Outcome = "kept" | "tooMany" | "full";

/** Things that wait on this machine's disk until the database can have them. */
export interface SubmissionQueue {
  /**
   * Keeps it: once this says so it is on the disk, whatever becomes of the process. It takes 60 of a kind from one network
   * within ten minutes and 20,000 in all; `isSpare` things leave half of that room to others.
   */
  keep(thing: Dropped, options?: { isSpare?: boolean }): Promise<Outcome>;
  /** What waits, the oldest first, after the one at `place`. */
  waiting(place: number, most: number): (Dropped & { place: number; tries: number })[];
  find(id: string): Dropped | null;
  /** It reached the database, or never will. */
  done(id: string): void;
  /** It could not be carried out this time. */
  triedInVain(id: string): void;
  close(): void;
}

const room = 20_000;
const mostOfNetwork = 60;
const span = 600_000;

const setUp = `pragma journal_mode = wal; pragma synchronous = full;
  create table if not exists dropped (place integer primary key autoincrement, id text not null unique, kind text not null,
    network text not null, at integer not null, body text not null, tries integer not null default 0);
  create index if not exists dropped_by_network on dropped (network, kind, at)`;

type Row = Record<"id" | "kind" | "network" | "body", string> & Record<"place" | "at" | "tries", number>;

const read = ({ at, body, ...row }: Row) => ({ ...row, at: new Date(at), body: JSON.parse(body) as unknown });

/** Opens the box of this data folder. What several give at the same moment shares one write. */
export function createSubmissionQueue(dataDir: string): SubmissionQueue {
  const db = openLocalFile(dataDir, "dropped.sqlite", setUp);
  const count = db.prepare("select count(*) as n from dropped");
  const ofNetwork = db.prepare("select count(*) as n from dropped where network = ? and kind = ? and at > ?");
  const insert = db.prepare("insert into dropped (id, kind, network, at, body) values (?, ?, ?, ?, ?)");
  const after = db.prepare("select * from dropped where place > ? order by place limit ?");
  const byId = db.prepare("select * from dropped where id = ?");
  const remove = db.prepare("delete from dropped where id = ?");
  const tried = db.prepare("update dropped set tries = tries + 1 where id = ?");

  const keep = groupCalls(async (things: (Dropped & { most: number })[]) => {
    const results: Outcome[] = [];
    inOneGo(db, () => {
      let held = count.get()?.n as number;
      for (const { id, kind, network, at, body, most } of things) {
        const known = ofNetwork.get(network, kind, at.getTime() - span)?.n as number;
        if (known >= mostOfNetwork) results.push("tooMany");
        else if (held >= most) results.push("full");
        else {
          insert.run(id, kind, network, at.getTime(), JSON.stringify(body));
          results.push("kept");
          held++;
        }
      }
    });
    return results;
  });

  return {
    // A disk that takes nothing more is a full box.
    keep: (thing, { isSpare = false } = {}) =>
      keep({ ...thing, most: isSpare ? room / 2 : room }).catch((): Outcome => "full"),
    waiting: (place, most) => (after.all(place, most) as unknown as Row[]).map(read),
    find(id) {
      const row = byId.get(id) as unknown as Row | undefined;
      return row ? read(row) : null;
    },
    done(id) {
      remove.run(id);
      // The log of an empty box still holds what lay in it.
      if (count.get()?.n === 0) db.exec("pragma wal_checkpoint(truncate)");
    },
    triedInVain: (id) => void tried.run(id),
    close: () => db.close(),
  };
}
