import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  accessSync,
  chownSync,
  constants,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { ServerUser } from "./system-user.server.ts";

type Kind = "lock" | "use";

export interface Claim {
  file: string;
  heartbeat: NodeJS.Timeout;
}

/** Milliseconds between two updates of a claim's timestamp by its holder. */
const heartbeatInterval = 1_000;
/** Milliseconds without an update after which another container or machine considers the holder dead. */
const heartbeatTimeout = 10_000;

/**
 * Creates the folder for claims: empty files whose names identify the processes that use the server
 * (`lock.<pid>.<namespace>.<process start>.<random>`). They cannot be read half-written, a reused process id is
 * detected, and names are never reused, so claims of dead processes can be deleted safely. A process in another
 * container or on another machine counts as alive as long as it updates its claim.
 */
export function createClaimsFolder(home: string, user: ServerUser | null): string {
  const claims = join(home, "postgres-processes");
  const fresh = mkdirSync(claims, { recursive: true, mode: 0o700 }) !== undefined;
  try {
    if (fresh && user) chownSync(claims, user.uid, user.gid);
  } catch {
    // The file system does not support owners; creating the cluster reports that.
  }
  try {
    accessSync(claims, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    throw new Error(`${claims} belongs to another user, who ran this app here before. Delete it, then start again.`);
  }
  return claims;
}

/** Claims the server for this process; release it with `deleteClaim`. */
export function createClaim(claims: string): Claim {
  return makeClaim(claims, "use");
}

export function deleteClaim({ file, heartbeat }: Claim): void {
  clearInterval(heartbeat);
  rmSync(file, { force: true });
}

export function isInUse(claims: string): boolean {
  return listLiveClaims(claims, "use").length > 0;
}

/**
 * Throws if a process that cannot be checked from here uses the folder, because two servers on one folder destroy it.
 * After a container was killed, it waits until the claim expires.
 */
export async function requireUnusedFolder(claims: string, print: (line: string) => void): Promise<void> {
  const seen = new Map<string, number>();
  for (;;) {
    const elsewhere = listLiveClaims(claims, "use").filter((name) => describeProcess(name) !== ownNamespace);
    if (elsewhere.length === 0) return;
    if (seen.size === 0) print("Waiting to see whether another container or machine uses this folder.");
    for (const name of elsewhere) {
      const at = touchedAt(join(claims, name));
      if ((seen.get(name) ?? at) !== at)
        throw new Error(
          `Another container or machine uses ${dirname(claims)}. Stop it first, or give both the same DATABASE_URL.`,
        );
      seen.set(name, at);
    }
    await sleep(150);
  }
}

/** Runs `work` while holding a lock on the folder. The lock of a killed process is ignored. */
export async function withFolderLock<T>(
  claims: string,
  print: (line: string) => void,
  work: () => Promise<T>,
): Promise<T> {
  const began = Date.now();
  let printed = false;
  for (;;) {
    const holder = listLiveClaims(claims, "lock")[0];
    if (holder === undefined) {
      const ownClaim = makeClaim(claims, "lock");
      if (listLiveClaims(claims, "lock").length === 1) {
        try {
          return await work();
        } finally {
          deleteClaim(ownClaim);
        }
      }
      deleteClaim(ownClaim);
    } else if (!printed && Date.now() - began > 3_000) {
      printed = true;
      print(`Waiting for process ${holder.split(".")[1]}, which is starting or stopping the same PostgreSQL.`);
    }
    await sleep(15 + Math.random() * 45);
  }
}

/**
 * Returns a process's start time, which identifies it beyond its id; null if it has ended or is a zombie, 'unknown' if
 * the system does not provide it.
 */
export function getProcessStart(pid: number): string | null {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return null;
  }
  try {
    if (process.platform === "linux") {
      const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
        .replace(/^.*\) /s, "")
        .split(" ");
      return fields[0] === "Z" || fields[0] === "X" ? null : `${fields[19]}`;
    }
    if (process.platform === "win32") return "unknown";
    const answer = execFileSync("ps", ["-o", "stat=,lstart=", "-p", String(pid)], { env: { LC_ALL: "C" } }).toString();
    const [state, ...start] = answer.trim().split(/\s+/);
    return state?.startsWith("Z") ? null : start.join("-").replace(/[^\w-]/g, "");
  } catch {
    return "unknown";
  }
}

/** Identifies the process id namespace by machine boot and container. */
const ownNamespace = describeThisProcess();

function describeThisProcess(): string {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").slice(0, 8);
    return `${boot}-${readlinkSync("/proc/self/ns/pid").replace(/\D/g, "")}`;
  } catch {
    return hostname().replace(/\W/g, "-");
  }
}

const describeProcess = (name: string) => name.split(".")[2];

function makeClaim(claims: string, kind: Kind): Claim {
  const name = [kind, process.pid, ownNamespace, getProcessStart(process.pid), randomBytes(6).toString("hex")].join(
    ".",
  );
  const file = join(claims, name);
  writeFileSync(file, "", { flag: "wx", mode: 0o600 });
  // Sets the timestamp by this clock; the file system's may differ.
  touch(file);
  const heartbeat = setInterval(() => touch(file), heartbeatInterval).unref();
  return { file, heartbeat };
}

function touch(file: string): void {
  try {
    utimesSync(file, new Date(), new Date());
  } catch {}
}

function listLiveClaims(claims: string, kind: Kind): string[] {
  return readdirSync(claims).filter((name) => {
    const [claimKind, pid, namespace, processStart] = name.split(".");
    if (claimKind !== kind) return false;
    const isLive =
      namespace === ownNamespace
        ? isAlive(Number(pid), processStart)
        : Math.abs(Date.now() - touchedAt(join(claims, name))) < heartbeatTimeout;
    if (!isLive) rmSync(join(claims, name), { force: true });
    return isLive;
  });
}

function isAlive(pid: number, processStart: string | undefined): boolean {
  const now = getProcessStart(pid);
  return now !== null && (now === processStart || now === "unknown" || processStart === "unknown");
}

/** Returns when a claim was last updated (milliseconds since 1970); 0 if it no longer exists. */
function touchedAt(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
