import { execFile } from "node:child_process";
import { readFileSync, statSync } from "node:fs";

/** The system user PostgreSQL runs as when the app is root. `null` in its place means: as ourselves. */
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
 * PostgreSQL inherits nothing: no PG* variable bends it, no secret of the app lands in a long-lived process, and its
 * log stays in English so that its lines can be recognised. Windows programs do not start without their own variables.
 */
export const serverEnvironment =
  process.platform === "win32" ? undefined : { LC_ALL: "C", TZ: "UTC", PATH: "/usr/bin:/bin" };

export function runsAsRoot(): boolean {
  return process.getuid?.() === 0;
}

/** PostgreSQL refuses root, so root lends it the first of these users that the system knows. */
export function systemUser(): ServerUser {
  const users = readPasswd();
  const user = users.find(({ name }) => name === "postgres") ?? users.find(({ name }) => name === "nobody");
  if (user) return user;
  throw new Error(
    'PostgreSQL refuses to run as root, and this system has neither a user "postgres" nor "nobody" to run it as. ' +
      "Start the app as an ordinary user, or set DATABASE_URL.",
  );
}

/** The user a folder belongs to; `null` when that is root, as whom PostgreSQL cannot run. */
export function ownerOf(folder: string): ServerUser | null {
  const { uid, gid } = statSync(folder);
  if (uid === 0) return null;
  return { name: readPasswd().find((user) => user.uid === uid)?.name ?? `number ${uid}`, uid, gid };
}

/** Tried rather than computed from modes: access lists, mounts and security modules have their say too. */
export async function canEnter(user: ServerUser, folder: string): Promise<boolean> {
  return (await runAs(user, "/bin/sh", ["-c", 'cd "$1"', "sh", folder])).ok;
}

/** Runs a program to its end as `user` and collects everything it printed. Refuses where one cannot become that user. */
export function runAs(user: ServerUser | null, file: string, args: string[]): Promise<Outcome> {
  const options = { ...(user ? { uid: user.uid, gid: user.gid } : {}), cwd: "/", env: serverEnvironment };
  return new Promise((resolve, reject) => {
    const refuse = (reason: string) =>
      reject(
        new Error(
          `PostgreSQL refuses to run as root, and this system does not let it run as user "${user?.name}" (${reason}). ` +
            "Start the app as an ordinary user, or set DATABASE_URL.",
        ),
      );
    try {
      execFile(file, args, options, (error, stdout, stderr) => {
        if (user && error?.code === "EPERM") return refuse(error.message);
        resolve({ ok: error === null, output: `${stdout}\n${stderr}`.trim() || (error?.message ?? "") });
      });
    } catch (error) {
      // A container that knows root alone has no number for anybody else.
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
