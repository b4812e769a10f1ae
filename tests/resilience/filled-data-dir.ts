import { execFile } from "node:child_process";
import { rm } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import type { Shared } from "../shared.ts";
import { makeDataDir, startApp } from "./app-process.ts";

const run = promisify(execFile);

/** Creates a data folder as the built app leaves it after its first start, with a database, demo data and pictures. */
export async function makeFilledDataDir(): Promise<Shared> {
  const folder = await makeDataDir();
  const code = await (await startApp({ DATA_DIR: folder })).stop();
  if (code !== 0) throw new Error(`The app that fills a data folder ended with ${code}.`);
  // The file contains the port for the next start. Two copies must never use the same one, because they have the same
  // password.
  await rm(path.join(folder, "postgres/postmaster.opts"));
  return { address: folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Returns a copy with the same owners and modes, which PostgreSQL requires. */
export async function copyDataDir(from: string): Promise<string> {
  const folder = await makeDataDir();
  await run("cp", ["-a", `${from}/.`, folder]);
  return folder;
}
