import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import path from "node:path";
import { pipeline } from "node:stream";
import { isDeepStrictEqual } from "node:util";
import { createGunzip } from "node:zlib";
import { DecryptionError, decryptPieces } from "../../crypto/encrypted-stream.server.ts";
import { readTar, type TarEntry } from "../../files/tar.server.ts";
import type { SavedPart, SavedTable } from "./backup-tables.server.ts";

/** First entry of an archive, which identifies it as a backup of this app. */
export interface BackupHead {
  format: typeof format;
  /** App version, as in package.json. */
  version: string;
  /** Creation time of the newest migration, in milliseconds since 1970. */
  migration: number;
  queueVersion: number;
  takenAt: string;
}

/** Last entry of an archive; an archive without it was truncated. */
export interface BackupManifest extends BackupHead {
  tables: SavedTable[];
  /** Partitions; missing in archives of older versions. */
  parts?: SavedPart[];
  /** Last value of each sequence, and whether it was used. */
  sequences: { name: string; last: string; isCalled: boolean }[];
  files: FilesSum;
}

export interface FilesSum {
  /** False if the files are in a bucket, which has its own backups. */
  included: boolean;
  count: number;
  bytes: number;
  /** SHA-256 of the lines `SHA-256  path`, one per file, in archive order. */
  sha256: string;
}

export const format = "aleef-backup-1";
export const headName = "aleef-backup.json";
export const manifestName = "manifest.json";

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** Returns the line of one file in that checksum. */
export const formatFileLine = (file: string, bytes: Uint8Array) => `${sha256(bytes)}  ${file}\n`;

interface BackupPart {
  kind: "head" | "rows" | "file" | "secret" | "manifest";
  /** Name of the table or file. */
  name: string;
  bytes: Uint8Array;
}

/** Passphrase of encrypted backups. */
export interface BackupKey {
  key: string | undefined;
  /** Also accepts an unencrypted backup if a key is set. */
  acceptUnsealed?: boolean;
}

/**
 * Yields the archive's entries in order. Throws if the file is not a backup or was truncated, if it is encrypted and
 * the key is missing, and if it is unencrypted although a key is set.
 */
export async function* readBackup(file: string, { key, acceptUnsealed }: BackupKey): AsyncGenerator<BackupPart> {
  const source = createReadStream(file);
  const unpacked = createGunzip({ chunkSize: 256 * 1024 });
  pipeline(
    source,
    (pieces: AsyncIterable<Uint8Array>) => decryptPieces(pieces, key, { acceptUnsealed: acceptUnsealed ?? false }),
    unpacked,
    () => undefined,
  );
  let isOurs = false;
  let isWhole = false;
  try {
    for await (const entry of readTar(unpacked)) {
      const part = partOf(entry);
      if (!isOurs && part?.kind !== "head") break;
      isOurs = true;
      if (!part) throw new Error(`${file} contains an unknown entry: ${entry.name}`);
      isWhole = part.kind === "manifest";
      yield part;
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") throw new Error(`There is no file ${file}.`);
    if (error instanceof DecryptionError && error.why !== "damaged")
      throw new Error(`${file} ${rejections[error.why]}`);
    if (isOurs || error instanceof DecryptionError)
      throw new Error(`${file} is damaged or truncated. Nothing was restored.`, { cause: error });
  } finally {
    source.destroy();
    unpacked.destroy();
  }
  if (!isOurs) throw new Error(`${file} is not a backup of Aleef.`);
  if (!isWhole) throw new Error(`${file} is damaged or truncated. Nothing was restored.`);
}

const rejections = {
  noKey: "is encrypted: set BACKUP_KEY to the key it was created with. Nothing was restored.",
  unsealed:
    "is not encrypted although BACKUP_KEY is set, so anybody could have created it. To restore an old unencrypted backup of yours, add --unsealed. Nothing was restored.",
  changedLabel: "has a modified header. Nothing was restored.",
  otherKey: "was encrypted with another BACKUP_KEY, or its header was modified. Nothing was restored.",
};

function partOf({ name, bytes }: TarEntry): BackupPart | null {
  if (name === headName) return { kind: "head", name, bytes };
  if (name === manifestName) return { kind: "manifest", name, bytes };
  if (name === "secret") return { kind: "secret", name, bytes };
  const table = /^database\/((?:public|jobs)\.[^/]+)\/\d+$/.exec(name)?.[1];
  if (table) return { kind: "rows", name: table, bytes };
  const file = /^files\/(.+)$/.exec(name)?.[1];
  // Rejects paths that lead out of the folder.
  return file && path.posix.normalize(file) === file && !/^(\.\.)?\//.test(file)
    ? { kind: "file", name: file, bytes }
    : null;
}

/** Reads the whole archive, verifies all checksums and returns the manifest. Throws if the archive was changed. */
export async function checkBackup(file: string, key: BackupKey): Promise<BackupManifest> {
  const tables = new Map<string, ReturnType<typeof createHash>>();
  const files = createHash("sha256");
  let count = 0;
  let manifest: BackupManifest | undefined;
  let head: BackupHead | undefined;
  for await (const { kind, name, bytes } of readBackup(file, key)) {
    if (kind === "head") head = JSON.parse(Buffer.from(bytes).toString()) as BackupHead;
    if (kind === "head" && head?.format !== format)
      throw new Error(`${file} was created by an incompatible version of the app.`);
    if (kind === "rows") {
      if (!tables.has(name)) tables.set(name, createHash("sha256"));
      tables.get(name)?.update(bytes);
    }
    if (kind === "file") {
      count++;
      files.update(formatFileLine(name, bytes));
    }
    if (kind === "manifest") manifest = JSON.parse(Buffer.from(bytes).toString());
  }
  const nothing = sha256(new Uint8Array());
  const isEqual =
    isDeepStrictEqual({ ...manifest, ...head }, manifest) &&
    manifest?.tables.every(({ name, sha256 }) => sha256 === (tables.get(name)?.digest("hex") ?? nothing)) &&
    count === manifest.files.count &&
    (!manifest.files.included || files.digest("hex") === manifest.files.sha256);
  if (!manifest || !isEqual) throw new Error(`${file} was modified after it was created. Nothing was restored.`);
  return manifest;
}
