import { chmodSync, existsSync, mkdirSync, statSync } from "node:fs";
import path from "node:path";

/** Mode bit of shared folders such as /tmp, whose mode must not be changed. */
const sticky = 0o1000;

/**
 * Makes the data folder, and everything this process writes from now on, readable by this user only. As root the folder
 * stays passable (0711), because PostgreSQL's user must reach the cluster inside.
 */
export function requirePrivateFolder(dataDir: string): void {
  const isRoot = process.getuid?.() === 0;
  // Parent folders keep the system's default mode.
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
    // The folder is missing, belongs to another user, or its file system has no modes.
  }
}
