import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { DatabaseRoles } from "./app/platform/db/connection/database.server.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./app/platform/db/embedded/embedded-postgres.server.ts";
import { requirePrivateFolder } from "./app/platform/files/private-folder.server.ts";
import type { Settings } from "./app/platform/settings.server.ts";
import type * as ServerEntry from "./app/server-entry.ts";

export const root = import.meta.dirname;
// A full disk or closed pipe must not end the process.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
export const print = (line: string) => process.stdout.write(`${line}\n`);

/** What was opened and must be closed, in order. */
const opened: (() => unknown)[] = [];
export const closeLater = (close: () => unknown) => opened.push(close);

/** Closes everything opened so far, the last first. */
export async function closeAll(): Promise<void> {
  for (let close = opened.pop(); close; close = opened.pop()) await close();
}

/** Returns the sentence that tells what to do about an error at startup; a failed statement is told by its reason. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return JSON.stringify(error);
  const reason = error.message.startsWith("Failed query") ? explain(error.cause) : error.message;
  if (reason === error.message) return reason;
  return /unsupported startup parameter/.test(reason)
    ? `The pooler at DATABASE_URL rejects a connection (${reason}): add it to ignore_startup_parameters of PgBouncer.`
    : `The database rejected a statement: ${reason}. See DATABASE_URL.`;
}

export function exitWithError(error: unknown): void {
  process.stderr.write(`${explain(error)}\n`);
  closeAll()
    .catch(() => undefined)
    .finally(() => process.exit(1));
}

/** Returns the secret: from the environment, or generated once and stored in a file with mode 0600. */
async function loadSecret(settings: Settings): Promise<string> {
  if (settings.secret) return settings.secret;
  const file = path.join(settings.dataDir, "secret");
  await mkdir(settings.dataDir, { recursive: true });
  await writeFile(file, randomBytes(32).toString("hex"), { mode: 0o600, flag: "wx" }).catch(() => undefined);
  return (await readFile(file, "utf8")).trim();
}

/** URLs of the database; both are the same unless two roles are set. */
interface OpenedDatabase extends DatabaseRoles {
  embedded: EmbeddedPostgres | null;
}

/** Returns the database, which is started if none is configured; calls `onStarting` when its process exists. */
export async function openDatabase(settings: Settings, onStarting?: () => void): Promise<OpenedDatabase> {
  const { databaseUrl, databaseDirectUrl, databaseOwnerUrl, dataDir } = settings;
  requirePrivateFolder(dataDir);
  if (databaseUrl) return { url: databaseDirectUrl as string, ownerUrl: databaseOwnerUrl as string, embedded: null };
  const embedded = await startEmbeddedPostgres({ dataDir, print, onStarting });
  closeLater(() => embedded.stop());
  return { url: embedded.url, ownerUrl: embedded.ownerUrl, embedded };
}

/** Loads the built app, which is built first if it never was. */
export async function loadBuiltApp(): Promise<typeof ServerEntry> {
  const serverBuild = path.join(root, "build/server/index.js");
  if (!existsSync(serverBuild)) {
    print("Building the app, once…");
    const { createBuilder } = await import("vite");
    await (await createBuilder({ root, logLevel: "error" })).buildApp();
  }
  return import(serverBuild);
}

/** Milliseconds between two attempts to reach the database. */
const retryMs = 1_000;

/**
 * Migrates the database and creates the app's context. A quiet one works on no jobs. With `canWait`, a
 * process whose data folder has copies of tag pages starts without the database: `opening` then resolves once it was
 * reached and migrated.
 */
export async function openApp(
  app: typeof ServerEntry,
  settings: Settings,
  { url: directUrl, ownerUrl, embedded }: OpenedDatabase,
  { isQuiet, canWait = false }: { isQuiet: boolean; canWait?: boolean },
) {
  const migrate = () => app.runMigrations(ownerUrl, path.join(root, "migrations"), { appUrl: directUrl });
  const refusal = await migrate().then(
    () => null,
    (error) => {
      if (!canWait || !app.isUnreachable(error) || !app.hasPageCopies(settings.dataDir)) throw error;
      return error as Error;
    },
  );
  const log = app.createLog(settings.log.level);
  closeLater(await app.startTracing(settings.traces));
  const ctx = await app.createAppContext(
    { ...settings, secret: await loadSecret(settings) },
    {
      databaseUrl: settings.databaseUrl ?? directUrl,
      directUrl,
      ownerUrl,
      log,
      jobKinds: app.jobKinds,
      topics: app.topics,
      translator: app.getTranslator,
      quiet: isQuiet,
      isDeferred: refusal !== null,
    },
  );
  closeLater(() => ctx.close());
  if (!refusal) return { ctx, log, embedded, opening: null };
  log.error({ err: refusal }, "started without the database; finders are served from cached pages");
  return { ctx, log, embedded, opening: openLater() };

  async function openLater(): Promise<void> {
    for (;;)
      try {
        await migrate();
        return await ctx.open();
      } catch (error) {
        if (!app.isUnreachable(error)) throw error;
        await pause(retryMs, null, { ref: false });
      }
  }
}
