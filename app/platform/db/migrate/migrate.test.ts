// An update would stop halfway and leave the operator with a site that neither starts nor goes back.
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { query } from "#tests/databases.ts";
import { createDatabase, dropDatabase } from "#tests/test-database.ts";
import { lockKey } from "../advisory-locks.server.ts";
import { createRoles } from "../embedded/embedded-postgres.server.ts";
import { runMigrations } from "./migrate.server.ts";

const name = `aleef_migrate_${process.pid}`;
let url: string;
const migrations = path.resolve("migrations");

beforeEach(async () => {
  url = await createDatabase(name);
});
afterEach(() => dropDatabase(name));

test("one of four processes that start concurrently on an empty database migrates, the others wait", async () => {
  const starts = await Promise.allSettled(Array.from({ length: 4 }, () => runMigrations(url, migrations)));
  expect(starts.map(({ status }) => status)).toEqual(Array(4).fill("fulfilled"));
  const { rows } = await query(
    url,
    "select count(*)::int as entries, count(distinct hash)::int as migrations from drizzle.__drizzle_migrations",
  );
  expect(rows[0].entries).toBe(rows[0].migrations);
  expect(rows[0].migrations).toBeGreaterThan(0);
});

test("fails with advice if a table is locked for too long", async () => {
  await runMigrations(url, migrations);
  const other = new pg.Client({ connectionString: url });
  await other.connect();
  await other.query(`select pg_advisory_lock(${lockKey("migration")})`);
  await expect(runMigrations(url, migrations, { lockTimeout: 1 })).rejects.toThrow(
    "they were locked for more than 1 s. Check pg_stat_activity",
  );
  await other.end();
});

test("rejects an app role that could change the audit log, and an owner role that does not own the tables", async () => {
  const { url: appUrl, ownerUrl } = await createRoles(url);
  await runMigrations(ownerUrl, migrations, { appUrl });
  await expect(runMigrations(ownerUrl, migrations, { appUrl: url })).rejects.toThrow("can change the audit log");
  await query(url, "drop schema drizzle cascade");
  await expect(runMigrations(appUrl, migrations)).rejects.toThrow(
    'The role "aleef_app" of DATABASE_URL may not migrate the tables. See "Two roles"',
  );
});

test("an interrupted migration leaves nothing behind, and the next start completes it", async () => {
  const half = new pg.Client({ connectionString: url });
  await half.connect();
  // The migration waits for a table that another transaction creates; there its connection is terminated.
  await half.query("begin; create table store_orders (id int)");
  const broken = runMigrations(url, migrations).then(
    () => "done",
    () => "broken off",
  );
  const under =
    "select count(*)::int as n from pg_stat_activity where application_name = 'aleef' and wait_event_type = 'Lock'";
  const countWaiting = async () => (await query(url, `${under} and datname = '${name}'`)).rows[0].n;
  await expect.poll(countWaiting, { timeout: 60_000 }).toBe(1);
  await query(
    url,
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'aleef' and datname = '${name}'`,
  );
  expect(await broken).toBe("broken off");
  await half.query("rollback");
  await half.end();
  expect((await query(url, "select to_regclass('users') as made")).rows).toEqual([{ made: null }]);
  await runMigrations(url, migrations);
  expect((await query(url, "select to_regclass('users') is not null as made")).rows).toEqual([{ made: true }]);
});

const journal = "select hash, created_at::text as at from drizzle.__drizzle_migrations order by created_at";

interface Entry {
  idx: number;
  when: number;
  tag: string;
}

/** Copies the migrations, with another list of them, to a new folder; returns its path. */
async function copyMigrations(change: (entries: Entry[]) => Entry[]): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "aleef-migrations-"));
  await cp(migrations, folder, { recursive: true });
  const file = path.join(folder, "meta/_journal.json");
  const { entries, ...rest } = JSON.parse(await readFile(file, "utf8"));
  await writeFile(file, JSON.stringify({ ...rest, entries: change(entries) }));
  return folder;
}

test("a new spelling of search reaches every row that is already there", async () => {
  const before = await copyMigrations((entries) => entries.filter(({ idx }) => idx < 10));
  await runMigrations(url, before);
  await rm(before, { recursive: true });
  await query(
    url,
    `insert into users (id, name, first_name, last_name) values (gen_random_uuid(), 'ݣيليز', 'ݣيليز', '');
     insert into audit_log (id, at, action, subject_kind, subject_name) values (gen_random_uuid(), now(), 'a', 'pet', 'ݣيليز');`,
  );
  await runMigrations(url, migrations);
  const { rows } = await query(
    url,
    `select 'users' as "in" from users where search like '%كيليز%'
     union select 'audit_log' from audit_log where search like '%كيليز%'`,
  );
  expect(rows.map((row) => row.in).sort()).toEqual(["audit_log", "users"]);
});

test("continues a database that has all migrations contained in the baseline", async () => {
  await runMigrations(url, migrations);
  await query(
    url,
    `insert into drizzle.__drizzle_migrations (hash, created_at) select 'one of many', created_at - 1 from drizzle.__drizzle_migrations;
     update drizzle.__drizzle_migrations set hash = 'the last of many' where hash <> 'one of many'`,
  );
  const before = (await query(url, journal)).rows;
  await runMigrations(url, migrations);
  expect((await query(url, journal)).rows).toEqual(before);

  const folder = await copyMigrations((entries) => [
    ...entries,
    { ...entries.at(-1)!, idx: entries.length, when: entries.at(-1)!.when + 1, tag: "the_next" },
  ]);
  await writeFile(path.join(folder, "the_next.sql"), "create table of_the_next (id int)");
  await runMigrations(url, folder);
  await rm(folder, { recursive: true });
  expect((await query(url, journal)).rows).toHaveLength(before.length + 1);
  expect((await query(url, "select to_regclass('of_the_next') as made")).rows).toEqual([{ made: "of_the_next" }]);
});

test("rejects a database that has only some of the baseline's migrations, without changing it", async () => {
  await query(
    url,
    `create schema drizzle; create table drizzle.__drizzle_migrations (id serial primary key, hash text, created_at bigint);
     insert into drizzle.__drizzle_migrations (hash, created_at) values ('one of many', 1795300000000); create table users (id int)`,
  );
  await expect(runMigrations(url, migrations)).rejects.toThrow(
    /older version of the app \(its newest migration is of 2026-11-21 22:26 UTC\).* Nothing was changed\. Migrate it/,
  );
  expect((await query(url, journal)).rows).toEqual([{ hash: "one of many", at: "1795300000000" }]);
  const { rows } = await query(url, "select tablename as name from pg_tables where schemaname = 'public'");
  expect(rows).toEqual([{ name: "users" }]);
});
