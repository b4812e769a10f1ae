import { randomBytes } from "node:crypto";
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  lchownSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { Binaries } from "./binaries.server.ts";
import type { DataLocation } from "./data-location.server.ts";
import { runAs, type ServerUser } from "./system-user.server.ts";

export const superuser = "aleef";

/** Stored in the cluster's folder, where it also marks a complete cluster of this app. */
const passwordFile = "aleef-password";

const unfinishedPrefix = "postgres.new-";

const settings = [
  "shared_buffers=128MB",
  "max_connections=200",
  "timezone=UTC",
  "log_timezone=UTC",
  // DETAIL lines and failed statements contain personal data; the app logs its own errors.
  "log_error_verbosity=terse",
  "log_min_error_statement=panic",
  "log_checkpoints=off",
];

/**
 * Creates the cluster if missing and returns its password. Throws, without changing anything, if the folder contains
 * something else or a cluster of another major version. The caller must hold the lock.
 */
export async function getOrCreateCluster(
  place: DataLocation,
  binaries: Binaries,
  print: (line: string) => void,
): Promise<{ password: string }> {
  deleteUnfinished(place.home);
  const found = statSync(place.folder, { throwIfNoEntry: false });
  if (!found || readdirSync(place.folder).length === 0) {
    print(`Creating an empty database in ${place.folder}`);
    await makeCluster(place, binaries);
  } else {
    requireOwnCluster(place.folder, binaries.major);
    // Files restored by root belong to root, but PostgreSQL cannot run as root.
    if (place.user && found.uid === 0) changeOwner(place.user, place.folder);
  }
  return { password: readFileSync(join(place.folder, passwordFile), "utf8").trim() };
}

function deleteUnfinished(home: string): void {
  for (const name of readdirSync(home)) {
    try {
      if (name.startsWith(unfinishedPrefix)) rmSync(join(home, name), { recursive: true, force: true });
    } catch {
      // The initdb of a killed app may still be writing there; the next start deletes it.
    }
  }
}

/** Advice for damaged data, which is never overwritten. */
export const restoreAdvice = "npm run restore -- FILE restores a backup";

function requireOwnCluster(folder: string, major: number): void {
  if (!existsSync(join(folder, "PG_VERSION"))) {
    throw new Error(
      `${folder} is not empty and contains no PostgreSQL database. Move it away (${restoreAdvice}), or set DATABASE_URL.`,
    );
  }
  const version = readFileSync(join(folder, "PG_VERSION"), "utf8").trim();
  if (version !== String(major)) {
    throw new Error(
      `The database in ${folder} was created by PostgreSQL ${version}, but the app now includes ${major}, which cannot ` +
        `read it. Migrate it with pg_dump and pg_restore, or set DATABASE_URL to a PostgreSQL ${version}.`,
    );
  }
  if (!existsSync(join(folder, "global", "pg_control")) || !existsSync(join(folder, passwordFile))) {
    throw new Error(
      `The PostgreSQL database in ${folder} is incomplete or was not created by this app. Move it away (${restoreAdvice}), or ` +
        "set DATABASE_URL.",
    );
  }
}

/** Creates the cluster in a temporary folder and renames it at the end, so that it is never incomplete. */
async function makeCluster({ home, folder, user }: DataLocation, { initdb }: Binaries): Promise<void> {
  const unfinished = makePrivateFolder(home, user);
  try {
    const data = join(unfinished, "data");
    const password = join(unfinished, passwordFile);
    writeFileSync(password, `${randomBytes(24).toString("base64url")}\n`, { mode: 0o600 });
    if (user) lchownSync(password, user.uid, user.gid);
    await initialise(initdb, data, password, user);
    renameSync(password, join(data, passwordFile));
    syncToDisk(join(data, passwordFile));
    syncToDisk(data);
    renameSync(data, folder);
    syncToDisk(home);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

async function initialise(initdb: string, data: string, password: string, user: ServerUser | null): Promise<void> {
  const failures: string[] = [];
  // The collation is built in, but pg_trgm takes character classes from the locale, and the plain C locale does not
  // treat Arabic characters as letters.
  for (const classes of ["C.UTF-8", "en_US.UTF-8", "UTF-8"]) {
    const { ok, output } = await runAs(user, initdb, [
      `--pgdata=${data}`,
      `--username=${superuser}`,
      `--pwfile=${password}`,
      "--auth=scram-sha-256",
      "--encoding=UTF8",
      "--locale=C",
      `--lc-ctype=${classes}`,
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
      "--data-checksums",
      "--no-instructions",
      ...settings.map((setting) => `--set=${setting}`),
    ]);
    if (ok) return;
    failures.push(output);
    if (!/invalid locale name/.test(output)) break;
  }
  const words = failures.at(-1)?.split("\n").slice(-8).join("\n");
  throw new Error(`PostgreSQL could not create its database. Its output:\n${words}`);
}

function makePrivateFolder(home: string, user: ServerUser | null): string {
  const unfinished = mkdtempSync(join(home, unfinishedPrefix));
  try {
    if (user) lchownSync(unfinished, user.uid, user.gid);
    chmodSync(unfinished, 0o700);
    const { uid, mode } = statSync(unfinished);
    const owner = user?.uid ?? process.getuid?.();
    if (owner === undefined || ((mode & 0o777) === 0o700 && uid === owner)) return unfinished;
    throw new Error("its files remain readable by others or belong to another user");
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    throw new Error(
      `The disk of ${home} does not support private folders, which PostgreSQL requires (${(error as Error).message}). ` +
        "Store the data on another disk, or set DATABASE_URL.",
    );
  }
}

function changeOwner(user: ServerUser, folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    lchownSync(join(folder, name), user.uid, user.gid);
  }
  lchownSync(folder, user.uid, user.gid);
}

function syncToDisk(path: string): void {
  // Windows cannot open directories.
  if (process.platform === "win32") return;
  const descriptor = openSync(path, "r");
  fsyncSync(descriptor);
  closeSync(descriptor);
}
