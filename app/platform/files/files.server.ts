import { mkdir, opendir, rmdir } from "node:fs/promises";
import path from "node:path";
import { Disk } from "flydrive";
import { FSDriver } from "flydrive/drivers/fs";
import { AppError } from "../http/app-error.server.ts";
import type { Settings } from "../settings.server.ts";

/** How long a photo is kept, from here or from the bucket: shared caches ask again within the hour, so that erased ones disappear. */
export const photoCacheControl = "public, max-age=31536000, s-maxage=3600, immutable";

export interface Files {
  /** Stores the bytes atomically. Throws 507 when there is no room left. */
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** Returns the bytes, or null when there is no such file. */
  find(key: string): Promise<Uint8Array | null>;
  remove(keys: string[]): Promise<void>;
  /** Lists the folders in a folder, in pages of at most a thousand; none when it does not exist. */
  folders(parent: string): AsyncIterable<string[]>;
  /** Writes, reads and removes a small file; throws when storage cannot be used. */
  probe(): Promise<void>;
}

/**
 * Opens the file storage: the data folder, or an S3 bucket when one is set. Keys are made by us, never by a visitor.
 */
export async function createFiles(settings: Pick<Settings, "dataDir" | "s3">): Promise<Files> {
  const disk = new Disk(settings.s3 ? await s3Driver(settings.s3) : await diskDriver(settings.dataDir));
  const files: Files = {
    async put(key, bytes, contentType) {
      try {
        const cacheControl = key.startsWith("photos/") ? { cacheControl: photoCacheControl } : {};
        await disk.put(key, bytes, { contentType, ...cacheControl });
      } catch (error) {
        await files.remove([key]);
        throw isFull(error) ? new AppError("errors.noRoom", 507) : error;
      }
    },
    async find(key) {
      if (!(await disk.exists(key))) return null;
      return disk.getBytes(key);
    },
    async remove(keys) {
      await Promise.all(keys.map((key) => disk.delete(key).catch(() => undefined)));
      if (settings.s3) return;
      // Removes empty folders, which only a disk has.
      const folders = new Set(keys.map((key) => path.dirname(key)).filter((folder) => folder !== "."));
      await Promise.all(
        [...folders].map((folder) => rmdir(path.join(rootOf(settings.dataDir), folder)).catch(() => undefined)),
      );
    },
    folders: (parent) => (settings.s3 ? bucketFolders(disk, parent) : diskFolders(settings.dataDir, parent)),
    async probe() {
      await disk.put("probe.txt", "ok");
      await disk.get("probe.txt");
      await disk.delete("probe.txt");
    },
  };
  return files;
}

const page = 1000;

async function* diskFolders(dataDir: string, parent: string): AsyncGenerator<string[]> {
  let names: string[] = [];
  try {
    for await (const entry of await opendir(path.join(rootOf(dataDir), parent), { bufferSize: page })) {
      if (entry.isDirectory()) names.push(entry.name);
      if (names.length < page) continue;
      yield names;
      names = [];
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  yield names;
}

async function* bucketFolders(disk: Disk, parent: string): AsyncGenerator<string[]> {
  let paginationToken: string | undefined;
  do {
    const listed = await disk.listAll(parent, paginationToken ? { paginationToken } : {});
    yield [...listed.objects].filter(({ isDirectory }) => isDirectory).map(({ name }) => name);
    paginationToken = listed.paginationToken;
  } while (paginationToken);
}

const full = ["ENOSPC", "EDQUOT", "EFBIG"];

/** Whether an error, or its cause, means that the disk is full. */
function isFull(error: unknown): boolean {
  const { code, cause } = error as { code?: string; cause?: unknown };
  return full.includes(code ?? "") || (cause !== undefined && isFull(cause));
}

const rootOf = (dataDir: string) => path.join(dataDir, "files");

async function diskDriver(dataDir: string) {
  const location = rootOf(dataDir);
  await mkdir(location, { recursive: true });
  return new FSDriver({ location, visibility: "private" });
}

async function s3Driver(s3: NonNullable<Settings["s3"]>) {
  // Loaded only when needed: most installations use the disk.
  const { S3Driver } = await import("flydrive/drivers/s3");
  return new S3Driver({
    credentials: { accessKeyId: s3.accessKeyId, secretAccessKey: s3.secretAccessKey },
    region: s3.region,
    bucket: s3.bucket,
    visibility: "private",
    supportsACL: false,
    ...(s3.endpoint ? { endpoint: s3.endpoint, forcePathStyle: true } : {}),
  });
}
