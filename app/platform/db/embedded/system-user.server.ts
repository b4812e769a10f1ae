import { execFile } from "node:child_process";
import { readFileSync, statSync } from "node:fs";

/** System user that runs PostgreSQL when the app is root; null stands for the app's own user. */
export interface ServerUser {
  name: string;
  uid: number;
  gid: number;
}

export interface Outcome {
  ok: boolean;
  output: string;
}

/**
 * PostgreSQL's environment. Nothing is inherited, so that PG* variables have no effect, secrets do not remain in a
 * long-lived process, and its log is in English. Windows programs need some system variables.
 */
export const serverEnvironment =
  process.platform === "win32" ? undefined : { LC_ALL: "C", TZ: "UTC", PATH: "/usr/bin:/bin" };

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** Returns the first of these users that exists on the system; PostgreSQL refuses to run as root. */
export function findSystemUser(): ServerUser {
  const users = readPasswd();
  const user = users.find(({ name }) => name === "postgres") ?? users.find(({ name }) => name === "nobody");
  if (user) return user;
  throw new Error(
    'PostgreSQL refuses to run as root, and this system has neither a user "postgres" nor "nobody" to run it as. ' +
      "Start the app as an ordinary user, or set DATABASE_URL.",
  );
}

/** Returns the owner of a folder; null for root. */
export function findFolderOwner(folder: string): ServerUser | null {
  const { uid, gid } = statSync(folder);
  if (uid === 0) return null;
  return { name: readPasswd().find((user) => user.uid === uid)?.name ?? `number ${uid}`, uid, gid };
}

/**
 * Returns whether a user can enter a folder. Determined by trying, because access lists, mounts and security modules
 * matter besides the mode.
 */
export async function canEnter(user: ServerUser, folder: string): Promise<boolean> {
  return (await runAs(user, "/bin/sh", ["-c", 'cd "$1"', "sh", folder])).ok;
}

/** Runs a program as `user` and returns its output. Throws if switching to that user is impossible. */
export function runAs(user: ServerUser | null, file: string, args: string[]): Promise<Outcome> {
  const options = { ...(user ? { uid: user.uid, gid: user.gid } : {}), cwd: "/", env: serverEnvironment };
  return new Promise((resolve, reject) => {
    const refuse = (reason: string) =>
      reject(
        new Error(
          `PostgreSQL refuses to run as root, and this system does not allow running it as user "${user?.name}" (${reason}). ` +
            "Start the app as an ordinary user, or set DATABASE_URL.",
        ),
      );
    try {
      execFile(file, args, options, (error, stdout, stderr) => {
        if (user && error?.code === "EPERM") return refuse(error.message);
        resolve({ ok: error === null, output: `${stdout}\n${stderr}`.trim() || (error?.message ?? "") });
      });
    } catch (error) {
      // A container may have no user except root.
      refuse((error as Error).message);
    }
  });
}

function readPasswd(): ServerUser[] {
  return readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"))
    .filter((fields) => fields.length >= 4)
    .map(([name, , uid, gid]) => ({ name: name ?? "", uid: Number(uid), gid: Number(gid) }));
}
