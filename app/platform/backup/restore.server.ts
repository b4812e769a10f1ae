import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, rmdir, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { pino } from "pino";
import type { DatabaseRoles, Db } from "../db/connection/database.server.ts";
import { withForeignKeysDropped } from "../db/foreign-keys.server.ts";
import { formatMigrationTime, runMigrations } from "../db/migrate/migrate.server.ts";
import { createJobs } from "../jobs/jobs.server.ts";
import type { BackupPlace } from "./backup.server.ts";
import { type BackupManifest, checkBackup, readBackup } from "./backup-archive.server.ts";
import {
  createPartitions,
  escapeColumns,
  escapeName,
  getQueueVersion,
  listTables,
  openConnection,
} from "./backup-tables.server.ts";

type Client = Pick<Db["$client"], "query">;

interface Index {
  isUnique: boolean;
  drop: string;
  create: string;
}

/** Returns the app's indexes except primary keys; partitions inherit the indexes of their table. */
async function listIndexes(client: Client): Promise<Index[]> {
  const { rows } = await client.query<Index>(
    `select i.indisunique or k.oid is not null as "isUnique",
       case when k.oid is null then format('drop index %s', i.indexrelid::regclass)
         else format('alter table %s drop constraint %I', i.indrelid::regclass, k.conname) end as drop,
       case when k.oid is null then replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ')
         else format('alter table %s add constraint %I %s', i.indrelid::regclass, k.conname, pg_get_constraintdef(k.oid))
       end as create
     from pg_index i join pg_class c on c.oid = i.indexrelid
     left join pg_constraint k on k.conindid = i.indexrelid and k.contype in ('u', 'x')
     where c.relnamespace = 'public'::regnamespace and not c.relispartition and not i.indisprimary order by 2`,
  );
  return rows;
}

/**
 * Runs `load` in the caller's transaction without the app's indexes, foreign keys and triggers, and recreates them
 * afterwards: each index is built once instead of row by row, and references are checked by one query each. Throws an
 * error with the table and key if a referenced row is missing.
 */
async function withBulkLoad(client: Client, load: () => Promise<void>): Promise<void> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select distinct t.tgrelid::regclass::text as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where c.relnamespace = 'public'::regnamespace and not t.tgisinternal`,
  );
  await client.query("set local maintenance_work_mem = '256MB'");
  for (const { name } of tables) await client.query(`alter table ${name} disable trigger user`);
  const indexes = await listIndexes(client);
  const create = async (isUnique: boolean) => {
    for (const index of indexes) if (index.isUnique === isUnique) await client.query(index.create);
  };
  try {
    await withForeignKeysDropped(client, {}, async () => {
      for (const index of indexes) await client.query(index.drop);
      await load();
      // Unique indexes first, because foreign keys may depend on them.
      await create(true);
    });
  } catch (error) {
    const { code, table, detail } = error as { code?: string; table?: string; detail?: string };
    if (code !== "23503") throw error;
    throw new Error(`${table} references a row that does not exist: ${detail} Nothing was restored.`, { cause: error });
  }
  await create(false);
  for (const { name } of tables) await client.query(`alter table ${name} enable trigger user`);
}

/**
 * Restores a backup into an empty database and an empty files folder. First reads the whole archive and throws, before
 * changing anything, if it is not a backup, was truncated or changed, or is of a newer version. Then restores in one
 * transaction all rows, foreign keys, indexes and sequences, and compares the number of rows of every table. A backup of
 * an older version is migrated afterwards.
 */
export async function restoreBackup(to: DatabaseRoles, file: string, place: BackupPlace): Promise<BackupManifest> {
  const manifest = await checkBackup(file, place.backups);
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
    for (const { name, last, isCalled } of manifest.sequences)
      await client.query("select setval($1::regclass, $2, $3)", [escapeName(name), last, isCalled]);
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
      : `This backup was created by an older version (${version}, newest migration of ${formatMigrationTime(migration)}), whose tables this one ` +
          "no longer supports. Nothing was restored. Restore it with that version, update step by step, and back up again.",
  );
}

/** Throws if the database contains any rows; empty tables of an interrupted restore are accepted. */
async function requireEmptyDatabase(client: pg.Client): Promise<void> {
  for (const { name } of await listTables(client)) {
    const { rowCount } = await client.query(`select 1 from ${escapeName(name)} limit 1`);
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
  { tables, parts }: BackupManifest,
  { staged, place }: { staged: string; place: BackupPlace },
): Promise<void> {
  const here = new Set((await listTables(client)).map(({ name }) => name));
  if (here.size !== tables.length || tables.some(({ name }) => !here.has(name)))
    throw new Error("The backup has other tables than this version. Nothing was restored.");
  await createPartitions(client, parts);
  const entries = readBackup(file, place.backups);
  const rows = new Map<string, number>();
  let secret: Uint8Array | undefined;
  let next = await entries.next();
  /** Yields the pieces of one table and stops at the first entry of something else. */
  async function* rowsOf(table: string) {
    for (; next.value?.kind === "rows" && next.value.name === table; next = await entries.next())
      yield next.value.bytes;
  }
  try {
    while (!next.done) {
      const { kind, name, bytes } = next.value;
      if (kind === "rows") {
        const columns = tables.find((table) => table.name === name)?.columns ?? [];
        const copy = client.query(copyFrom(`copy ${escapeName(name)} (${escapeColumns(columns)}) from stdin`));
        await pipeline(rowsOf(name), copy);
        rows.set(name, copy.rowCount);
        continue;
      }
      if (kind === "file") {
        const target = path.join(staged, name);
        await mkdir(path.dirname(target), { recursive: true });
        await writeFile(target, bytes);
      } else if (kind === "secret") secret = bytes;
      next = await entries.next();
    }
  } finally {
    await entries.return(undefined);
  }
  for (const table of tables)
    if ((rows.get(table.name) ?? 0) !== table.rows)
      throw new Error(`The restored ${table.name} has another number of rows than the backup. Nothing was restored.`);
  if (!secret || place.secret) return;
  const target = path.join(place.dataDir, "secret");
  await rm(target, { force: true });
  await writeFile(target, secret, { mode: 0o600 });
}
