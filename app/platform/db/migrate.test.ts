import path from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, inject, test } from "vitest";
import { query } from "#tests/databases.ts";
import { migrate } from "./migrate.server.ts";
import { divideRoles } from "./own-postgres-roles.server.ts";

const name = `aleef_migrate_${process.pid}`;
const url = new URL(inject("databaseUrl"));
url.pathname = `/${name}`;
const migrations = path.resolve("migrations");

beforeEach(() => query(inject("databaseUrl"), `create database ${name} encoding 'UTF8' template template0`));
afterEach(() => query(inject("databaseUrl"), `drop database ${name} with (force)`));

test("of four processes that start together on an empty database one migrates and the others wait", async () => {
  const starts = await Promise.allSettled(Array.from({ length: 4 }, () => migrate(url.href, migrations)));
  expect(starts.map(({ status }) => status)).toEqual(Array(4).fill("fulfilled"));
  const { rows } = await query(
    url.href,
    "select count(*)::int as entries, count(distinct hash)::int as migrations from drizzle.__drizzle_migrations",
  );
  expect(rows[0].entries).toBe(rows[0].migrations);
  expect(rows[0].migrations).toBeGreaterThan(0);
});

test("tables that somebody holds for too long are not waited for, and a sentence says what to look for", async () => {
  await migrate(url.href, migrations);
  const other = new pg.Client({ connectionString: url.href });
  await other.connect();
  await other.query("select pg_advisory_lock(7245101)");
  await expect(migrate(url.href, migrations, { patience: 1 })).rejects.toThrow(
    "something else has held them for more than 1 s. Look in pg_stat_activity",
  );
  await other.end();
});

test("a role of the app that could change the audit log all the same is refused, and so is one that owns nothing", async () => {
  const { url: appUrl, ownerUrl } = await divideRoles(url.href);
  await migrate(ownerUrl, migrations, { appUrl });
  await expect(migrate(ownerUrl, migrations, { appUrl: url.href })).rejects.toThrow("can change the audit log");
  await query(url.href, "drop schema drizzle cascade");
  await expect(migrate(appUrl, migrations)).rejects.toThrow(
    'The role "aleef_app" may not bring the tables up to date. See "Two roles"',
  );
});

test("a migration that is broken off leaves nothing of itself, and the next start does it whole", async () => {
  const half = new pg.Client({ connectionString: url.href });
  await half.connect();
  // After some of the migrations it waits for a table that somebody else is making, and there its connection ends.
  await half.query("begin; create table store_orders (id int)");
  const broken = migrate(url.href, migrations).then(
    () => "done",
    () => "broken off",
  );
  const under =
    "select count(*)::int as n from pg_stat_activity where application_name = 'aleef' and wait_event_type = 'Lock'";
  await expect.poll(async () => (await query(url.href, `${under} and datname = '${name}'`)).rows[0].n).toBe(1);
  await query(
    url.href,
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'aleef' and datname = '${name}'`,
  );
  expect(await broken).toBe("broken off");
  await half.query("rollback");
  await half.end();
  expect((await query(url.href, "select to_regclass('users') as made")).rows).toEqual([{ made: null }]);
  await migrate(url.href, migrations);
  expect((await query(url.href, "select to_regclass('users') is not null as made")).rows).toEqual([{ made: true }]);
});
