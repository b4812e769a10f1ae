import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { lockKey } from "../db/advisory-locks.server.ts";
import type { DatabaseRoles } from "../db/connection/database.server.ts";
import type { Settings } from "../settings.server.ts";
import { createBackup } from "./backup.server.ts";
import type { BackupManifest } from "./backup-archive.server.ts";
import { addBackup } from "./backup-store.server.ts";
import { openConnection } from "./backup-tables.server.ts";
import { restoreBackup } from "./restore.server.ts";

/**
 * `npm run backup [FILE]`: creates a backup and returns the message to print. Without a file name, the backup is stored
 * with the scheduled ones, and the oldest of those are deleted.
 */
export async function runBackup(
  file: string | undefined,
  { ownerUrl: url }: DatabaseRoles,
  settings: Settings,
  now: Date,
): Promise<string> {
  const target = file && path.resolve(file);
  const made = target
    ? { file: target, manifest: await createBackup(url, target, settings, now) }
    : await addBackup(url, settings, now);
  return `Backed up ${contentsOf(made.manifest)} to ${made.file}\n${advice(made.manifest, settings)}`;
}

/**
 * `npm run restore FILE`, or `--test FILE` to try it in a separate database; returns the message to print. `--unsealed`
 * accepts an unencrypted file although BACKUP_KEY is set. Throws if no file is given.
 */
export async function runRestore(asked: string[], to: DatabaseRoles, settings: Settings): Promise<string> {
  const isTest = asked.includes("--test");
  const file = asked.find((word) => !word.startsWith("--"));
  if (!file) throw new Error("Name the file to restore: npm run restore -- [--test] [--unsealed] FILE");
  const place = { ...settings, backups: { ...settings.backups, acceptUnsealed: asked.includes("--unsealed") } };
  if (isTest) return testRestore(path.resolve(file), to, place);
  const manifest = await restoreBackup(to, path.resolve(file), place);
  return `Restored ${contentsOf(manifest)} of ${manifest.takenAt}. Every table has as many rows as in the backup.`;
}

/**
 * Restores a backup into a new database on the same server and a temporary folder, and removes both, first of all those
 * that a killed test left. Throws if another test of this database is running.
 */
async function testRestore(file: string, to: DatabaseRoles, settings: Settings): Promise<string> {
  const client = await openConnection(to.ownerUrl);
  const dataDir = path.join(settings.dataDir, "restore-test");
  const { rows } = await client.query(
    "select oid, pg_try_advisory_lock($1) as locked from pg_database where datname = current_database()",
    [lockKey("restore test")],
  );
  if (!rows[0].locked) {
    await client.end();
    throw new Error("Another restore test of this database is running.");
  }
  const name = `aleef_restore_test_${rows[0].oid}`;
  const remove = async () => {
    await client.query(`drop database if exists ${name} with (force)`);
    await rm(dataDir, { recursive: true, force: true });
  };
  const there = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href;
  try {
    await remove();
    await mkdir(dataDir, { recursive: true });
    await client.query(`create database ${name} encoding 'UTF8' template template0`);
    const target = { url: there(to.url), ownerUrl: there(to.ownerUrl) };
    const manifest = await restoreBackup(target, file, { ...settings, dataDir, s3: undefined });
    return `${file} was restored for a test: ${contentsOf(manifest)}, as many as in the backup.`;
  } catch (error) {
    throw new Error(`The test failed: ${(error as Error).message}`, { cause: error });
  } finally {
    await remove().finally(() => client.end());
  }
}

function contentsOf({ tables, files }: BackupManifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return `${rows} rows of ${tables.length} tables and ${files.count} files`;
}

function advice({ files }: BackupManifest, { secret, backups }: Settings): string {
  return [
    backups.key ? "It is encrypted with BACKUP_KEY and cannot be restored without it. Keep the key elsewhere." : "",
    secret
      ? "It does not include SECRET, which comes from your settings: keep it elsewhere."
      : "It contains the secret that signs everything: keep it where only you can read it.",
    files.included ? "" : "It does not include the files in the S3 bucket: back up the bucket separately.",
  ]
    .filter(Boolean)
    .join("\n");
}
