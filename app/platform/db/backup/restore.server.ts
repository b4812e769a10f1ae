import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, rmdir, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type pg from "pg";
import { pino } from "pino";
import { createJobs } from "../../jobs/jobs.server.ts";
import type { DatabaseRoles } from "../connection/database.server.ts";
import { importRows } from "../copy.server.ts";
import { runMigrations, timeOf } from "../migrate/migrate.server.ts";
import type { BackupPlace } from "./backup.server.ts";
import { type BackupManifest, readBackup, verifyBackup } from "./backup-archive.server.ts";
import {
  columnList,
  createPartitions,
  getQueueVersion,
  hashTable,
  listTables,
  openConnection,
  quoted,
} from "./backup-tables.server.ts";
import { withBulkLoad } from "./bulk-load.server.ts";

/**
 * Restores a backup into an empty database and an empty files folder. First reads the whole archive and throws, before
 * changing anything, if it is not a backup, was truncated or changed, or is of a newer version. Then restores in one
 * transaction all rows, then foreign keys, indexes and sequences, and reads every table again to compare its checksum.
 * A backup of an older version is migrated afterwards.
 */
export async function restoreBackup(to: DatabaseRoles, file: string, place: BackupPlace): Promise<BackupManifest> {
  const manifest = await verifyBackup(file, place.backups);
  const journal = await journalOf(place.root);
  rejectNewerBackup(manifest, journal);
  if (manifest.files.included && place.s3)
    throw new Error(
      "This backup contains files, but S3_BUCKET is set. Restore without it, then copy the files to the bucket.",
    );
  const filesFolder = path.join(place.dataDir, "files");
  if ((await readdir(filesFolder).catch(() => [])).length > 0)
    throw new Error(`${filesFolder} is not empty. A backup can only be restored into an empty DATA_DIR.`);

  await mkdir(place.dataDir, { recursive: true });
  const staged = await mkdtemp(path.join(place.dataDir, "files.restored-"));
  const client = await openConnection(to.ownerUrl);
  try {
    await requireEmptyDatabase(client);
    await migrateTo(to, place.root, manifest.migration, journal);
    await prepareQueue(client, to.url, manifest);
    await client.query("begin");
    await withBulkLoad(client, () => load(client, file, manifest, { staged, place }));
    await proveEqual(client, manifest);
    await rmdir(filesFolder).catch(() => undefined);
    await rename(staged, filesFolder);
    await client.query("commit");
  } finally {
    await rm(staged, { recursive: true, force: true });
    await client.end().catch(() => undefined);
  }
  await runMigrations(to.ownerUrl, path.join(place.root, "migrations"), { appUrl: to.url });
  return manifest;
}

interface Journal {
  entries: { when: number; tag: string }[];
}

async function journalOf(root: string): Promise<Journal> {
  return JSON.parse(await readFile(path.join(root, "migrations/meta/_journal.json"), "utf8"));
}

function rejectNewerBackup({ version, migration }: BackupManifest, { entries }: Journal): void {
  if (entries.some(({ when }) => when === migration)) return;
  throw new Error(
    migration > (entries.at(-1)?.when ?? 0)
      ? `This backup was created by version ${version} of the app, which is newer than this one. Update the app first.`
      : `This backup was created by an older version (${version}, newest migration of ${timeOf(migration)}), whose tables this one ` +
          "no longer supports. Nothing was restored. Restore it with that version, update step by step, and back up again.",
  );
}

/** Throws if the database contains any rows; empty tables of an interrupted restore are accepted. */
async function requireEmptyDatabase(client: pg.Client): Promise<void> {
  for (const { name } of await listTables(client)) {
    const { rowCount } = await client.query(`select 1 from ${quoted(name)} limit 1`);
    if (rowCount && name !== "jobs.queue")
      throw new Error(
        `This database is not empty (${name} has rows). A backup can only be restored into an empty one.`,
      );
  }
}

/** Migrates an empty database to the backup's migration. */
async function migrateTo(to: DatabaseRoles, root: string, migration: number, journal: Journal): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "aleef-migrations-"));
  try {
    await cp(path.join(root, "migrations"), folder, { recursive: true });
    const entries = journal.entries.filter(({ when }) => when <= migration);
    await writeFile(path.join(folder, "meta/_journal.json"), JSON.stringify({ ...journal, entries }));
    await runMigrations(to.ownerUrl, folder, { appUrl: to.url });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Creates the job queue's tables, owned by the app's role. */
async function prepareQueue(client: pg.Client, url: string, { version, queueVersion }: BackupManifest): Promise<void> {
  const jobs = await createJobs(url, [], { log: pino({ level: "silent" }), quiet: true });
  await jobs.stop();
  if ((await getQueueVersion(client)) !== queueVersion)
    throw new Error(`The job queue of this backup has another schema. Restore with version ${version}, then update.`);
  await client.query("delete from jobs.queue");
}

async function load(
  client: pg.Client,
  file: string,
  { tables, parts = [] }: BackupManifest,
  { staged, place }: { staged: string; place: BackupPlace },
): Promise<void> {
  await createPartitions(client, parts);
  const columns = new Map(tables.map((table) => [table.name, columnList(table.columns)]));
  let writing = Promise.resolve(0);
  for await (const { kind, name, bytes } of readBackup(file, place.backups)) {
    if (kind === "rows") {
      await writing;
      writing = importRows(client, `copy ${quoted(name)} (${columns.get(name)}) from stdin`, bytes);
      // The next piece is decompressed meanwhile; errors are thrown by the await above or below.
      writing.catch(() => undefined);
    } else if (kind === "file") {
      const target = path.join(staged, name);
      await mkdir(path.dirname(target), { recursive: true });
      await writeFile(target, bytes);
    } else if (kind === "secret" && !place.secret) {
      const target = path.join(place.dataDir, "secret");
      await rm(target, { force: true });
      await writeFile(target, bytes, { mode: 0o600 });
    }
  }
  await writing;
}

async function proveEqual(client: pg.Client, { tables, sequences }: BackupManifest): Promise<void> {
  for (const { name, last, isCalled } of sequences)
    await client.query("select setval($1::regclass, $2, $3)", [quoted(name), last, isCalled]);
  const here = await listTables(client);
  const saved = new Map(tables.map((table) => [table.name, table]));
  for (const table of here) {
    const one = saved.get(table.name);
    if (!one || (await hashTable(client, table)) !== one.sha256)
      throw new Error(`The restored ${table.name} differs from the backup. Nothing was restored.`);
  }
  if (here.length !== tables.length) throw new Error("The backup contains unknown tables.");
}
