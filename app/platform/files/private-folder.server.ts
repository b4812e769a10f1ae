import { chmodSync, existsSync, mkdirSync, statSync } from "node:fs";
import path from "node:path";

/** A folder of this mode is shared by all users of the machine, such as /tmp: it is nobody's to close. */
const sticky = 0o1000;

/**
 * From now on only this user may read what the process writes; a data folder from before is closed likewise. Root's own
 * stays passable (0711, nothing can be listed), because the user that runs its PostgreSQL must get to the cluster in it.
 */
export function requirePrivateFolder(dataDir: string): void {
  const isRoot = process.getuid?.() === 0;
  // Folders above it are made as the machine makes them.
  const isNew = mkdirSync(dataDir, { recursive: true }) !== undefined;
  process.umask(0o077);
  const isOurs = isNew || ["secret", "postgres", "files"].some((name) => existsSync(path.join(dataDir, name)));
  if (isOurs && !(statSync(dataDir).mode & sticky)) close(dataDir, isRoot ? 0o711 : 0o700);
  close(path.join(dataDir, "files"), 0o700);
}

function close(folder: string, mode: number): void {
  try {
    chmodSync(folder, mode);
  } catch {
    // It is not there yet, belongs to somebody else, or its disk knows no modes.
  }
}
