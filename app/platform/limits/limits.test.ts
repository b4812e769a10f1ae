// A guesser would get more tries than allowed by sending many at once.
import pg from "pg";
import { expect, test } from "vitest";
import { openDatabase } from "#app/platform/db/connection/database.server.ts";
import { Overloaded } from "#app/platform/db/connection/outage-errors.server.ts";
import { createTestApp } from "#tests/test-app.ts";
import { type AppError, getRetryAfter } from "../app-error.server.ts";
import { createLimits } from "./limits.server.ts";

const testApp = await createTestApp();

const outcome = (tries: PromiseSettledResult<void>[]) =>
  tries.map((one) => (one.status === "fulfilled" ? "in" : (one.reason as AppError).code));

test("accepts exactly the limit among 200 concurrent requests", async () => {
  const limit = { name: "crowd", points: 37, span: 60 };
  const tries = await Promise.allSettled(Array.from({ length: 200 }, () => testApp.ctx.limits.take(limit, "a")));
  const outcomes = outcome(tries);
  expect([
    outcomes.filter((one) => one === "in").length,
    outcomes.filter((one) => one === "errors.tooMany").length,
  ]).toEqual([37, 163]);
});

test("counts keys of any length, each for itself", async () => {
  const { limits } = testApp.ctx;
  const limit = { name: "a-name-of-the-usual-length", points: 1, span: 60 };
  const [one, other] = ["a", "b"].map((end) => `${"x".repeat(3_000)}${end}`) as [string, string];
  await limits.take(limit, one);
  await limits.take(limit, other);
  await expect(limits.take(limit, one)).rejects.toMatchObject({ status: 429 });
  await limits.clear(limit, one);
  await limits.take(limit, one);
  await limits.giveBack(limit, other);
  await limits.take(limit, other);
});

test("the network factor multiplies limits per network only", async () => {
  const wide = createLimits(testApp.ctx.pool, testApp.ctx.log, 3);
  const ins = async (limit: { name: string; points: number; span: number; isPerNetwork?: boolean }) =>
    outcome(await Promise.allSettled(Array.from({ length: 20 }, () => wide.take(limit, "a")))).filter(
      (one) => one === "in",
    ).length;
  expect(await ins({ name: "shared", points: 4, span: 60, isPerNetwork: true })).toBe(12);
  expect(await ins({ name: "guesses", points: 4, span: 60 })).toBe(4);
});

test("two processes share the count", async () => {
  const pool = new pg.Pool({ connectionString: testApp.databaseUrl });
  const elsewhere = createLimits(pool, testApp.ctx.log);
  const limit = { name: "together", points: 10, span: 60 };
  const tries = await Promise.allSettled(
    Array.from({ length: 40 }, (_, at) => (at % 2 ? elsewhere : testApp.ctx.limits).take(limit, "a")),
  );
  expect(outcome(tries).filter((one) => one === "in")).toHaveLength(10);
  await pool.end();
});

test("an overloaded database resets no count; with an unreachable one each process counts for itself", async () => {
  const { pool } = openDatabase(testApp.databaseUrl, { max: 1 });
  const slow = createLimits(pool, testApp.ctx.log);
  const limit = { name: "slow", points: 1, span: 60 };
  await slow.take(limit, "a");
  // From now on the only connection is open, and waiting for it times out soon.
  pool.options.connectionTimeoutMillis = 200;
  const held = await pool.connect();
  await expect(slow.take(limit, "a")).rejects.toBeInstanceOf(Overloaded);
  held.release();
  await expect(slow.take(limit, "a")).rejects.toMatchObject({ status: 429 });
  pool.shut();
  await slow.take(limit, "a");
  await expect(slow.take(limit, "a")).rejects.toMatchObject({ status: 429 });
  await pool.end();
});

test("counts per key and limit; a check does not count, and clearing resets", async () => {
  const limit = { name: "keys", points: 1, span: 60 };
  await testApp.ctx.limits.take(limit, "a");
  await testApp.ctx.limits.take(limit, "b");
  await testApp.ctx.limits.take({ ...limit, name: "others" }, "a");
  for (let asked = 0; asked < 3; asked++)
    await expect(testApp.ctx.limits.take(limit, "a", 0)).rejects.toMatchObject({ status: 429 });
  await testApp.ctx.limits.clear(limit, "a");
  for (let asked = 0; asked < 3; asked++) await testApp.ctx.limits.take(limit, "a", 0);
  await testApp.ctx.limits.take(limit, "a");
});

