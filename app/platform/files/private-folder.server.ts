import { chmodSync, existsSync, mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";

/** Mode bit of shared folders such as /tmp, whose mode must not be changed. */
const sticky = 0o1000;

/**
 * Makes the data folder, and everything this process writes from now on, accessible to this user only. When running as
 * root, the folder can still be traversed (0711), because PostgreSQL's user must reach the cluster inside.
 */
export function requirePrivateFolder(dataDir: string): void {
  const isRoot = process.getuid?.() === 0;
  // Parent folders keep the system's default mode.
  const isNew = ensureWritableFolder(dataDir);
  process.umask(0o077);
  const isOurs = isNew || ["secret", "postgres", "files"].some((name) => existsSync(path.join(dataDir, name)));
  if (isOurs && !(statSync(dataDir).mode & sticky)) setMode(dataDir, isRoot ? 0o711 : 0o700);
  setMode(path.join(dataDir, "files"), 0o700);
}

const reasons: Record<string, string> = {
  EACCES: "this user has no write permission",
  EPERM: "this user has no write permission",
  EROFS: "it is on a read-only file system",
  ENOSPC: "its disk is full",
  EDQUOT: "its disk quota is used up",
  ENOTDIR: "part of the path is a file, not a folder",
  EEXIST: "it is a file, not a folder",
};

/**
 * Creates the folder if missing and checks that files can be written to it; returns whether it is new. Throws an error
 * for the operator that names the variable, the path and the problem.
 */
function ensureWritableFolder(dataDir: string): boolean {
  const testFile = path.join(dataDir, `.write-test-${process.pid}`);
  try {
    const isNew = mkdirSync(dataDir, { recursive: true }) !== undefined;
    try {
      // Too large for the file system to store it inside the directory entry, so it needs free space.
      writeFileSync(testFile, Buffer.alloc(8192));
    } finally {
      rmSync(testFile, { force: true });
    }
    return isNew;
  } catch (error) {
    const { code = "", message } = error as NodeJS.ErrnoException;
    throw new Error(`DATA_DIR ${dataDir} cannot be used: ${reasons[code] ?? message}.`);
  }
}

function setMode(folder: string, mode: number): void {
  try {
    chmodSync(folder, mode);
  } catch {
    // The folder is missing, belongs to another user, or its file system has no modes.
  }
}
