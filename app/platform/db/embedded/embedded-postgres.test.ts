// Whoever tries Aleef on a laptop could not start it a second time, or would lose its data.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { superuserOf } from "#tests/databases.ts";
import { createJobs } from "../../jobs/jobs.server.ts";
import { runMigrations } from "../migrate/migrate.server.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./embedded-postgres.server.ts";
import { findPostmaster, requestStop } from "./process.server.ts";

const isRoot = process.getuid?.() === 0;
/** Own process id namespace, like a container; all processes in it end with it. */
const container = ["unshare", "--pid", "--ipc", "--fork", "--mount-proc", "--kill-child"];
const canContain = isRoot && spawnSync(container[0] as string, [...container.slice(1), "true"]).status === 0;

let root: string;
let children: ChildProcess[];
let folders: string[];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "own-postgres-"));
  chmodSync(root, 0o755);
  children = [];
  folders = [];
});

afterEach(async () => {
  for (const child of children) child.kill("SIGKILL");
  for (const folder of folders) {
    const left = findPostmaster(folder);
    if (left) requestStop(left.pid);
    while (findPostmaster(folder)) await sleep(10);
    if (!folder.startsWith(root)) rmSync(dirname(folder), { recursive: true, force: true });
  }
  rmSync(root, { recursive: true, force: true });
});

async function start(dataDir: string, print: (line: string) => void = () => undefined): Promise<EmbeddedPostgres> {
  folders.push(join(dataDir, "postgres"));
  const own = await startEmbeddedPostgres({ dataDir, print });
  folders.push(own.folder);
  return own;
}

/**
 * Starts another process of the app, which stops when its input ends; with `inContainer` in another process id
 * namespace.
 */
