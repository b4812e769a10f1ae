import { createBatcher } from "../db/batch.server.ts";
import { createLocalFile, withFileTransaction } from "./atomic-file.server.ts";

/** A submission that arrived while the database was unavailable. */
export interface StoredSubmission {
  /** Unique, so that the submission is processed once, however often it is retried. */
  id: string;
  kind: string;
  /** Network of the sender and subject of the submission, for rate limiting. */
  network: string;
  at: Date;
  /** Content, as JSON. */
  body: unknown;
}

/** `noDisk`: could not be written. */
export type Outcome = "stored" | "tooMany" | "full" | "noDisk";

/** Queue on the local disk for submissions that wait for the database. */
export interface SubmissionQueue {
  /**
   * Stores a submission; it is on disk when this resolves. Limited to 60 of one kind per network and subject within ten
   * minutes, and 20,000 in total, of which `isLowPriority` ones may use half.
   */
  add(submission: StoredSubmission, options?: { isLowPriority?: boolean }): Promise<Outcome>;
  /** Returns waiting submissions after `place`, oldest first. */
  waiting(place: number, max: number): (StoredSubmission & { place: number; tries: number })[];
  find(id: string): StoredSubmission | null;
  /** Returns the number of waiting submissions. */
  count(): number;
  /** Returns whether nothing can be stored: the queue is full, or the last write failed. */
  isFull(): boolean;
  /** Deletes a submission that was delivered or finally rejected. */
  done(id: string): void;
  /** Counts a failed attempt. */
  recordFailure(id: string): void;
  close(): void;
}

const maxSubmissions = 20_000;
const maxPerNetwork = 60;
const windowMs = 600_000;

const setUp = `pragma journal_mode = wal; pragma synchronous = full;
  create table if not exists dropped (place integer primary key autoincrement, id text not null unique, kind text not null,
    network text not null, at integer not null, body text not null, tries integer not null default 0);
  create index if not exists dropped_by_network on dropped (network, kind, at)`;

type Row = Record<"id" | "kind" | "network" | "body", string> & Record<"place" | "at" | "tries", number>;

const read = ({ at, body, ...row }: Row) => ({ ...row, at: new Date(at), body: JSON.parse(body) as unknown });

/**
 * Opens the queue in this data folder. Concurrent submissions share one write; `onError` is called for the first failed
 * write of a series.
 */
export function createSubmissionQueue(
  dataDir: string,
  onError: (error: unknown) => void = () => undefined,
): SubmissionQueue {
  const db = createLocalFile(dataDir, "submissions.sqlite", setUp);
  const count = db.prepare("select count(*) as n from dropped");
  const hasRows = db.prepare("select 1 from dropped limit 1");
  const ofNetwork = db.prepare("select count(*) as n from dropped where network = ? and kind = ? and at > ?");
  const insert = db.prepare("insert into dropped (id, kind, network, at, body) values (?, ?, ?, ?, ?)");
  const after = db.prepare("select * from dropped where place > ? order by place limit ?");
  const byId = db.prepare("select * from dropped where id = ?");
  const remove = db.prepare("delete from dropped where id = ?");
  const tried = db.prepare("update dropped set tries = tries + 1 where id = ?");

  const write = createBatcher(async (submissions: (StoredSubmission & { max: number })[]) => {
    const results: Outcome[] = [];
    withFileTransaction(db, () => {
      let stored = count.get()?.n as number;
      for (const { id, kind, network, at, body, max } of submissions) {
        const known = ofNetwork.get(network, kind, at.getTime() - windowMs)?.n as number;
        if (known >= maxPerNetwork) results.push("tooMany");
        else if (stored >= max) results.push("full");
        else {
          insert.run(id, kind, network, at.getTime(), JSON.stringify(body));
          results.push("stored");
          stored++;
        }
      }
    });
    return results;
  });

  let hasFailed = false;
  return {
    async add(submission, { isLowPriority = false } = {}) {
      try {
        const outcome = await write({ ...submission, max: isLowPriority ? maxSubmissions / 2 : maxSubmissions });
        if (outcome === "stored") hasFailed = false;
        return outcome;
      } catch (error) {
        if (!hasFailed) onError(error);
        hasFailed = true;
        return "noDisk";
      }
    },
    isFull: () => hasFailed || (count.get()?.n as number) >= maxSubmissions,
    waiting: (place, max) => (after.all(place, max) as unknown as Row[]).map(read),
    find(id) {
      const row = byId.get(id) as unknown as Row | undefined;
      return row ? read(row) : null;
    },
    count: () => count.get()?.n as number,
    done(id) {
      remove.run(id);
      // The write-ahead log still contains deleted submissions.
      if (!hasRows.get()) db.exec("pragma wal_checkpoint(truncate)");
    },
    recordFailure: (id) => void tried.run(id),
    close: () => db.close(),
  };
}
