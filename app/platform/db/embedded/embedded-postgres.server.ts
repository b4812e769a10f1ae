import { createHmac } from "node:crypto";
import { existsSync, realpathSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { DatabaseRoles } from "../connection/database.server.ts";
import { type Binaries, findBinaries } from "./binaries.server.ts";
import {
  type Claim,
  createClaim,
  createClaimsFolder,
  deleteClaim,
  isInUse,
  requireUnusedFolder,
  withFolderLock,
} from "./claims.server.ts";
import { getOrCreateCluster, restoreAdvice, superuser } from "./cluster.server.ts";
import { createSharedFolder, type DataLocation, findDataLocation } from "./data-location.server.ts";
import {
  deleteStalePidFile,
  findPort,
  findPostmaster,
  requestStop,
  type ServerProcess,
  startServer,
} from "./process.server.ts";

/** Temporary errors: the port was taken meanwhile, or a killed server has not exited yet. */
const temporaryErrors =
  /could not bind|could not create any TCP|pre-existing shared memory|postmaster.pid" (already exists|is empty)/;

type Print = (line: string) => void;

/** The running server; its URLs contain passwords. */
export interface EmbeddedPostgres extends DatabaseRoles {
  /** PostgreSQL's data folder. */
  folder: string;
  /** Message to print if the data is in an unexpected place. */
  note: string | null;
  /** Releases the server, and stops it if no other process of the app uses it. */
  stop(): Promise<void>;
}

/**
 * Creates the app's two roles in the database at `superuserUrl` in one transaction; neither is a superuser. A replica
 * gets them from its primary.
 */
export async function createRoles(superuserUrl: string): Promise<DatabaseRoles> {
  const client = new pg.Client({ connectionString: superuserUrl, ssl: false, application_name: "aleef start" });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query("select pg_is_in_recovery() as follows");
    if (!rows[0].follows) await divide(client, superuserUrl);
  } finally {
    await client.end().catch(() => undefined);
  }
  return getRoles(superuserUrl);
}

/** Returns the URLs of the two roles; their passwords are derived from the superuser's. */
export function getRoles(superuserUrl: string): DatabaseRoles {
  return { url: urlOf(superuserUrl, "aleef_app"), ownerUrl: urlOf(superuserUrl, "aleef_owner") };
}

async function divide(client: pg.Client, superuserUrl: string): Promise<void> {
  await client.query("begin; set local lock_timeout = '60s'");
  await client.query(await readFile(new URL("../migrate/roles.sql", import.meta.url), "utf8"));
  const { rows } = await client.query<{ rolname: string }>(
    "select rolname from pg_authid where rolname in ('aleef_app', 'aleef_owner') and rolpassword is null",
  );
  for (const { rolname } of rows)
    await client.query(`alter role ${rolname} password ${pg.escapeLiteral(passwordOf(superuserUrl, rolname))}`);
  await client.query("commit");
}

function urlOf(superuserUrl: string, role: string): string {
  return Object.assign(new URL(superuserUrl), { username: role, password: passwordOf(superuserUrl, role) }).href;
}

function passwordOf(superuserUrl: string, role: string): string {
  return createHmac("sha256", new URL(superuserUrl).password).update(role).digest("base64url");
}

/**
 * Starts the PostgreSQL server of `dataDir`, or joins a running one, whether another process started it or a killed one
 * left it behind. Throws with advice if it cannot run, or if continuing could hide or damage data.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string;
  print: Print;
  /** Called when the server's process exists. */
  onStarting?: (() => void) | undefined;
}): Promise<EmbeddedPostgres> {
  const { dataDir, print, onStarting } = options;
  const place = await findDataLocation(dataDir);
  const binaries = await findBinaries(place.user, createSharedFolder);
  const claims = createClaimsFolder(place.home, place.user);
  return withFolderLock(claims, print, async () => {
    await requireUnusedFolder(claims, print);
    try {
      const { password } = await getOrCreateCluster(place, binaries, print);
      const urls = await createRoles(await runServer(place, binaries, password, print, onStarting));
      const claim = createClaim(claims);
      let stopping: Promise<void> | null = null;
      const stop = () => {
        stopping ??= releaseServer(place, claims, claim, print);
        return stopping;
      };
      return { ...urls, folder: place.folder, note: place.note, stop };
    } catch (error) {
      await stopUnlessUsed(place, claims);
      throw error;
    }
  });
}

