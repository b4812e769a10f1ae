import { chmodSync, closeSync, mkdirSync, openSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";

/**
 * Opens a SQLite file in the data folder, for data that must be available without the main database. Only this user may
 * read it, deleted data is overwritten, and processes with the same folder share the file.
 */
export function createLocalFile(dataDir: string, name: string, setUp: string): DatabaseSync {
  const folder = path.join(dataDir, "offline-fallback");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, name);
  closeSync(openSync(file, "a", 0o600));
  chmodSync(file, 0o600);
  const db = new DatabaseSync(file, { timeout: 5_000 });
  whenFree(() => db.exec(`pragma secure_delete = on; ${setUp}`));
  return db;
}

/** Retries while another process creates the file's tables; SQLite's own timeout does not always cover this. */
function whenFree(work: () => void): void {
  for (let attempt = 1; ; attempt++) {
    try {
      work();
      return;
    } catch (error) {
      const isLocked = error instanceof Error && error.message.includes("database is locked");
      if (!isLocked || attempt === 50) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
    }
  }
}

/** Runs `work` in one transaction; its changes are on disk when this returns. */
export function withFileTransaction(db: DatabaseSync, work: () => void): void {
  db.exec("begin immediate");
  try {
    work();
    db.exec("commit");
  } catch (error) {
    if (db.isTransaction) db.exec("rollback");
    throw error;
  }
}
