import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { query } from "#tests/databases.ts";
import { freePort } from "../../bench/free-port.ts";

const program = ["/usr/sbin/pgbouncer", "/usr/bin/pgbouncer"].find(
  (file) => spawnSync(file, ["--version"]).status === 0,
);
export const hasPooler = program !== undefined;

export interface Pooler {
  /** URL of the same database through the pooler. */
  url: string;
  close(): Promise<void>;
}

/** Starts PgBouncer in transaction mode in front of the database, with fewer connections than the app may use. */
export async function openPooler(databaseUrl: string): Promise<Pooler> {
  const behind = new URL(databaseUrl);
  const folder = await mkdtemp(path.join(os.tmpdir(), "aleef-pooler-"));
  const port = await freePort();
  const name = decodeURIComponent(behind.username);
  const password = decodeURIComponent(behind.password);
  await writeFile(path.join(folder, "users.txt"), `"${name}" "${password}"\n`, { mode: 0o644 });
  await writeFile(
    path.join(folder, "pgbouncer.ini"),
    [
      "[databases]",
      `* = host=${behind.hostname} port=${behind.port}`,
      "[pgbouncer]",
      "listen_addr = 127.0.0.1",
      `listen_port = ${port}`,
      "unix_socket_dir =",
      "pool_mode = transaction",
      "default_pool_size = 8",
      "auth_type = plain",
      `auth_file = ${path.join(folder, "users.txt")}`,
      "ignore_startup_parameters = extra_float_digits,statement_timeout,idle_in_transaction_session_timeout",
      "",
    ].join("\n"),
    { mode: 0o644 },
  );
  await chmod(folder, 0o755);
  const asUser = process.getuid?.() === 0 ? ["-u", "nobody"] : [];
  const child = spawn(program as string, [...asUser, path.join(folder, "pgbouncer.ini")], { stdio: "ignore" });
  const url = new URL(databaseUrl);
  url.port = String(port);
  for (let attempt = 0; ; attempt++) {
    try {
      await query(url.href, "select 1");
      break;
    } catch (error) {
      if (attempt > 100) throw error;
      await new Promise((next) => setTimeout(next, 50));
    }
  }
  return {
    url: url.href,
    async close() {
      const gone = once(child, "close");
      child.kill("SIGKILL");
      await gone;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
