import path from "node:path";
import type { Settings } from "../../settings.server.ts";
import type { DatabaseRoles } from "../connection/database.server.ts";
import { createBackup } from "./backup.server.ts";
import type { BackupManifest } from "./backup-archive.server.ts";
import { addBackup } from "./backup-store.server.ts";
import { restoreBackup } from "./restore.server.ts";
import { rehearseRestore } from "./restore-rehearsal.server.ts";

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
export async function runRestore(asked: string[], to: DatabaseRoles, settings: Settings, now: Date): Promise<string> {
  const isTest = asked.includes("--test");
  const file = asked.find((word) => !word.startsWith("--"));
  if (!file) throw new Error("Name the file to restore: npm run restore -- [--test] [--unsealed] FILE");
  const place = { ...settings, backups: { ...settings.backups, acceptUnsealed: asked.includes("--unsealed") } };
  if (isTest) return testOf(path.resolve(file), to, place, now);
  const manifest = await restoreBackup(to, path.resolve(file), place);
  return `Restored ${contentsOf(manifest)} of ${manifest.takenAt}. The checksum of every table matches the backup.`;
}

async function testOf(file: string, to: DatabaseRoles, settings: Settings, now: Date): Promise<string> {
  const { outcome, why } = await rehearseRestore(to, file, settings, now);
  if (outcome === "passed") return `${file} was restored for a test: every table has the sum it had in the backup.`;
  throw new Error(
    outcome === "forbidden"
      ? "The test needs a second database, which this database user may not create (alter role … createdb)."
      : `The test failed: ${why}`,
  );
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
