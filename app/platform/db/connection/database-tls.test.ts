// Everything about owners would cross the network unencrypted although the operator asked for encryption.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { appendFile, chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort } from "../../../../bench/free-port.ts";
import { createJobs } from "../../jobs/jobs.server.ts";
import { runMigrations } from "../migrate/migrate.server.ts";
import { openDatabase } from "./database.server.ts";
import { createListener } from "./listen.server.ts";

const programs = "/usr/lib/postgresql/15/bin";
const isRoot = process.getuid?.() === 0;
const canRun = existsSync(programs) && spawnSync("openssl", ["version"]).status === 0;
const log = pino({ level: "silent" });
let folder: string;
let port: number;

/** Runs a PostgreSQL program as an ordinary user, because it refuses to run as root. */
const asPostgres = (program: string, ...words: string[]) =>
  isRoot
    ? execFileSync("runuser", ["-u", "postgres", "--", path.join(programs, program), ...words])
    : execFileSync(path.join(programs, program), words);
const openssl = (...words: string[]) => execFileSync("openssl", words, { cwd: folder, stdio: "pipe" });
const file = (name: string) => path.join(folder, name);

/** Returns a database URL. The database "open" also accepts unencrypted connections, "sealed" does not. */
const urlOf = (tls: string, { host = "localhost", database = "sealed" } = {}) =>
  `postgres://aleef:secret-word@${host.includes(":") ? host : `${host}:${port}`}/${database}?${tls}`;
const verified = () => `sslmode=verify-full&sslrootcert=${file("ca.crt")}`;

async function isEncrypted(url: string): Promise<boolean> {
  const { pool } = openDatabase(url, { max: 1 });
  try {
    return (await pool.query("select ssl from pg_stat_ssl where pid = pg_backend_pid()")).rows[0].ssl;
  } finally {
    await pool.end();
  }
}

describe.runIf(canRun)("connections with TLS", () => {
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "aleef-tls-"));
    if (isRoot) execFileSync("chown", ["postgres", folder]);
    await chmod(folder, 0o755);
    port = await freePort();
    for (const name of ["ca", "other"])
      openssl(
        ...["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", `/CN=${name}`],
        ...["-keyout", `${name}.key`, "-out", `${name}.crt`],
      );
    openssl(
      ...["req", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost"],
      ...["-keyout", "server.key", "-out", "server.csr"],
    );
    await writeFile(file("names.txt"), "subjectAltName=DNS:localhost\n");
    openssl(
      ...["x509", "-req", "-in", "server.csr", "-CA", "ca.crt", "-CAkey", "ca.key", "-CAcreateserial", "-days", "2"],
      ...["-extfile", "names.txt", "-out", "server.crt"],
    );
    await writeFile(file("password"), "secret-word");
    await chmod(file("password"), 0o644);
    await chmod(file("server.key"), 0o600);
    if (isRoot) execFileSync("chown", ["postgres", file("server.key")]);
    const data = file("data");
    asPostgres(
      "initdb",
      ...["-D", data, "-U", "aleef", "-A", "scram-sha-256", "--no-sync"],
      ...[`--pwfile=${file("password")}`, "-E", "UTF8", "--locale=C.UTF-8"],
    );
    await appendFile(
      path.join(data, "postgresql.conf"),
      `port = ${port}\nlisten_addresses = 'localhost'\nunix_socket_directories = ''\nfsync = off\nssl = on\n` +
        `ssl_cert_file = '${file("server.crt")}'\nssl_key_file = '${file("server.key")}'\n`,
    );
    await writeFile(
      path.join(data, "pg_hba.conf"),
      "host open all all scram-sha-256\nhost postgres all all scram-sha-256\nhostssl sealed all all scram-sha-256\n",
    );
    asPostgres("pg_ctl", "-D", data, "-w", "-l", file("data/server.log"), "start");
    const { pool } = openDatabase(urlOf("sslmode=disable", { database: "postgres" }), { max: 1 });
    for (const name of ["open", "sealed"]) await pool.query(`create database ${name}`);
    await pool.end();
    await runMigrations(urlOf(verified()), path.resolve("migrations"));
  }, 60_000);

  afterAll(async () => {
    asPostgres("pg_ctl", "-D", file("data"), "-m", "immediate", "stop");
    await rm(folder, { recursive: true, force: true });
  });

  test.each([
    ["sslmode=disable", false],
    ["sslmode=no-verify", true],
  ])("%s is respected", async (tls, encrypted) => {
    expect(await isEncrypted(urlOf(tls, { database: "open" }))).toBe(encrypted);
  });

  test("with verify-full and the right CA, pools, queue, listener and health check use encryption", async () => {
    const url = urlOf(verified());
    expect(await isEncrypted(url)).toBe(true);
    const jobs = await createJobs(url, [], { log, quiet: true });
    const { rows } = await jobs.boss.getDb().executeSql("select ssl from pg_stat_ssl where pid = pg_backend_pid()");
    expect(rows).toEqual([{ ssl: true }]);
    await jobs.stop();
    const listener = createListener(url, ["news"], log);
    await listener.opened;
    const heard = new Promise<string>((resolve) => listener.on("news", resolve));
    const { pool } = openDatabase(url, { max: 1 });
    await pool.query("notify news, 'hello'");
    expect(await heard).toBe("hello");
    await pool.end();
    await listener.close();
  });

  test.each([
    [
      "a wrong CA",
      () => urlOf(`sslmode=verify-full&sslrootcert=${file("other.crt")}`),
      /signed by nobody known here: sslrootcert=/,
    ],
    ["no CA", () => urlOf("sslmode=verify-full"), /signed by nobody known here: sslrootcert=/],
    [
      "sslmode=require, which verifies as well",
      () => urlOf("sslmode=require"),
      /signed by nobody known here: sslrootcert=/,
    ],
    [
      "a certificate for another host name",
      () => urlOf(verified(), { host: "127.0.0.1" }),
      /certificate is for another host name/,
    ],
    [
      "a missing CA file",
      () => urlOf("sslmode=verify-full&sslrootcert=/nowhere/ca.crt"),
      /the file \/nowhere\/ca.crt.*ENOENT/,
    ],
    [
      "missing encryption where it is required",
      () => urlOf("sslmode=disable"),
      /encrypted connections only: sslmode=verify-full/,
    ],
  ])("explains %s without revealing the password", async (_, makeUrl, words) => {
    const url = makeUrl();
    const failure = await runMigrations(url, "migrations").catch((error: Error) => error.message);
    expect(failure).toMatch(words);
    expect(failure).toMatch(/^Cannot connect to the database .* See DATABASE_URL\.$/);
    expect(failure).not.toContain("secret-word");
  });

  test("explains that the server does not support TLS", async () => {
    await appendFile(file("data/postgresql.conf"), "ssl = off\n");
    asPostgres("pg_ctl", "-D", file("data"), "-w", "-l", file("data/server.log"), "restart");
    await expect(runMigrations(urlOf(verified()), "migrations")).rejects.toThrow(
      /does not speak TLS: switch ssl on there/,
    );
  });
});
