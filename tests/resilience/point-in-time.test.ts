// The operator could not go back to the minute before a mistake, and people's data would be lost.
import { execFile, spawn } from "node:child_process";
import { existsSync, openSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort } from "../../bench/free-port.ts";
import { query } from "../databases.ts";
import { type AppProcess, startApp } from "./app-process.ts";
import { emptyDataDir } from "./data-dirs.ts";
import { scan } from "./people.ts";

const programs = "/usr/lib/postgresql/15/bin";
const hasPgBackRest = [`${programs}/postgres`, "/usr/bin/pgbackrest"].every((file) => existsSync(file));

let folder: string;
const isRun = hasPgBackRest && process.env.PGBACKREST !== undefined;
const dataDir = isRun ? await emptyDataDir() : "";
let port: number;
let superuser: string;

const run = promisify(execFile);
const asPostgres = (program: string, ...parameters: string[]) =>
  run("runuser", ["-u", "postgres", "--", program, ...parameters], { cwd: folder });
const pgbackrest = (...parameters: string[]) =>
  asPostgres("pgbackrest", `--config=${folder}/pgbackrest.conf`, "--stanza=aleef", ...parameters);

/** Writes a file of `deploy/pgbackrest` with the folders and the port of this test. */
async function shipped(name: string): Promise<void> {
  const text = await readFile(path.resolve("deploy/pgbackrest", name), "utf8");
  const fitted = text
    .replaceAll("/etc/pgbackrest.conf", `${folder}/pgbackrest.conf`)
    .replaceAll("/var/lib/pgbackrest", `${folder}/repository`)
    .replaceAll("/var/log/pgbackrest", `${folder}/log`)
    .replaceAll("/tmp/pgbackrest", `${folder}/lock`)
    .replaceAll("/var/lib/postgresql/15/main", `${folder}/main`)
    .replaceAll("/var/run/postgresql", folder)
    .replaceAll("5432", String(port));
  await writeFile(path.join(folder, name), fitted, { mode: 0o644 });
}

async function startServer(): Promise<void> {
  const output = openSync(path.join(folder, "postgres.log"), "a");
  // Only this test needs the commit timestamps.
  const settings = ["-c", "track_commit_timestamp=on", "-c", `port=${port}`, "-c", `unix_socket_directories=${folder}`];
  spawn("runuser", ["-u", "postgres", "--", `${programs}/postgres`, "-D", `${folder}/main`, ...settings], {
    stdio: ["ignore", output, output],
  });
  const isWritable = () => query(superuser, "select pg_is_in_recovery() as busy").then(({ rows }) => !rows[0].busy);
  const until = Date.now() + 60_000;
  while (!(await isWritable().catch(() => false))) {
    if (Date.now() > until) throw new Error(await readFile(path.join(folder, "postgres.log"), "utf8"));
    await pause(200);
  }
}

const stopServer = () => asPostgres(`${programs}/pg_ctl`, "stop", "-D", `${folder}/main`, "-m", "fast", "-w");

describe.skipIf(!isRun)("database archived by pgBackRest", () => {
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "aleef-pgbackrest-"));
    await chmod(folder, 0o777);
    for (const name of ["repository", "log", "lock"]) {
      await mkdir(path.join(folder, name));
      await chmod(path.join(folder, name), 0o777);
    }
    port = await freePort();
    superuser = `postgres://postgres@127.0.0.1:${port}/postgres`;
    for (const name of ["pgbackrest.conf", "postgresql.conf"]) await shipped(name);
    await asPostgres(`${programs}/initdb`, "-D", `${folder}/main`, "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8");
    await asPostgres("sh", "-c", `echo "include '${folder}/postgresql.conf'" >> ${folder}/main/postgresql.conf`);
    await startServer();
    await query(superuser, "create role aleef login");
    await query(superuser, "create database aleef owner aleef encoding 'UTF8' template template0");
  }, 120_000);

  afterAll(async () => {
    if (folder) await stopServer().catch(() => undefined);
    await rm(folder, { recursive: true, force: true });
  }, 60_000);

  test("is restored to a given second with exactly what was committed until then", {
    timeout: 600_000,
  }, async () => {
    await pgbackrest("stanza-create");
    await pgbackrest("check");
    const url = `postgres://aleef@127.0.0.1:${port}/aleef`;
    const owner = `postgres://postgres@127.0.0.1:${port}/aleef`;
    const settings = { DATA_DIR: dataDir, DATABASE_URL: url, SECRET: "a-secret-that-is-long-enough-for-this-test" };
    let app: AppProcess = await startApp({ ...settings, DEMO: "0" });
    await query(
      owner,
      `insert into users (id, email, email_verified, name, first_name, last_name)
         select md5('user' || n)::uuid, n || '@example.com', true, 'Mona Nassar', 'Mona', 'Nassar' from generate_series(1, 100) n;
       insert into tags (id, code, code_key, code_kind, status, owner_id, claimed_at)
         select md5('tag' || n)::uuid, 'ZZN' || n, 'ZZN' || n, 'generated', 'active', md5('user' || n)::uuid, now()
         from generate_series(1, 100) n`,
    );
    const codes = Array.from({ length: 100 }, (_, n) => `ZZN${n + 1}`);
    let isOver = false;
    let visitor = 0;
    const finder = async () => {
      while (!isOver) {
        const at = visitor++;
        await scan(app.url, codes[at % codes.length], at);
        await pause(20);
      }
    };
    const finders = [finder(), finder(), finder()];
    await pgbackrest("backup", "--type=full");
    const began = Date.now();
    while (Date.now() - began < 8_000) await pause(500);
    const { rows } = await query(owner, "select date_trunc('second', now() - interval '3 seconds')::text as second");
    const { second } = rows[0] as { second: string };
    isOver = true;
    await Promise.all(finders);
    await app.stop();

    const whole = ["users", "tags"];
    const countRows = async (table: string, where = "true") =>
      Number((await query(owner, `select count(*) as n from ${table} where ${where}`)).rows[0].n);
    const wanted = await countRows("scan_records", `pg_xact_commit_timestamp(xmin) <= '${second}'`);
    const [all, others] = [await countRows("scan_records"), await Promise.all(whole.map((name) => countRows(name)))];
    expect(wanted).toBeGreaterThan(10);
    expect(all).toBeGreaterThan(wanted);
    // Simulates an accidental deletion.
    await query(owner, "truncate tags, scan_records cascade");
    await query(owner, "select pg_switch_wal()");

    await stopServer();
    const restoring = performance.now();
    await pgbackrest("restore", "--delta", "--type=time", `--target=${second}`, "--target-action=promote");
    await startServer();
    const seconds = ((performance.now() - restoring) / 1000).toFixed(1);
    expect(await countRows("scan_records")).toBe(wanted);
    expect(await Promise.all(whole.map((name) => countRows(name)))).toEqual(others);
    app = await startApp({ ...settings, DEMO: "0" });
    const { id } = await scan(app.url, codes[0], ++visitor);
    expect(await countRows("scan_records", `id = '${id}'`)).toBe(1);
    await app.stop();
    process.stdout.write(`${wanted} of ${all} scans as of ${second}, restored in ${seconds} s\n`);
  });
});
