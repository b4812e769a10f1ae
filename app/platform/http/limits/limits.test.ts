import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { openDatabase } from "#app/platform/db/connection/database.server.ts";
import { Overloaded } from "#app/platform/db/health/overload.server.ts";
import { createTestApp } from "#tests/test-app.ts";
import { type AppError, getRetryAfter } from "../app-error.server.ts";
import { createLimits } from "./limits.server.ts";

const testApp = await createTestApp();
afterAll(() => testApp.close());

const outcome = (tries: PromiseSettledResult<void>[]) =>
  tries.map((one) => (one.status === "fulfilled" ? "in" : (one.reason as AppError).code));

test("of two hundred concurrent requests exactly the limit passes", async () => {
  const limit = { name: "crowd", points: 37, span: 60 };
  const tries = await Promise.allSettled(Array.from({ length: 200 }, () => testApp.ctx.limits.take(limit, "a")));
  const said = outcome(tries);
  expect([said.filter((one) => one === "in").length, said.filter((one) => one === "errors.tooMany").length]).toEqual([
    37, 163,
  ]);
});

test("the operator's factor widens what people behind one address use up together, and nothing else", async () => {
  const wide = createLimits(testApp.ctx.pool, testApp.ctx.log, 3);
  const ins = async (limit: { name: string; points: number; span: number; isPerNetwork?: boolean }) =>
    outcome(await Promise.allSettled(Array.from({ length: 20 }, () => wide.take(limit, "a")))).filter(
      (one) => one === "in",
    ).length;
  expect(await ins({ name: "shared", points: 4, span: 60, isPerNetwork: true })).toBe(12);
  expect(await ins({ name: "guesses", points: 4, span: 60 })).toBe(4);
});

test("two processes count together", async () => {
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
  // From here on the one connection is there, and waiting for it is given up soon.
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

test("keys and limits count separately; checking does not count; clearing resets", async () => {
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

test("giving back frees one", async () => {
  const limit = { name: "returned", points: 1, span: 60 };
  await testApp.ctx.limits.take(limit, "a");
  await testApp.ctx.limits.giveBack(limit, "a");
  await testApp.ctx.limits.take(limit, "a");
  await expect(testApp.ctx.limits.take(limit, "a")).rejects.toMatchObject({ status: 429 });
});

test("a refusal says how long to wait, in minutes for the message and in seconds for the header", async () => {
  const limit = { name: "waiting", points: 1, span: 90 };
  await testApp.ctx.limits.take(limit, "a");
  const refusal = (await testApp.ctx.limits.take(limit, "a").catch((error) => error)) as AppError;
  expect(refusal).toMatchObject({ code: "errors.tooMany", status: 429, params: { count: 2 } });
  expect(getRetryAfter(refusal)).toBeGreaterThan(80);
  expect(getRetryAfter(refusal)).toBeLessThanOrEqual(90);
});

test("an exceeded limit is logged by its name, without the key", async () => {
  const notes: unknown[] = [];
  const limits = createLimits(testApp.ctx.pool, { warn: (...note: unknown[]) => void notes.push(note) });
  const limit = { name: "noted", points: 1, span: 60 };
  await limits.take(limit, "mona@example.com");
  expect(notes).toEqual([]);
  await expect(limits.take(limit, "mona@example.com")).rejects.toMatchObject({ status: 429 });
  expect(notes).toEqual([[{ limit: "noted" }, "a limit was passed"]]);
});

test("the count resets after the span", async () => {
  const limit = { name: "short", points: 1, span: 1 };
  await testApp.ctx.limits.take(limit, "a");
  await expect(testApp.ctx.limits.take(limit, "a")).rejects.toMatchObject({ status: 429 });
  await testApp.ctx.pool.query("update rate_limits set expire = 0 where key like 'short%'");
  await testApp.ctx.limits.take(limit, "a");
});

test("any key can be counted, also a hostile one", async () => {
  const limit = { name: "odd", points: 1, span: 60 };
  for (const key of ["'; drop table rate_limits; --", "قطة@example.com", "x".repeat(200)]) {
    await testApp.ctx.limits.take(limit, key);
    await expect(testApp.ctx.limits.take(limit, key)).rejects.toMatchObject({ status: 429 });
  }
});

test("while the database is unreachable each process counts for itself, and nobody passes uncounted", async () => {
  const pool = new pg.Pool({ connectionString: "postgres://127.0.0.1:1/none", connectionTimeoutMillis: 200 });
  const limits = createLimits(pool, testApp.ctx.log);
  const limit = { name: "away", points: 2, span: 60 };
  await limits.take(limit, "a");
  await limits.take(limit, "a");
  await expect(limits.take(limit, "a")).rejects.toMatchObject({ status: 429 });
  await pool.end();
});