async function startElsewhere(
  dataDir: string,
  { inContainer = false } = {},
): Promise<{ ownerUrl: string; leave: () => Promise<void>; kill: () => Promise<void> }> {
  folders.push(join(dataDir, "postgres"));
  const program = `
    const { startEmbeddedPostgres } = await import(process.argv[1]);
    const own = await startEmbeddedPostgres({ dataDir: process.argv[2], print() {} });
    console.log(own.ownerUrl);
    process.stdin.resume().once("end", () => own.stop());`;
  const module = new URL("./embedded-postgres.server.ts", import.meta.url).href;
  const node = [process.execPath, "--input-type=module", "-e", program, module, dataDir];
  const [name, ...parameters] = inContainer ? [...container, ...node] : node;
  const child = spawn(name as string, parameters, {
    stdio: ["pipe", "pipe", "inherit"],
  });
  children.push(child);
  const ended = once(child, "exit");
  const first = await Promise.race([once(child.stdout, "data"), ended]);
  return {
    ownerUrl: String(first[0]).trim(),
    leave: async () => {
      child.stdin.end();
      expect(await ended).toEqual([0, null]);
    },
    kill: async () => {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

async function ask(url: string, question: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  // The server may be killed after answering; before that, the query itself fails.
  client.on("error", () => undefined);
  try {
    await client.connect();
    return (await client.query({ text: question, rowMode: "array" })).rows?.[0]?.[0];
  } finally {
    await client.end();
  }
}

function emptyFolder(folder: string): void {
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
}

async function writeNote(url: string): Promise<void> {
  await ask(url, "create table if not exists notes (note text)");
  await ask(url, "insert into notes values ('قطة')");
}

const countNotes = "select count(*)::int from notes";

describe("startEmbeddedPostgres", { timeout: 20_000 }, () => {
  test("stores data privately and durably in a folder with spaces and Arabic letters", async () => {
    const dataDir = join(root, "مشروع أليف (نسخة)", "بيانات");
    const first = await start(dataDir);
    await writeNote(first.ownerUrl);
    await first.stop();
    await expect(ask(first.ownerUrl, "select 1")).rejects.toThrow("ECONNREFUSED");

    const { ownerUrl: url, folder, note, stop } = await start(dataDir);
    expect(await ask(url, countNotes)).toBe(1);
    expect({ folder, note }).toEqual({ folder: join(dataDir, "postgres"), note: null });
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, "aleef-password")).mode & 0o777).toBe(0o600);
    const settings = `select string_agg(setting, ' ' order by name) from pg_settings
      where name in ('data_checksums', 'fsync', 'listen_addresses', 'max_connections', 'server_encoding', 'TimeZone')`;
    expect(await ask(url, settings)).toBe("UTC on on 127.0.0.1 200 UTF8");
    await ask(url, "create extension pg_trgm");
    expect(await ask(url, "select array_length(show_trgm('قطة'), 1)")).toBe(4);
    const stranger = url.replace(/:[^:@]+@/, ":guess@");
    await expect(ask(stranger, "select 1")).rejects.toThrow("password authentication failed");
    await stop();
  });

  test("adds the two roles to an older cluster owned by a superuser, and keeps its data", async () => {
    const dataDir = join(root, "data");
    const first = await start(dataDir);
    const superuser = await superuserOf(first);
    // A database from before the roles were introduced.
    await ask(superuser, "alter database aleef owner to aleef; drop role aleef_owner, aleef_app");
    await runMigrations(superuser, "migrations");
    await (await createJobs(superuser, [], { log: pino({ level: "silent" }), quiet: true })).stop();
    await ask(superuser, "insert into key_values values ('kept', 'قطة')");
    await ask(
      superuser,
      "insert into audit_log (id, at, action, subject_kind) values (gen_random_uuid(), now(), 'tag.create', 'tag')",
    );
    const notOurs = `select string_agg(what, ' ') from (
      select relname as what from pg_class where relowner = 10 and relnamespace in ('public'::regnamespace, 'drizzle'::regnamespace, 'jobs'::regnamespace)
      union all select proname from pg_proc p where proowner = 10 and pronamespace in ('public'::regnamespace, 'jobs'::regnamespace)
        and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
      union all select typname from pg_type where typowner = 10 and typnamespace in ('public'::regnamespace, 'jobs'::regnamespace)
        and typtype in ('e', 'd')
      union all select datname from pg_database where datname = 'aleef' and datdba = 10) held`;
    expect(await ask(superuser, notOurs)).toContain("audit_log");
    await first.stop();

    for (let turn = 0; turn < 2; turn++) {
      const next = await start(dataDir);
      expect(await ask(await superuserOf(next), notOurs)).toBe(null);
      await runMigrations(next.ownerUrl, "migrations", { appUrl: next.url });
      const jobs = await createJobs(next.url, [], { log: pino({ level: "silent" }), quiet: true });
      await jobs.boss.createQueue(`queue-${turn}`);
      await jobs.stop();
      expect(await ask(next.url, "select value from key_values where name = 'kept'")).toBe("قطة");
      expect(await ask(next.url, "select count(*)::int from audit_log")).toBe(1);
      await expect(ask(next.url, "update audit_log set subject_name = null")).rejects.toThrow("permission denied");
      await expect(ask(next.url, "copy key_values from program 'true'")).rejects.toThrow("permission denied");
      await next.stop();
    }
  });

  test("shares the server between two processes that start concurrently on an empty folder, and stops it after both", async () => {
    const dataDir = join(root, "data");
    const [one, two] = await Promise.all([startElsewhere(dataDir), startElsewhere(dataDir)]);
    expect(one.ownerUrl).toBe(two.ownerUrl);
    await writeNote(one.ownerUrl);
    const three = await start(dataDir);
    expect(three.ownerUrl).toBe(one.ownerUrl);

    await Promise.all([one.leave(), two.leave()]);
    expect(await ask(three.ownerUrl, countNotes)).toBe(1);
    await three.stop();
    await expect(ask(three.ownerUrl, "select 1")).rejects.toThrow("ECONNREFUSED");
    expect(readdirSync(join(dataDir, "postgres-processes"))).toEqual([]);
  });

  test("reuses the running server after the app was killed, and stops it with the next app", async () => {
    const dataDir = join(root, "data");
    const killed = await startElsewhere(dataDir);
    await writeNote(killed.ownerUrl);
    await killed.kill();
    expect(await ask(killed.ownerUrl, countNotes)).toBe(1);

    const next = await start(dataDir);
    expect(next.ownerUrl).toBe(killed.ownerUrl);
    expect(await ask(next.ownerUrl, countNotes)).toBe(1);
    await next.stop();
    await expect(ask(next.ownerUrl, "select 1")).rejects.toThrow("ECONNREFUSED");
  });

  test.runIf(canContain)("does not start on a folder used by a container until that container was killed", async () => {
    const dataDir = join(root, "data");
    const container = await startElsewhere(dataDir, { inContainer: true });
    await writeNote(container.ownerUrl);
    await expect(start(dataDir)).rejects.toThrow(`Another container or machine uses ${dataDir}. Stop it first`);
    expect(await ask(container.ownerUrl, countNotes)).toBe(1);
    await container.kill();
    await expect.poll(() => ask(container.ownerUrl, "select 1").catch(String)).toContain("ECONNREFUSED");

    // Makes the claims look old.
    const claims = join(dataDir, "postgres-processes");
    for (const name of readdirSync(claims)) utimesSync(join(claims, name), 0, 0);
    const next = await start(dataDir);
    expect(await ask(next.ownerUrl, countNotes)).toBe(1);
    await next.stop();
    expect(readdirSync(claims)).toEqual([]);
  });

  test("starts after it was killed, even if another program has its process id", async () => {
    const dataDir = join(root, "data");
    const first = await start(dataDir);
    await writeNote(first.ownerUrl);
    const pidFile = join(first.folder, "postmaster.pid");
    const left = readFileSync(pidFile, "utf8");
    process.kill(Number.parseInt(left, 10), "SIGKILL");
    while (findPostmaster(first.folder)) await sleep(10);
    // PostgreSQL only checks processes of its own user.
    const { uid, gid } = statSync(first.folder);
    const other = spawn("sleep", ["60"], { stdio: "ignore", ...(isRoot ? { uid, gid } : {}) });
    children.push(other);
    writeFileSync(pidFile, left.replace(/^\d+/, String(other.pid)));

    const next = await start(dataDir);
    expect(await ask(next.ownerUrl, countNotes)).toBe(1);
    expect(other.exitCode).toBe(null);
    // The first process still uses the server, so it keeps running.
    await next.stop();
    expect(await ask(next.ownerUrl, countNotes)).toBe(1);
    await first.stop();
    await expect(ask(next.ownerUrl, "select 1")).rejects.toThrow("ECONNREFUSED");
  });

  test("leaves no incomplete cluster if the first start is killed", async () => {
    const dataDir = join(root, "data");
    const starting = startElsewhere(dataDir);
    while (!existsSync(dataDir) || !readdirSync(dataDir).some((name) => name.startsWith("postgres.new-")))
      await sleep(5);
    children[0]?.kill("SIGKILL");
    await starting;
    expect(existsSync(join(dataDir, "postgres"))).toBe(false);
    mkdirSync(join(dataDir, "postgres.new-earlier", "data"), { recursive: true });

    const next = await start(dataDir);
    await writeNote(next.ownerUrl);
    expect(existsSync(join(dataDir, "postgres.new-earlier"))).toBe(false);
    await next.stop();
  });

  test("rejects a folder with other contents, without changing it", async () => {
    const strange = join(root, "strange");
    mkdirSync(join(strange, "postgres"), { recursive: true });
    writeFileSync(join(strange, "postgres", "letter.txt"), "dear");
    await expect(start(strange)).rejects.toThrow("is not empty and contains no PostgreSQL database");
    expect(readdirSync(join(strange, "postgres"))).toEqual(["letter.txt"]);

    writeFileSync(join(strange, "postgres", "PG_VERSION"), "15\n");
    await expect(start(strange)).rejects.toThrow("was created by PostgreSQL 15");
    writeFileSync(join(strange, "postgres", "PG_VERSION"), "18\n");
    await expect(start(strange)).rejects.toThrow("incomplete or was not created by this app");
  });

  test("includes PostgreSQL's own message if it does not start", async () => {
    const dataDir = join(root, "data");
    const first = await start(dataDir);
    await first.stop();
    writeFileSync(join(first.folder, "postgresql.auto.conf"), "max_connections = many\n");
    await expect(start(dataDir)).rejects.toThrow('invalid value for parameter "max_connections": "many"');
  });

  test.each([
    ["a zeroed control file", "global/pg_control", (file: string) => writeFileSync(file, Buffer.alloc(8192))],
    ["a truncated control file", "global/pg_control", (file: string) => truncateSync(file, 100)],
    ["no control file", "global/pg_control", (file: string) => rmSync(file)],
    ["no version file", "PG_VERSION", (file: string) => rmSync(file)],
    ["an empty WAL folder", "pg_wal", emptyFolder],
  ])("rejects a data folder with %s, suggests a restore and leaves the rest unchanged", async (_, name, damage) => {
    const dataDir = join(root, "data");
    const first = await start(dataDir);
    await writeNote(first.ownerUrl);
    await first.stop();
    damage(join(first.folder, name));
    const tables = () => readdirSync(join(first.folder, "base"), { recursive: true }).length;
    const before = tables();
    await expect(start(dataDir)).rejects.toThrow("npm run restore -- FILE restores a backup");
    expect(tables()).toBe(before);
  });

  test.runIf(isRoot)(
    "stores data where PostgreSQL's user can access it, with a note, if only root can enter the folder",
    async () => {
      const closed = join(root, "closed");
      mkdirSync(closed, { mode: 0o700 });
      const dataDir = join(closed, "data");
      const first = await start(dataDir);
      await writeNote(first.ownerUrl);
      expect(first.folder).toMatch(/\/aleef\/closed-[0-9a-f]{10}\/postgres$/);
      expect(first.note).toContain(`The database lies in "${first.folder}", because`);
      expect(readFileSync(join(dataDir, "where-the-data-is.txt"), "utf8")).toBe(`${first.note}\n`);
      await first.stop();

      // The data is still found after changing the mode of the folder or emptying it.
      chmodSync(closed, 0o755);
      rmSync(dataDir, { recursive: true });
      const next = await start(dataDir);
      expect(next.folder).toBe(first.folder);
      expect(await ask(next.ownerUrl, countNotes)).toBe(1);
      await next.stop();
    },
  );
});
