import path from "node:path";
import { afterAll, expect, inject, test } from "vitest";
import { query } from "#tests/databases.ts";
import { migrate } from "./migrate.server.ts";

const name = `aleef_migrate_${process.pid}`;
afterAll(() => query(inject("databaseUrl"), `drop database if exists ${name} with (force)`));

test("of four processes that start together on an empty database one migrates and the others wait", async () => {
  await query(inject("databaseUrl"), `create database ${name} encoding 'UTF8' template template0`);
  const url = new URL(inject("databaseUrl"));
  url.pathname = `/${name}`;
  const starts = await Promise.allSettled(
    Array.from({ length: 4 }, () => migrate(url.href, path.resolve("migrations"))),
  );
  expect(starts.map(({ status }) => status)).toEqual(Array(4).fill("fulfilled"));
  const { rows } = await query(
    url.href,
    "select count(*)::int as entries, count(distinct hash)::int as migrations from drizzle.__drizzle_migrations",
  );
  expect(rows[0].entries).toBe(rows[0].migrations);
  expect(rows[0].migrations).toBeGreaterThan(0);
});
