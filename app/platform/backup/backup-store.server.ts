import { mkdir, readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { hourMs } from "#app/platform/durations.rules.ts";
import type { Settings } from "../settings.server.ts";
import { type BackupPlace, createBackup, unfinishedEnd } from "./backup.server.ts";
import type { BackupManifest } from "./backup-archive.server.ts";

/** File names of scheduled backups; no other file is ever deleted. */
const backupName = /^aleef-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.tar\.gz(\.age)?$/;
/** Milliseconds after which an unfinished backup is assumed to belong to a killed process. */
const abandonedAfterMs = hourMs;

export type BackupStorePlace = BackupPlace & { backups: Pick<Settings["backups"], "folder" | "keep"> };

/**
 * Creates a backup named by its UTC time, then deletes the oldest backups of the folder so that `keep` remain. Never
 * deletes files with other names.
 */
export async function addBackup(
  url: string,
  place: BackupStorePlace,
  now: Date,
): Promise<{ file: string; manifest: BackupManifest }> {
  const { folder, key, keep } = place.backups;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await deleteAbandoned(folder, now);
  const name = `aleef-${now.toISOString().slice(0, 19).replaceAll(":", "-")}.tar.gz${key ? ".age" : ""}`;
  const file = path.join(folder, name);
  const manifest = await createBackup(url, file, place, now);
  for (const old of (await listBackups(folder)).slice(keep)) await rm(path.join(folder, old), { force: true });
  return { file, manifest };
}

async function listBackups(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => backupName.test(name)).toSorted((a, b) => b.localeCompare(a, "en"));
}

/** Deletes unfinished backups of killed processes. */
async function deleteAbandoned(folder: string, now: Date): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.endsWith(unfinishedEnd) || !backupName.test(name.slice(0, -unfinishedEnd.length))) continue;
    const file = path.join(folder, name);
    const { mtimeMs } = await stat(file);
    if (now.getTime() - mtimeMs > abandonedAfterMs) await rm(file, { force: true });
  }
}
