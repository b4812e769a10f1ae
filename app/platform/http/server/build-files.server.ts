import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { getMimeType } from "hono/utils/mime";
import { createFiles, type Files } from "../../files/files.server.ts";
import type { Settings } from "../../settings.server.ts";

/** Number of builds whose files stay available, the running one included. */
const keptBuilds = 5;

interface Build {
  /** When it was first started, ISO 8601. */
  at: string;
  names: string[];
}

/**
 * Opens the storage of the files of the last builds: the bucket, or a folder beside the uploaded files, which are in the
 * backup.
 */
const openStore = ({ dataDir, s3 }: Pick<Settings, "dataDir" | "s3">): Promise<Files> =>
  createFiles({ dataDir: path.join(dataDir, "builds"), s3 });

const keyOf = (name: string) => `assets/${name}`;
const listKeyOf = (build: string) => `builds/${build}/files.json`;

async function readBuild(store: Files, build: string): Promise<Build> {
  const bytes = await store.find(listKeyOf(build));
  return bytes ? JSON.parse(Buffer.from(bytes).toString()) : { at: "", names: [] };
}

/** Files whose names contain a hash of their contents; the server compresses those it takes from the storage itself. */
async function listAssets(clientDir: string): Promise<string[]> {
  const names = await readdir(path.join(clientDir, "assets"));
  return names.filter((name) => !/\.(br|gz|zst|map)$/.test(name)).sort();
}

/**
 * Stores the browser files of this build, so that pages opened before the next deployment, and pages of another process
 * that already runs it, still get theirs. Deletes the files that none of the last five builds uses.
 */
export async function keepBuildFiles(
  { settings, clock }: { settings: Pick<Settings, "dataDir" | "s3">; clock: { now(): Date } },
  clientDir: string,
): Promise<void> {
  const store = await openStore(settings);
  const names = await listAssets(clientDir);
  const id = createHash("sha256").update(names.join("\n")).digest("hex").slice(0, 16);
  if ((await readBuild(store, id)).at) return;
  for (const name of names) {
    const bytes = await readFile(path.join(clientDir, "assets", name));
    await store.put(keyOf(name), bytes, getMimeType(name) ?? "application/octet-stream");
  }
  const list = Buffer.from(JSON.stringify({ at: clock.now().toISOString(), names } satisfies Build));
  await store.put(listKeyOf(id), list, "application/json");
  await deleteOldBuilds(store);
}

async function deleteOldBuilds(store: Files): Promise<void> {
  const builds: (Build & { id: string })[] = [];
  for await (const ids of store.folders("builds"))
    for (const id of ids) builds.push({ id: path.basename(id), ...(await readBuild(store, path.basename(id))) });
  builds.sort((a, b) => b.at.localeCompare(a.at));
  const used = new Set(builds.slice(0, keptBuilds).flatMap(({ names }) => names));
  for (const { id, names } of builds.slice(keptBuilds)) {
    await store.remove(names.filter((name) => !used.has(name)).map(keyOf));
    await store.remove([listKeyOf(id)]);
  }
}

/** Returns a function that finds a file of one of the last builds by its name; null if none has it. */
export function createBuildFileFinder(settings: Pick<Settings, "dataDir" | "s3">) {
  let store: Promise<Files> | undefined;
  return async (name: string): Promise<{ bytes: Uint8Array; type: string } | null> => {
    if (!/^[\w-][\w.-]{1,120}$/.test(name)) return null;
    store ??= openStore(settings);
    const bytes = await (await store).find(keyOf(name));
    return bytes && { bytes, type: getMimeType(name) ?? "application/octet-stream" };
  };
}
