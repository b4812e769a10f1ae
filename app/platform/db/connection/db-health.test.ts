// A page waits for a minute while the database is away, or a slow database is taken for a dead one.
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { openDatabaseProxy } from "#tests/database-proxy.ts";
import { query } from "#tests/databases.ts";
import { databaseUrl } from "#tests/test-database.ts";
import { openDatabase } from "./database.server.ts";
import { createDbHealth } from "./db-health.server.ts";
import { DatabaseUnavailableError, isUnreachable, Overloaded } from "./outage-errors.server.ts";

const isBack = () => vi.waitFor(() => expect(dbHealth.downSince()).toBeNull(), { timeout: 30_000 });
const one = () => dbHealth.run(() => pool.query("select 1 as one"));

const gateway = await openDatabaseProxy(await databaseUrl());
const pool = openDatabase(gateway.url).pool;
pool.on("error", () => undefined);
const dbHealth = createDbHealth(gateway.url, [pool]);

/** Leaves a database that answers to the next test, even if this one failed. */
afterEach(async () => {
  gateway.delay(0);
  gateway.setUnresponsive(false);
  await isBack();
});

afterAll(async () => {
  dbHealth.close();
  gateway.cut();
  await gateway.block();
  await pool.end();
});

test("a database that refuses connections is unavailable, and its return is detected", async () => {
  const onReturn = vi.fn();
  dbHealth.onReturn(onReturn);
  expect((await one()).rows).toEqual([{ one: 1 }]);
  await gateway.block();
  await expect(one()).rejects.toBeInstanceOf(DatabaseUnavailableError);
  await vi.waitFor(() => expect(dbHealth.downSince()).toBeInstanceOf(Date), { timeout: 30_000 });
  const work = vi.fn(() => Promise.resolve());
  await expect(dbHealth.run(work)).rejects.toBeInstanceOf(DatabaseUnavailableError);
  expect(work).not.toHaveBeenCalled();
  await gateway.listen();
  await isBack();
  expect(onReturn).toHaveBeenCalledTimes(1);
  expect((await one()).rows).toEqual([{ one: 1 }]);
});

/**
 * Expects all promises to reject with `DatabaseUnavailableError`, long before the 35 s timeout of a single connection.
 */
async function expectNotified(asked: Promise<unknown>[]): Promise<void> {
  const began = performance.now();
  const outcomes = await Promise.allSettled(asked);
  expect(outcomes.map((one) => one.status === "rejected" && isUnreachable(one.reason))).toEqual(asked.map(() => true));
  expect(performance.now() - began).toBeLessThan(30_000);
}

test("a database that takes twenty seconds for every message counts as unresponsive", { timeout: 60_000 }, async () => {
  await Promise.all(Array.from({ length: 5 }, () => pool.query("select 1")));
  gateway.delay(20_000);
  await expectNotified(Array.from({ length: 5 }, () => pool.query("select 1")));
  await expect(one()).rejects.toBeInstanceOf(DatabaseUnavailableError);
});

test("an unresponsive database rejects callers that wait for a result, a connection or a commit", {
  timeout: 60_000,
}, async () => {
  const client = await pool.connect();
  await client.query("begin");
  await Promise.all(Array.from({ length: 5 }, () => pool.query("select 1")));
  expect(pool.idleCount).toBeGreaterThan(0);
  gateway.setUnresponsive(true);
  const more = pool.options.max + 10;
  await expectNotified([client.query("select 1"), ...Array.from({ length: more }, () => pool.query("select 1"))]);
  await expectNotified([client.query("commit")]);
  client.release();
  await expect(pool.query("select 1")).rejects.toBeInstanceOf(DatabaseUnavailableError);
  await expect(pool.connect()).rejects.toBeInstanceOf(DatabaseUnavailableError);
  expect(pool.idleCount).toBe(0);
  gateway.setUnresponsive(false);
  await isBack();
  expect((await one()).rows).toEqual([{ one: 1 }]);
});

test("an unresponsive database is detected even if the system clock is set back by an hour", {
  timeout: 60_000,
}, async () => {
  const now = Date.now;
  const clock = vi.spyOn(Date, "now").mockImplementation(() => now() - 3_600_000);
  await pool.query("select 1");
  gateway.setUnresponsive(true);
  await expectNotified([pool.query("select 1")]);
  clock.mockRestore();
});

test("a long statement does not count as an unresponsive database", { timeout: 60_000 }, async () => {
  const onDown = vi.fn();
  dbHealth.onDown(onDown);
  expect((await dbHealth.run(() => pool.query("select 1 as one, pg_sleep(5)"))).rows).toMatchObject([{ one: 1 }]);
  expect(onDown).not.toHaveBeenCalled();
});

