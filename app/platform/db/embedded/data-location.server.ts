import { createHash } from "node:crypto";
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { canEnter, findFolderOwner, findSystemUser, isRoot, type ServerUser } from "./system-user.server.ts";

/** Location and system user of the cluster. `home` contains the cluster's folder, its log and the claims. */
export interface DataLocation {
  home: string;
  folder: string;
  user: ServerUser | null;
  note: string | null;
}

/**
 * Chooses the cluster's location: inside `dataDir`, unless the app runs as root and PostgreSQL's user cannot enter it.
 * An existing cluster is always found again; throws if it would be hidden.
 */
export async function findDataLocation(dataDir: string): Promise<DataLocation> {
  const dataFolder = makeFolder(dataDir);
  const folder = join(dataFolder, "postgres");
  const recordedFolder = readPointer(dataFolder);
  if (!isRoot()) {
    if (!hasCluster(folder) && recordedFolder) {
      throw new Error(
        `The database of ${dataFolder} is in "${recordedFolder}", because it was first started as root. Start it as root again; ` +
          `or, to start with an empty database, delete ${join(dataFolder, pointerName)}.`,
      );
    }
    requireOwnFolder(folder);
    return { home: dataFolder, folder, user: null, note: null };
  }
  if (hasCluster(folder)) return getOwnLocation(dataFolder, findFolderOwner(folder) ?? findSystemUser());
  const sharedFolder = sharedFolders().find(
    (shared) => isWritableByRootOnly(shared) && hasCluster(join(shared, getSharedName(dataFolder), "postgres")),
  );
  if (sharedFolder) {
    const folder = join(sharedFolder, getSharedName(dataFolder), "postgres");
    return createSeparateLocation(dataFolder, dirname(folder), findFolderOwner(folder) ?? findSystemUser());
  }
  if (recordedFolder && hasCluster(recordedFolder)) {
    throw new Error(
      `${dataFolder} was moved or copied: its database is still in "${recordedFolder}". To keep using it, stop the app and run ` +
        `mv "${dirname(recordedFolder)}" "${join(dirname(dirname(recordedFolder)), getSharedName(dataFolder))}". ` +
        `To start with an empty database, delete ${join(dataFolder, pointerName)}.`,
    );
  }
  const user = findSystemUser();
  if (await canEnter(user, dataFolder)) return { home: dataFolder, folder, user, note: null };
  const home = join(await createSharedFolder(user), getSharedName(dataFolder));
  mkdirSync(home, { recursive: true });
  chmodSync(home, 0o755);
  return createSeparateLocation(dataFolder, home, user);
}

/** Creates a folder that `user` can access: `/var/lib/aleef`, or in the temporary folder if that is not writable. */
export async function createSharedFolder(user: ServerUser): Promise<string> {
  const shared = sharedFolders().find(makeWritable);
  if (shared && isWritableByRootOnly(shared) && (await canEnter(user, shared))) return shared;
  const reason = shared ? "does not belong to root alone, or that user cannot enter it" : "cannot be written";
  throw new Error(
    `PostgreSQL must run as user "${user.name}", and ${shared ?? sharedFolders().join(" and ")}, where that user could access ` +
      `it, ${reason}. Start the app as an ordinary user, or set DATABASE_URL.`,
  );
}

const pointerName = "where-the-data-is.txt";

function sharedFolders(): string[] {
  return ["/var/lib/aleef", join(tmpdir(), "aleef")];
}

function makeWritable(shared: string): boolean {
  try {
    if (mkdirSync(shared, { recursive: true })) chmodSync(shared, 0o755);
    accessSync(shared, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Returns whether only root may write in the folder, which matters because programs run from it. */
function isWritableByRootOnly(shared: string): boolean {
  const found = lstatSync(shared, { throwIfNoEntry: false });
  return found?.isDirectory() === true && found.uid === 0 && (found.mode & 0o022) === 0;
}

async function getOwnLocation(dataFolder: string, user: ServerUser): Promise<DataLocation> {
  const folder = join(dataFolder, "postgres");
  if (await canEnter(user, dataFolder)) return { home: dataFolder, folder, user, note: null };
  throw new Error(
    `The database in "${folder}" is run by user "${user.name}", who can no longer access ${dataFolder}. ` +
      "Grant that user access (chmod o+x on the parent folders), or move the project.",
  );
}

function createSeparateLocation(dataFolder: string, home: string, user: ServerUser): DataLocation {
  const folder = join(home, "postgres");
  const warning = home.startsWith(tmpdir()) ? " That is a temporary folder, which a restart may empty." : "";
  const note =
    `The database lies in "${folder}", because the app runs as root, which PostgreSQL refuses, ` +
    `and user "${user.name}", who runs it instead, cannot enter ${dataFolder}.${warning}`;
  const pointer = join(dataFolder, pointerName);
  if (!existsSync(pointer) || readFileSync(pointer, "utf8") !== `${note}\n`) writeFileSync(pointer, `${note}\n`);
  return { home, folder, user, note };
}

function requireOwnFolder(folder: string): void {
  const owner = statSync(folder, { throwIfNoEntry: false })?.uid;
  if (owner === undefined || !process.getuid || owner === process.getuid()) return;
  throw new Error(
    `The database in ${folder} belongs to another user (uid ${owner}). Start the app as that user or as root, ` +
      "or set DATABASE_URL.",
  );
}

function readPointer(dataFolder: string): string | null {
  const pointer = join(dataFolder, pointerName);
  return existsSync(pointer) ? (/lies in "([^"]+)"/.exec(readFileSync(pointer, "utf8"))?.[1] ?? null) : null;
}

function hasCluster(folder: string): boolean {
  return existsSync(join(folder, "PG_VERSION"));
}

/** Returns a readable, unique name for a folder, such as `my-project-1f0c2a9b44`. */
function getSharedName(dataFolder: string): string {
  const readable = basename(dirname(dataFolder))
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .slice(0, 40);
  return `${readable || "project"}-${createHash("sha256").update(dataFolder).digest("hex").slice(0, 10)}`;
}

function makeFolder(dataDir: string): string {
  try {
    mkdirSync(dataDir, { recursive: true });
    accessSync(dataDir, constants.W_OK | constants.X_OK);
    return realpathSync(dataDir);
  } catch (error) {
    throw new Error(
      `Cannot store a database in ${dataDir} (${(error as Error).message}). Choose another folder, or set DATABASE_URL.`,
    );
  }
}
