import path from "node:path";
import type { Settings } from "../settings.server.ts";
import { backUp } from "./backup.server.ts";
import type { BackupManifest } from "./backup-archive.server.ts";
import { restore } from "./restore.server.ts";

/** `npm run backup [FILE]`: gives the sentence that says what was done. Without a name the file is called after `now`. */
export async function backUpTo(file: string | undefined, url: string, settings: Settings, now: Date): Promise<string> {
  const target = path.resolve(file ?? `aleef-${now.toISOString().slice(0, 19).replaceAll(":", "-")}.tar.gz`);
  const manifest = await backUp(url, target, settings, now);
  return `Backed up ${contentsOf(manifest)} to ${target}\n${advice(manifest, settings)}`;
}

/** `npm run restore FILE`: gives the sentence that says what was done. Refuses without a file. */
export async function restoreFrom(file: string | undefined, url: string, settings: Settings): Promise<string> {
  if (!file) throw new Error("Say which file to restore: npm run restore -- FILE");
  const manifest = await restore(url, path.resolve(file), settings);
  return `Restored ${contentsOf(manifest)} of ${manifest.takenAt}. Every table has the sum it had in the backup.`;
}

function contentsOf({ tables, files }: BackupManifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return `${rows} rows of ${tables.length} tables and ${files.count} files`;
}

function advice({ files }: BackupManifest, { secret }: Settings): string {
  return [
    secret
      ? "SECRET comes from your settings and is not in it: keep it elsewhere."
      : "It holds the secret that signs everything: keep it where only you can read it.",
    files.included ? "" : "Files lie in the S3 bucket and are not in it: back the bucket up by its own means.",
  ]
    .filter(Boolean)
    .join("\n");
}
