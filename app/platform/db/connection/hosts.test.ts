import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { createTestApp } from "#tests/test-app.ts";
import { freePort } from "../../../../bench/free-port.ts";
import { openDatabase } from "./database.server.ts";
import { findPrimary, getConnectionOptions, listHosts } from "./hosts.server.ts";

const app = await createTestApp();
afterAll(() => app.close());

test("parses several servers like libpq", () => {
  expect(listHosts("postgres://u:p%2C@one:5433,two,[::1]:5434/aleef?target_session_attrs=read-write")).toEqual([
    { host: "one", port: 5433 },
    { host: "two", port: 5432 },
    { host: "::1", port: 5434 },
  ]);
  expect(
    getConnectionOptions("postgres://u:p@one:5433,two/aleef?target_session_attrs=primary&sslmode=disable"),
  ).toMatchObject({
    connectionString: "postgres://u:p@one:5433/aleef?sslmode=disable",
  });
  expect(getConnectionOptions("postgres://u@[::1]:5,two/aleef?target_session_attrs=any").connectionString).toBe(
    "postgres://u@[::1]:5/aleef",
  );
  for (const one of ["postgres://u:p@one:5433/aleef", "postgres://u:a,b@one/aleef", "postgresql://one/x,y"]) {
    expect(listHosts(one)).toEqual([]);
    expect(getConnectionOptions(one)).toEqual({ connectionString: one });
  }
});

test("finds the primary after servers that refuse connections, and pools connect to it", async () => {
  const port = await freePort();
  const own = new URL(app.databaseUrl);
  const url = `postgres://${own.username}:${own.password}@127.0.0.1:${port},${own.hostname}:${own.port}${own.pathname}`;
  const lost = new pg.Client(getConnectionOptions(url));
  await expect(lost.connect()).rejects.toMatchObject({ code: "ECONNREFUSED" });
  // The next connection goes to the next server.
  const { pool } = openDatabase(url);
  expect((await pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  await pool.end();
  await findPrimary(url);
});

test("names the servers if none accepts writes", async () => {
  await expect(findPrimary("postgres://u@127.0.0.1:1,127.0.0.1:2/aleef", 1)).rejects.toThrow(
    "None of the servers of DATABASE_URL accepts writes: 127.0.0.1:1, 127.0.0.1:2 (ECONNREFUSED).",
  );
});
