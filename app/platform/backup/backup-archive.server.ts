import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import path from "node:path";
import { pipeline, type Readable } from "node:stream";
import { ReadableStream } from "node:stream/web";
import { createGunzip } from "node:zlib";
import { Decrypter, Encrypter } from "age-encryption";
import type { SavedPart, SavedTable } from "./backup-tables.server.ts";
import { readTar, type TarEntry } from "./tar.server.ts";

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
  /** Partitions of the tables. */
  parts: SavedPart[];
  /** Last value of each sequence, and whether it was used. */
  sequences: { name: string; last: string; isCalled: boolean }[];
  /** `included` is false if the files are in a bucket, which has its own backups. */
  files: { included: boolean; count: number; bytes: number };
  /** SHA-256 of the names and contents of all entries before this one. */
  sha256: string;
}

export const format = "aleef-backup-2";
export const headName = "aleef-backup.json";
export const manifestName = "manifest.json";

/** Adds an entry to the checksum of an archive. */
export function addToSum(sum: Hash, { name, bytes }: TarEntry): void {
  sum.update(`${name}\n${bytes.length}\n`).update(bytes);
}

interface BackupPart {
  kind: "head" | "rows" | "file" | "secret" | "manifest";
  /** Name of the table or file. */
  name: string;
  bytes: Uint8Array;
  entry: TarEntry;
}

/** Passphrase of encrypted backups. */
export interface BackupKey {
  key: string | undefined;
  /** Also accepts an unencrypted backup if a key is set. */
  acceptUnsealed?: boolean;
}

/** First bytes of a file that age encrypted (https://age-encryption.org/v1). */
const ageMark = "age-encryption.org/v1\n";
/** Exponent of scrypt's cost: 32 MB and about 0.2 s for each guess of a passphrase. */
const scryptExponent = 15;

/** Encrypts a stream with a passphrase in the age format; `age -d` opens it too. */
export async function encrypt(pieces: Readable, passphrase: string): Promise<AsyncIterable<Uint8Array>> {
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase.normalize("NFC"));
  encrypter.setScryptWorkFactor(scryptExponent);
  return (await encrypter.encrypt(toWeb(pieces))) as ReadableStream<Uint8Array>;
}

const toWeb = (pieces: AsyncIterable<Uint8Array>) => ReadableStream.from(pieces) as globalThis.ReadableStream;

/** Thrown when a file cannot be opened with the given key; the message continues the file's name. */
class RejectedFileError extends Error {}

/** Decrypts a stream if it is encrypted. Throws if the key does not fit. */
async function* decrypt(pieces: Readable, { key, acceptUnsealed }: BackupKey): AsyncGenerator<Uint8Array> {
  const source = pieces[Symbol.asyncIterator]() as AsyncIterableIterator<Uint8Array>;
  const { value: first = new Uint8Array() } = await source.next();
  const all = (async function* () {
    yield first;
    yield* source;
  })();
  if (!Buffer.from(first).subarray(0, ageMark.length).equals(Buffer.from(ageMark))) {
    if (key && !acceptUnsealed) throw new RejectedFileError(rejections.unsealed);
    yield* all;
    return;
  }
  if (!key) throw new RejectedFileError(rejections.noKey);
  const decrypter = new Decrypter();
  decrypter.addPassphrase(key.normalize("NFC"));
  try {
    yield* (await decrypter.decrypt(toWeb(all))) as ReadableStream<Uint8Array>;
  } catch (error) {
    const isOtherKey = /no identity matched|header HMAC/.test((error as Error).message);
    throw new RejectedFileError(isOtherKey ? rejections.otherKey : rejections.damaged, { cause: error });
  }
}

/**
 * Yields the archive's entries in order. Throws if the file is not a backup or was truncated, if it is encrypted and
 * the key is missing, and if it is unencrypted although a key is set.
 */
export async function* readBackup(file: string, key: BackupKey): AsyncGenerator<BackupPart> {
  const source = createReadStream(file);
  const unpacked = createGunzip({ chunkSize: 256 * 1024 });
  pipeline(
    source,
    (pieces: Readable) => decrypt(pieces, key),
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
    if (error instanceof RejectedFileError) throw new Error(`${file} ${error.message}`, { cause: error });
    if (isOurs) throw new Error(`${file} ${rejections.damaged}`, { cause: error });
  } finally {
    source.destroy();
    unpacked.destroy();
  }
  if (!isOurs) throw new Error(`${file} is not a backup of Aleef.`);
  if (!isWhole) throw new Error(`${file} ${rejections.damaged}`);
}

const rejections = {
  noKey: "is encrypted: set BACKUP_KEY to the key it was created with. Nothing was restored.",
  unsealed:
    "is not encrypted although BACKUP_KEY is set, so anybody could have created it. To restore an old unencrypted backup of yours, add --unsealed. Nothing was restored.",
  damaged: "is damaged or truncated. Nothing was restored.",
  otherKey: "was encrypted with another BACKUP_KEY, or its header was modified. Nothing was restored.",
};

function partOf(entry: TarEntry): BackupPart | null {
  const { name, bytes } = entry;
  if (name === headName) return { kind: "head", name, bytes, entry };
  if (name === manifestName) return { kind: "manifest", name, bytes, entry };
  if (name === "secret") return { kind: "secret", name, bytes, entry };
  const table = /^database\/((?:public|jobs)\.[^/]+)\/\d+$/.exec(name)?.[1];
  if (table) return { kind: "rows", name: table, bytes, entry };
  const file = /^files\/(.+)$/.exec(name)?.[1];
  // Rejects paths that lead out of the folder.
  return file && path.posix.normalize(file) === file && !/^(\.\.)?\//.test(file)
    ? { kind: "file", name: file, bytes, entry }
    : null;
}

/** Reads the whole archive, verifies its checksum and returns the manifest. Throws if the archive was changed. */
export async function checkBackup(file: string, key: BackupKey): Promise<BackupManifest> {
  const sum = createHash("sha256");
  let manifest: BackupManifest | undefined;
  for await (const { kind, bytes, entry } of readBackup(file, key)) {
    if (kind === "head" && JSON.parse(Buffer.from(bytes).toString()).format !== format)
      throw new Error(`${file} was created by an incompatible version of the app.`);
    if (kind === "manifest") manifest = JSON.parse(Buffer.from(bytes).toString());
    else addToSum(sum, entry);
  }
  if (!manifest || manifest.sha256 !== sum.digest("hex"))
    throw new Error(`${file} was modified after it was created. Nothing was restored.`);
  return manifest;
}