test("dead connections are replaced, and the database counts as reachable", { timeout: 60_000 }, async () => {
  const onDown = vi.fn();
  dbHealth.onDown(onDown);
  await Promise.all(Array.from({ length: 3 }, () => pool.query("select 1")));
  gateway.freeze();
  await expectNotified(Array.from({ length: pool.idleCount }, () => pool.query("select 1")));
  expect((await one()).rows).toEqual([{ one: 1 }]);
  expect(onDown).not.toHaveBeenCalled();
});

test("a connection reset during a transaction fails only that transaction", async () => {
  const uncaught = vi.fn();
  process.on("uncaughtException", uncaught);
  const [busy, thinking] = await Promise.all([pool.connect(), pool.connect()]);
  for (const client of [busy, thinking]) await client.query("begin");
  const asked = busy.query("select pg_sleep(30)");
  gateway.cut();
  await expect(asked).rejects.toSatisfy(isUnreachable);
  await expect(thinking.query("select 1")).rejects.toSatisfy(isUnreachable);
  for (const client of [busy, thinking]) client.release();
  await isBack();
  expect((await pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  expect(uncaught).not.toHaveBeenCalled();
  process.off("uncaughtException", uncaught);
});

test("a full disk fails the work that writes, not the reads", async () => {
  const full = () => dbHealth.run(() => Promise.reject(Object.assign(new Error("no space left"), { code: "53100" })));
  await expect(full()).rejects.toBeInstanceOf(DatabaseUnavailableError);
  expect((await one()).rows).toEqual([{ one: 1 }]);
});

test("an ordinary SQL error does not make the database unavailable", async () => {
  await expect(dbHealth.run(() => pool.query("select 1/0"))).rejects.toMatchObject({ code: "22012" });
  await expect(dbHealth.run(() => Promise.reject(new Error("of another kind")))).rejects.toThrow("of another kind");
  expect(dbHealth.downSince()).toBeNull();
});

test("a busy event loop is not mistaken for an unresponsive database", { timeout: 60_000 }, async () => {
  const onDown = vi.fn();
  dbHealth.onDown(onDown);
  await one();
  const long = dbHealth.run(() => pool.query("select pg_sleep(3), 1 as one"));
  const until = performance.now() + 5_000;
  const asked: Promise<unknown>[] = [];
  while (performance.now() < until) {
    asked.push(one());
    const busy = performance.now() + 700;
    while (performance.now() < busy);
    await new Promise((next) => setImmediate(next));
  }
  expect((await long).rows).toMatchObject([{ one: 1 }]);
  await Promise.all(asked);
  expect(onDown).not.toHaveBeenCalled();
});

test("a timeout while all connections are in use is an overload, not an outage", async () => {
  const other = openDatabase(gateway.url, { max: 1 });
  const health = createDbHealth(gateway.url, [other.pool]);
  const client = await other.pool.connect();
  other.pool.options.connectionTimeoutMillis = 300;
  const error = await other.pool.query("select 1").catch((error) => error);
  expect(error).toBeInstanceOf(Overloaded);
  expect(isUnreachable(error)).toBe(false);
  expect(health.isDownAfter(error)).toBe(true);
  expect(health.downSince()).toBeNull();
  client.release();
  expect((await health.run(() => other.pool.query("select 1 as one"))).rows).toEqual([{ one: 1 }]);
  health.close();
  await other.pool.end();
});

test("with a server out of connections, uses the open ones, and more as soon as there are some", {
  timeout: 60_000,
}, async () => {
  const admin = await databaseUrl();
  const name = `limited_${process.pid}`;
  await query(admin, `create role ${name} login password 'limited' connection limit 3`);
  const url = Object.assign(new URL(gateway.url), { username: name, password: "limited" }).href;
  const { pool: limited } = openDatabase(url, { max: 12 });
  const health = createDbHealth(url, [limited]);
  const onDown = vi.fn();
  health.onDown(onDown);
  const crowd = () =>
    Promise.all(
      Array.from({ length: 40 }, () =>
        health.run(() => limited.query("select pg_backend_pid() as pid, pg_sleep(0.05)")),
      ),
    );
  const few = await crowd();
  expect(new Set(few.map(({ rows }) => rows[0].pid)).size).toBeLessThanOrEqual(3);
  await query(admin, `alter role ${name} connection limit -1`);
  await vi.waitFor(
    async () => expect(new Set((await crowd()).map(({ rows }) => rows[0].pid)).size).toBeGreaterThan(3),
    { timeout: 20_000 },
  );
  expect(onDown).not.toHaveBeenCalled();
  health.close();
  await limited.end();
  await query(admin, `drop role ${name}`);
});