/** Returns the superuser's URL once the server in `place` answers; starts the server if necessary. */
async function runServer(
  place: DataLocation,
  binaries: Binaries,
  password: string,
  print: Print,
  onStarting?: () => void,
): Promise<string> {
  const began = Date.now();
  for (;;) {
    if (findPostmaster(place.folder)) {
      print("Joining the PostgreSQL that already runs for this folder.");
      const url = await waitUntilAnswering(place, null, password, print);
      if (url) return url;
    }
    deleteStalePidFile(place.folder);
    const child = startServer(place, binaries.postgres, await findPort(place.folder));
    onStarting?.();
    const url = await waitUntilAnswering(place, child, password, print);
    if (url) return url;
    const words = child.lastLogLines();
    if (!temporaryErrors.test(words) || Date.now() - began > 15_000) {
      throw new Error(
        `PostgreSQL did not start in ${place.folder}. Its output:\n${words}\nIf its data is damaged, move the folder away: ${restoreAdvice}.`,
      );
    }
    await sleep(150);
  }
}

const database = "aleef";

function formatDatabaseUrl(port: number, password: string): string {
  return `postgres://${superuser}:${password}@127.0.0.1:${port}/${database}`;
}

/**
 * Returns whether the server at `url` answers; creates the app's database if missing. Throws if the server rejects our
 * password or uses a data folder other than `folder`.
 */
async function isAnswering(url: string, folder: string): Promise<boolean> {
  let running: string;
  try {
    running = await ask(url, "show data_directory");
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === "28P01" || code === "28000") {
      throw new Error(`PostgreSQL does not accept the password stored in ${folder}. Restore the folder from a backup.`);
    }
    if (code === "3D000") {
      await ask(
        Object.assign(new URL(url), { pathname: "/postgres" }).href,
        `create database ${database} template template0 encoding 'UTF8'`,
      );
    }
    return false;
  }
  if (existsSync(running) && realpathSync(running) === realpathSync(folder)) return true;
  throw new Error(
    `PostgreSQL was running when its folder was moved from ${running} to ${folder}. ` +
      "Stop the app everywhere it runs, then start it again.",
  );
}

async function ask(url: string, question: string): Promise<string> {
  // Overrides PGSSLMODE, which may be set for other servers.
  const client = new pg.Client({
    connectionString: url,
    ssl: false,
    application_name: "aleef start",
    connectionTimeoutMillis: 5_000,
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query({ text: question, rowMode: "array" });
    return String(rows[0]?.[0] ?? "");
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Returns the URL, or null if the server exited before it answered. `child` is null for a server that was already
 * running.
 */
async function waitUntilAnswering(place: DataLocation, child: ServerProcess | null, password: string, print: Print) {
  const began = Date.now();
  let printed = false;
  for (;;) {
    const found = findPostmaster(place.folder);
    if (!found && (!child || child.ended)) return null;
    const url = found?.state === "ready" ? formatDatabaseUrl(found.port, password) : null;
    if (url && (await isAnswering(url, place.folder))) return url;
    const waited = Date.now() - began;
    if (waited > 5_000 && !printed) {
      printed = true;
      print(
        `Waiting for PostgreSQL (${found?.state ?? "starting"}); after an unclean shutdown it first recovers its data.`,
      );
      // A smart shutdown waits for clients indefinitely.
      if (found?.state === "stopping") requestStop(found.pid);
    }
    if (waited > (url ? 60_000 : 600_000)) {
      const words = child ? `Its output:\n${child.lastLogLines()}` : `See ${join(place.home, "postgres.log")}.`;
      throw new Error(
        `PostgreSQL (process ${found?.pid}) is running in ${place.folder} but does not respond. ${words}`,
      );
    }
    await sleep(15);
  }
}

async function releaseServer(place: DataLocation, claims: string, claim: Claim, print: Print): Promise<void> {
  // PostgreSQL stops by itself if its folder is deleted.
  if (!existsSync(claims)) return;
  await withFolderLock(claims, print, async () => {
    deleteClaim(claim);
    await stopUnlessUsed(place, claims);
  });
}

/** The caller must hold the lock, so that no process joins a server that is about to stop. */
async function stopUnlessUsed(place: DataLocation, claims: string): Promise<void> {
  const running = findPostmaster(place.folder);
  if (!running || isInUse(claims)) return;
  requestStop(running.pid);
  const began = Date.now();
  while (findPostmaster(place.folder)?.pid === running.pid) {
    if (Date.now() - began > 60_000) throw new Error(`PostgreSQL (process ${running.pid}) does not stop.`);
    await sleep(10);
  }
}
