import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { closeSync, fchownSync, openSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { getProcessStart } from "./claims.server.ts";
import type { DataLocation } from "./data-location.server.ts";
import { serverEnvironment } from "./system-user.server.ts";

/** A running PostgreSQL server, as described by `postmaster.pid`. */
export interface Postmaster {
  pid: number;
  port: number;
  state: "starting" | "ready" | "stopping" | string;
}

export interface ServerProcess {
  ended: boolean;
  /** Returns the last lines of its log since it was started. */
  lastLogLines(): string;
}

const tenMegabytes = 10 * 1024 * 1024;

/**
 * Returns the server running in `folder`; null if there is none, even if a stale file or a reused process id suggests
 * one.
 */
export function findPostmaster(folder: string): Postmaster | null {
  const lines = readOr(join(folder, "postmaster.pid"), "").split("\n");
  const pid = Number(lines[0]);
  if (!(pid > 0) || getProcessStart(pid) === null || !isPostgresIn(pid, folder)) return null;
  return { pid, port: Number(lines[3]), state: (lines[7] ?? "").trim() };
}

/**
 * Deletes a stale `postmaster.pid` that would keep PostgreSQL from starting: its process id belongs to another program
 * or a zombie, or the file was truncated by a crash. If the process no longer exists, PostgreSQL handles the file
 * itself.
 */
export function deleteStalePidFile(folder: string): void {
  const file = join(folder, "postmaster.pid");
  const age = Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY);
  const pid = Number(readOr(file, "").split("\n")[0]);
  const isStale = pid > 0 ? isTaken(pid) : age > 1_000;
  if (isStale && !findPostmaster(folder)) rmSync(file, { force: true });
}

/** Requests a fast shutdown: running transactions are rolled back, committed data is kept. */
export function requestStop(pid: number): void {
  try {
    process.kill(pid, "SIGINT");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** Starts PostgreSQL in its own session, so that it survives the app and Ctrl+C. */
export function startServer({ home, folder, user }: DataLocation, postgres: string, port: number): ServerProcess {
  const log = join(home, "postgres.log");
  const descriptor = openLog(log);
  if (user) fchownSync(descriptor, user.uid, user.gid);
  const { size } = statSync(log);
  let failure = "";
  const child: ChildProcess = spawn(
    postgres,
    // No Unix socket: its path is limited to 107 bytes.
    ["-D", folder, "-p", String(port), "-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="],
    {
      ...(user ? { uid: user.uid, gid: user.gid } : {}),
      cwd: "/",
      env: serverEnvironment,
      detached: true,
      windowsHide: true,
      stdio: ["ignore", descriptor, descriptor],
    },
  );
  closeSync(descriptor);
  child.unref();
  const launched: ServerProcess = {
    ended: false,
    lastLogLines: () =>
      `${readFileSync(log).subarray(size).toString().trim().split("\n").slice(-10).join("\n")}${failure}`,
  };
  child.once("exit", () => {
    launched.ended = true;
  });
  child.once("error", (error) => {
    failure = error.message;
    launched.ended = true;
  });
  return launched;
}

/** Chooses a free port, preferably the cluster's last one, so that noted URLs keep working. */
export async function findPort(folder: string): Promise<number> {
  const last = Number(/"-p" "(\d+)"/.exec(readOr(join(folder, "postmaster.opts"), ""))?.[1]);
  return (last > 0 ? await tryPort(last) : null) ?? (await tryPort(0)) ?? Promise.reject(new Error("No free port."));
}

function tryPort(port: number): Promise<number | null> {
  return new Promise((resolve) => {
    const probe = createServer().once("error", () => resolve(null));
    probe.listen(port, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : null));
    });
  });
}

function isTaken(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function isPostgresIn(pid: number, folder: string): boolean {
  try {
    if (process.platform === "linux") {
      const processFolder = statSync(`/proc/${pid}/cwd`);
      const ownFolder = statSync(folder);
      const program = readFileSync(`/proc/${pid}/comm`, "utf8").trim();
      return program === "postgres" && processFolder.dev === ownFolder.dev && processFolder.ino === ownFolder.ino;
    }
    if (process.platform === "win32") {
      return execFileSync("tasklist", ["/FI", `PID eq ${pid}`, "/FO", "CSV", "/NH"]).includes("postgres.exe");
    }
    const command = execFileSync("ps", ["-ww", "-o", "command=", "-p", String(pid)]).toString();
    return command.includes("postgres") && command.includes(folder);
  } catch {
    // Access denied: it runs as another user.
    return false;
  }
}

function openLog(log: string): number {
  try {
    if (statSync(log).size > tenMegabytes) renameSync(log, `${log}.1`);
  } catch {}
  try {
    return openSync(log, "a", 0o600);
  } catch {
    // The log belongs to another user, but the folder to us.
    renameSync(log, `${log}.1`);
    return openSync(log, "a", 0o600);
  }
}

function readOr(path: string, fallback: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return fallback;
  }
}
