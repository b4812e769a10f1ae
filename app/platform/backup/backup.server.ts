import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { open, readdir, readFile, realpath, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { lockKey } from "../db/advisory-locks.server.ts";
import { getMigration } from "../db/migrate/applied-migration.server.ts";
import { findDataPart, type Settings } from "../settings.server.ts";
import {
  addToSum,
  type BackupHead,
  type BackupKey,
  type BackupManifest,
  encrypt,
  format,
  headName,
  manifestName,
} from "./backup-archive.server.ts";
import {
  escapeColumns,
  escapeName,
  getQueueVersion,
  listPartitions,
  listTables,
  openConnection,
} from "./backup-tables.server.ts";
import { createTar, type TarEntry } from "./tar.server.ts";

/** Bytes of a table that are buffered in memory. */
const bufferBytes = 4 * 1024 * 1024;
const json = (value: unknown) => Buffer.from(`${JSON.stringify(value, null, 1)}\n`);

export type BackupPlace = Pick<Settings, "root" | "dataDir" | "s3" | "secret"> & {
  backups: BackupKey;
};

/** Advisory lock that allows one backup at a time per database. */
const lock = lockKey("backup");

/** Thrown when another process is already making a backup. */
export class BackupRunningError extends Error {
  constructor() {
    super("A backup is being made already.");
  }
}

/**
 * Writes a backup to one file with mode 0600 (tar, gzip, encrypted by age if there is a key): a consistent snapshot of all
 * tables, while the app keeps writing; the files of the data folder, unless they are in a bucket; and the secret
 * generated for the data folder. Files deleted meanwhile are skipped. The file gets its final name once it is complete
 * and synced, and the time is recorded in the database. Throws if the file exists or lies inside the backed-up folders,
 * if the database is not one of the app, and while another backup is running.
 */
export async function createBackup(url: string, file: string, place: BackupPlace, now: Date): Promise<BackupManifest> {
  if (await stat(file).catch(() => null)) throw new Error(`${file} already exists; name another file.`);
  await requireOutsideData(file, place.dataDir);
  const client = await openConnection(url);
  const unfinished = `${file}${unfinishedEnd}`;
  try {
    const migration = await getMigration(client);
    if (migration === null) throw new Error("There is nothing to back up: this database was never used by the app.");
    const { rows: turn } = await client.query("select pg_try_advisory_lock($1) as mine", [lock]);
    if (!turn[0].mine) throw new BackupRunningError();
    await client.query("begin isolation level repeatable read read only");
    const head: BackupHead = {
      format,
      version: await getVersion(place.root),
      migration,
      queueVersion: await getQueueVersion(client),
      takenAt: now.toISOString(),
    };
    const files = { included: !place.s3, count: 0, bytes: 0 };
    const manifest: BackupManifest = { ...head, tables: [], parts: [], sequences: [], files, sha256: "" };
    const { key } = place.backups;
    await pipeline(
      Readable.from(createTar(withManifest(contents(client, head, manifest, place), manifest), now), {
        objectMode: true,
      }),
      createGzip({ level: 3 }),
      async function* (pieces: Readable) {
        yield* key ? await encrypt(pieces, key) : pieces;
      },
      createWriteStream(unfinished, { flags: "wx", mode: 0o600, flush: true }),
    );
    await client.query("commit");
    await rename(unfinished, file);
    await syncFolder(file);
    const { size } = await stat(file);
    const lastBackup: LastBackup = { at: head.takenAt, bytes: size, file, isSealed: key !== undefined };
    await client.query(
      "insert into key_values (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value",
      [lastBackupKey, JSON.stringify(lastBackup)],
    );
    return manifest;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "EEXIST") await rm(unfinished, { force: true });
    throw diskFullCodes.includes(code ?? "")
      ? new Error(`There is not enough space for the backup in ${path.dirname(file)}. The partial file was deleted.`, {
          cause: error,
        })
      : error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Suffix of a backup file until it is complete. */
export const unfinishedEnd = ".unfinished";
const diskFullCodes = ["ENOSPC", "EDQUOT", "EFBIG"];

async function requireOutsideData(file: string, dataDir: string): Promise<void> {
  const own = await realpath(dataDir).catch(() => dataDir);
  const part = findDataPart(await realpath(path.dirname(file)), own);
  if (part)
    throw new Error(
      `${file} is inside a directory that is backed up (${path.join(own, part)}); choose another location.`,
    );
}

/** Syncs the folder, so that the file's new name survives a power failure. */
async function syncFolder(file: string): Promise<void> {
  const folder = await open(path.dirname(file), "r");
  await folder.sync().finally(() => folder.close());
}

/** Key of the newest backup in `key_values`. */
export const lastBackupKey = "last-backup";

export interface LastBackup {
  at: string;
  bytes: number;
  file: string;
  isSealed: boolean;
}

export async function getVersion(root: string): Promise<string> {
  return JSON.parse(await readFile(path.join(root, "package.json"), "utf8")).version;
}

/** Adds the manifest with the checksum of all entries as the last one. */
async function* withManifest(entries: AsyncIterable<TarEntry>, manifest: BackupManifest): AsyncGenerator<TarEntry> {
  const sum = createHash("sha256");
  for await (const entry of entries) {
    addToSum(sum, entry);
    yield entry;
  }
  manifest.sha256 = sum.digest("hex");
  yield { name: manifestName, bytes: json(manifest) };
}

async function* contents(
  client: pg.Client,
  head: BackupHead,
  manifest: BackupManifest,
  place: BackupPlace,
): AsyncGenerator<TarEntry> {
  yield { name: headName, bytes: json(head) };
  const tables = await listTables(client);
  // Blocks schema changes until all tables are read; reads and writes continue.
  await client.query(`lock table ${tables.map(({ name }) => escapeName(name)).join(", ")} in access share mode`);
  for (const { name, columns } of tables) {
    const copy = client.query(copyTo(`copy (select ${escapeColumns(columns)} from ${escapeName(name)}) to stdout`));
    yield* portions(name, copy);
    manifest.tables.push({ name, columns, rows: copy.rowCount });
  }
  manifest.sequences = await sequencesOf(client);
  manifest.parts = await listPartitions(client);
  if (manifest.files.included) yield* filesOf(path.join(place.dataDir, "files"), manifest.files);
  const secret = await readFile(path.join(place.dataDir, "secret")).catch(() => null);
  // A secret from the environment is not backed up.
  if (secret && (!place.secret || place.secret === secret.toString().trim())) yield { name: "secret", bytes: secret };
}

async function* portions(name: string, copy: Readable): AsyncGenerator<TarEntry> {
  let part = 0;
  let pieces: Buffer[] = [];
  let length = 0;
  const flush = (): TarEntry => {
    const bytes = Buffer.concat(pieces);
    pieces = [];
    length = 0;
    return { name: `database/${name}/${String(part++).padStart(6, "0")}`, bytes };
  };
  for await (const piece of copy as AsyncIterable<Buffer>) {
    pieces.push(piece);
    length += piece.length;
    if (length >= bufferBytes) yield flush();
  }
  if (length > 0) yield flush();
}

async function sequencesOf(client: pg.Client): Promise<BackupManifest["sequences"]> {
  const { rows } = await client.query(
    "select schemaname || '.' || sequencename as name from pg_sequences where schemaname = 'public' order by 1",
  );
  const found: BackupManifest["sequences"] = [];
  for (const { name } of rows) {
    const { rows: states } = await client.query(`select last_value::text as last, is_called from ${escapeName(name)}`);
    found.push({ name, last: states[0].last, isCalled: states[0].is_called });
  }
  return found;
}

async function* filesOf(folder: string, sum: BackupManifest["files"]): AsyncGenerator<TarEntry> {
  for await (const file of walk(folder, "")) {
    const bytes = await readFile(path.join(folder, file)).catch(() => null);
    if (!bytes) continue;
    sum.count++;
    sum.bytes += bytes.length;
    yield { name: `files/${file}`, bytes };
  }
}

async function* walk(folder: string, folderPath: string): AsyncGenerator<string> {
  const entries = await readdir(path.join(folder, folderPath), { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const place = path.posix.join(folderPath, entry.name);
    if (entry.isDirectory()) yield* walk(folder, place);
    else if (entry.isFile()) yield place;
  }
}