test("giving back makes room for one call", async () => {
  const limit = { name: "returned", points: 1, span: 60 };
  await testApp.ctx.limits.take(limit, "a");
  await testApp.ctx.limits.giveBack(limit, "a");
  await testApp.ctx.limits.take(limit, "a");
  await expect(testApp.ctx.limits.take(limit, "a")).rejects.toMatchObject({ status: 429 });
});

test("the error contains the waiting time: minutes in the message, seconds for the header", async () => {
  const limit = { name: "waiting", points: 1, span: 90 };
  await testApp.ctx.limits.take(limit, "a");
  const refusal = (await testApp.ctx.limits.take(limit, "a").catch((error) => error)) as AppError;
  expect(refusal).toMatchObject({ code: "errors.tooMany", status: 429, params: { count: 2 } });
  expect(getRetryAfter(refusal)).toBeGreaterThan(80);
  expect(getRetryAfter(refusal)).toBeLessThanOrEqual(90);
});

test("the message gives a long waiting time in hours", async () => {
  const limit = { name: "waiting-a-day", points: 1, span: 86_400 };
  await testApp.ctx.limits.take(limit, "a");
  await expect(testApp.ctx.limits.take(limit, "a")).rejects.toMatchObject({
    code: "errors.tooManyHours",
    status: 429,
    params: { count: 24 },
  });
});

test("logs an exceeded limit by name, without the key", async () => {
  const notes: unknown[] = [];
  const limits = createLimits(testApp.ctx.pool, {
    error: () => undefined,
    warn: (...note: unknown[]) => void notes.push(note),
  });
  const limit = { name: "noted", points: 1, span: 60 };
  await limits.take(limit, "mona@example.com");
  expect(notes).toEqual([]);
  await expect(limits.take(limit, "mona@example.com")).rejects.toMatchObject({ status: 429 });
  expect(notes).toEqual([[{ limit: "noted" }, "rate limit exceeded"]]);
});

test("resets the count after the span", async () => {
  const limit = { name: "short", points: 1, span: 1 };
  await testApp.ctx.limits.take(limit, "a");
  await expect(testApp.ctx.limits.take(limit, "a")).rejects.toMatchObject({ status: 429 });
  await testApp.ctx.pool.query("update rate_limits set expire = 0 where key like 'short%'");
  await testApp.ctx.limits.take(limit, "a");
});

test("accepts any key, even a malicious one", async () => {
  const limit = { name: "odd", points: 1, span: 60 };
  for (const key of ["'; drop table rate_limits; --", "قطة@example.com", "x".repeat(200)]) {
    await testApp.ctx.limits.take(limit, key);
    await expect(testApp.ctx.limits.take(limit, key)).rejects.toMatchObject({ status: 429 });
  }
});

test("without a database each process counts for itself, and no call goes uncounted", async () => {
  const pool = new pg.Pool({ connectionString: "postgres://127.0.0.1:1/none", connectionTimeoutMillis: 200 });
  const limits = createLimits(pool, testApp.ctx.log);
  const limit = { name: "away", points: 2, span: 60 };
  await limits.take(limit, "a");
  await limits.take(limit, "a");
  await expect(limits.take(limit, "a")).rejects.toMatchObject({ status: 429 });
  await pool.end();
});

test("a call that cannot be taken back is logged, and what it belonged to goes on", async () => {
  const errors: unknown[] = [];
  const broken = { query: () => Promise.reject(new Error("deadlock detected")) } as unknown as pg.Pool;
  const limits = createLimits(broken, { warn: () => undefined, error: (...note: unknown[]) => void errors.push(note) });
  const limit = { name: "taken-back", points: 1, span: 60 };
  await limits.giveBack(limit, "mona@example.com");
  await limits.clear(limit, "mona@example.com");
  expect(errors).toHaveLength(2);
  expect(JSON.stringify(errors)).not.toContain("mona");
  await expect(limits.take(limit, "mona@example.com")).rejects.toThrow("deadlock detected");
});
