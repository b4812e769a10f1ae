import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type pg from "pg";
import { lockKey } from "../advisory-locks.server.ts";
import type { DatabaseRoles } from "../connection/database.server.ts";
import type { BackupPlace } from "./backup.server.ts";
import { openConnection } from "./backup-tables.server.ts";
import { restoreBackup } from "./restore.server.ts";

export interface RestoreRehearsal {
  at: string;
  file: string;
  /** "forbidden": the database user may not create a second database. */
  outcome: "passed" | "failed" | "forbidden";
  /** Error message for the log. */
  why?: string;
}

/** Key of the newest test in `key_values`. */
export const restoreRehearsalKey = "last-restore-rehearsal";
/** Advisory lock that allows one restore test at a time per database. */
const lock = lockKey("restore rehearsal");
const notAllowed = "42501";

/**
 * Restores a backup into a temporary database on the same server and a temporary folder next to the file (the
 * system's, if that place is read-only), with all checks of a real restore; then deletes both and records the outcome. Live data is not touched.
 */
export async function rehearseRestore(
  to: DatabaseRoles,
  file: string,
  place: BackupPlace,
  now: Date,
): Promise<RestoreRehearsal> {
  const client = await openConnection(to.ownerUrl);
  const makeFolder = (where: string) => mkdtemp(path.join(where, "restore-rehearsal-"));
  const folder = await makeFolder(path.dirname(file)).catch(() => makeFolder(os.tmpdir()));
  try {
    await client.query("select pg_advisory_lock($1)", [lock]);
    const { rows } = await client.query("select oid::text from pg_database where datname = current_database()");
    const name = `aleef_restore_rehearsal_${rows[0].oid}`;
    const result = (outcome: RestoreRehearsal["outcome"], error?: Error): RestoreRehearsal => ({
      at: now.toISOString(),
      file,
      outcome,
      ...(error ? { why: error.message } : {}),
    });
    let test: RestoreRehearsal;
    try {
      await dropDatabase(client, name);
      await client.query(`create database ${name} encoding 'UTF8' template template0`);
      const there = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href;
      await restoreBackup({ url: there(to.url), ownerUrl: there(to.ownerUrl) }, file, {
        ...place,
        dataDir: folder,
        s3: undefined,
        secret: "not of this test",
      });
      test = result("passed");
    } catch (error) {
      test = result((error as { code?: string }).code === notAllowed ? "forbidden" : "failed", error as Error);
    } finally {
      await dropDatabase(client, name).catch(() => undefined);
    }
    await recordOutcome(client, test);
    return test;
  } finally {
    await rm(folder, { recursive: true, force: true });
    await client.end().catch(() => undefined);
  }
}

/**
 * Drops the database. Forcing it requires a superuser if autovacuum is running; without force, PostgreSQL ends
 * autovacuum itself but waits for clients.
 */
async function dropDatabase(client: pg.Client, name: string): Promise<void> {
  const text = `drop database if exists ${name}`;
  await client.query(text).catch(() => client.query(`${text} with (force)`));
}

/** Records the outcome, unless the database has no tables of the app. */
async function recordOutcome(client: pg.Client, test: RestoreRehearsal): Promise<void> {
  const { rows } = await client.query("select to_regclass('public.key_values') is not null as known");
  if (!rows[0].known) return;
  await client.query(
    "insert into key_values (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value",
    [restoreRehearsalKey, JSON.stringify(test)],
  );
}

/** Returns the newest restore test; null if there was none. */
export async function readRestoreRehearsal(url: string): Promise<RestoreRehearsal | null> {
  const client = await openConnection(url);
  try {
    const { rows } = await client.query("select value from key_values where name = $1", [restoreRehearsalKey]);
    return rows[0] ? JSON.parse(rows[0].value) : null;
  } finally {
    await client.end();
  }
}
