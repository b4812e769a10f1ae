import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { accessSync, chownSync, constants, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { ServerUser } from "./own-postgres-user.server.ts";

type Kind = "lock" | "use";

/**
 * Claims are empty files whose name says who holds them (`lock.<pid>.<birth of the process>.<random>`). Nothing can be
 * read half-written, a reused process number is recognised, and since no name ever returns, anybody may sweep away the
 * claims of the dead without hitting a fresh one.
 */
export function openClaims(home: string, user: ServerUser | null): string {
  const claims = join(home, "postgres-processes");
  const fresh = mkdirSync(claims, { recursive: true, mode: 0o700 }) !== undefined;
  try {
    if (fresh && user) chownSync(claims, user.uid, user.gid);
  } catch {
    // A disk without owners; making the cluster says so in words.
  }
  try {
    accessSync(claims, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    throw new Error(`${claims} belongs to another user, who ran this app here before. Delete it, then start again.`);
  }
  return claims;
}

/** Records that this process uses the server. Returns the claim, to be given to `dropClaim`. */
export function claimUse(claims: string): string {
  return makeClaim(claims, "use");
}

export function dropClaim(claim: string): void {
  rmSync(claim, { force: true });
}

export function isInUse(claims: string): boolean {
  return livingClaims(claims, "use").length > 0;
}

/** Runs `work` while no other process or call does so on the same folder. A holder that was killed holds nothing. */
export async function underLock<T>(claims: string, say: (line: string) => void, work: () => Promise<T>): Promise<T> {
  const began = Date.now();
  let told = false;
  for (;;) {
    const holder = livingClaims(claims, "lock")[0];
    if (holder === undefined) {
      const mine = makeClaim(claims, "lock");
      if (livingClaims(claims, "lock").length === 1) {
        try {
          return await work();
        } finally {
          dropClaim(mine);
        }
      }
      dropClaim(mine);
    } else if (!told && Date.now() - began > 3_000) {
      told = true;
      say(`Waiting for process ${holder.split(".")[1]}, which is starting or stopping the same PostgreSQL.`);
    }
    await sleep(15 + Math.random() * 45);
  }
}

/**
 * What tells a process from a later one with the same number; `null` when it is gone or only waits to be buried.
 * 'unknown' where the system does not say.
 */
export function birthOf(pid: number): string | null {
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
      const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").slice(0, 8);
      return fields[0] === "Z" || fields[0] === "X" ? null : `${boot}-${fields[19]}`;
    }
    if (process.platform === "win32") return "unknown";
    const answer = execFileSync("ps", ["-o", "stat=,lstart=", "-p", String(pid)], { env: { LC_ALL: "C" } }).toString();
    const [state, ...start] = answer.trim().split(/\s+/);
    return state?.startsWith("Z") ? null : start.join("-").replace(/[^\w-]/g, "");
  } catch {
    return "unknown";
  }
}

function makeClaim(claims: string, kind: Kind): string {
  const claim = join(claims, `${kind}.${process.pid}.${birthOf(process.pid)}.${randomBytes(6).toString("hex")}`);
  writeFileSync(claim, "", { flag: "wx", mode: 0o600 });
  return claim;
}

function livingClaims(claims: string, kind: Kind): string[] {
  return readdirSync(claims).filter((name) => {
    const [itsKind, pid, birth] = name.split(".");
    if (itsKind !== kind) return false;
    const now = birthOf(Number(pid));
    const lives = now !== null && (now === birth || now === "unknown" || birth === "unknown");
    if (!lives) rmSync(join(claims, name), { force: true });
    return lives;
  });
}
