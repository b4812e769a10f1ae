import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { findPostmaster, requestStop } from "#app/platform/db/embedded/process.server.ts";
import { freePort } from "../../bench/free-port.ts";

export interface AppProcess {
  url: string;
  pid: number;
  /** Everything the process printed. */
  output(): string;
  /** Resolves with the exit code, or the signal that ended the process. */
  ended: Promise<number | string>;
  /** Sends SIGKILL, so that the process can neither respond nor clean up. */
  kill(): Promise<void>;
  /** Sends SIGTERM. Resolves with the exit code, or the signal that ended the process. */
  stop(): Promise<number | string>;
}

const root = path.resolve(import.meta.dirname, "../..");
/** The processes of this test file, with their data folders. */
const running = new Map<ChildProcess, string | undefined>();
const built = [process.execPath, "--max-semi-space-size=16", "--disable-warning=ExperimentalWarning", "server.ts"];

/**
 * Starts the built app with exactly these settings. With `ready: false`, does not wait until it is ready. Output goes
 * to the file descriptor `output` if given. `command` replaces the usual start command.
 */
export async function startApp(
  settings: Record<string, string>,
  { ready = true, output, command = built }: { ready?: boolean; output?: number; command?: readonly string[] } = {},
): Promise<AppProcess> {
  const port = settings.PORT ? Number(settings.PORT) : await freePort();
  const [program = "", ...args] = command;
  const child = spawn(program, args, {
    cwd: root,
    env: {
      PATH: `${path.dirname(process.execPath)}${path.delimiter}${process.env.PATH}`,
      HOME: os.homedir(),
      // Keeps compiled code, because the app is started many times.
      NODE_COMPILE_CACHE: path.join(root, "node_modules/.cache/compiled"),
      LOG_LEVEL: "warn",
      // No test may ask a server outside this machine.
      MAP_TILE_URL: "none",
      // Tests change the data without a form.
      PUBLIC_PAGE_CACHE_SECONDS: "0",
      PORT: String(port),
      ...settings,
    },
    stdio: ["ignore", output ?? "pipe", output ?? "pipe"],
  });
  running.set(child, settings.DATA_DIR);
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (piece) => {
      text += piece;
    });
  const ended = once(child, "close").then(([code, signal]) => {
    running.delete(child);
    return (code ?? signal) as number | string;
  });
  const leave = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return ended;
  };
  const app: AppProcess = {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid as number,
    output: () => text,
    ended,
    kill: async () => void (await leave("SIGKILL")),
    stop: () => leave("SIGTERM"),
  };
  try {
    if (ready) await waitUntilReady(app);
  } catch (error) {
    await app.stop();
    throw error;
  }
  return app;
}

/** Waits until /readyz responds with 200. Throws with all output if the process ends first. */
async function waitUntilReady(app: AppProcess): Promise<void> {
  let end: number | string | undefined;
  void app.ended.then((code) => {
    end = code;
  });
  const began = Date.now();
  while (end === undefined && Date.now() - began < 120_000) {
    if ((await readiness(app)) === 200) return;
    await pause(20);
  }
  throw new Error(`The app is not ready (ended: ${end ?? "no"}). Its output:\n${app.output()}`);
}

/** Returns the status of /readyz; 0 if there is no response. */
export async function readiness(app: AppProcess): Promise<number> {
  return fetch(`${app.url}/readyz`).then(
    (answer) => answer.status,
    () => 0,
  );
}

/**
 * Creates a data folder that PostgreSQL's user may enter, so that the database is stored in it even when the test runs
 * as root.
 */
export async function makeDataDir(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "aleef-data-"));
  await chmod(folder, 0o755);
  return folder;
}

const clusterOf = (dataDir: string) => path.join(dataDir, "postgres");

/** Returns the process id of the PostgreSQL server of this data folder; null if none runs. */
export function postgresOf(dataDir: string): number | null {
  return findPostmaster(clusterOf(dataDir))?.pid ?? null;
}

/** Sends a signal to the PostgreSQL server of this data folder and to all of its processes. */
export function signalPostgres(dataDir: string, signal: NodeJS.Signals): void {
  const main = postgresOf(dataDir) as number;
  const isChild = (pid: string) => {
    try {
      return Number(readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ")[1]) === main;
    } catch {
      return false;
    }
  };
  const children = readdirSync("/proc").filter((name) => /^\d+$/.test(name) && isChild(name));
  for (const pid of [main, ...children.map(Number)]) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      // The child has ended in the meantime.
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  }
}

/** Returns the URL of the running database of this data folder without starting it. */
export async function databaseUrlOf(dataDir: string): Promise<string> {
  const port = findPostmaster(clusterOf(dataDir))?.port;
  const password = (await readFile(path.join(clusterOf(dataDir), "aleef-password"), "utf8")).trim();
  return `postgres://aleef:${password}@127.0.0.1:${port}/aleef`;
}

/** Kills the app's processes that use a data folder, stops its database and removes it. */
export async function removeDataDir(folder: string): Promise<void> {
  for (const [child, dataDir] of running) {
    if (dataDir !== folder) continue;
    const gone = once(child, "close");
    child.kill("SIGKILL");
    await gone;
  }
  const pid = postgresOf(folder);
  if (pid) requestStop(pid);
  while (postgresOf(folder)) await pause(10);
  await rm(folder, { recursive: true, force: true });
}
