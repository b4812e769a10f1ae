// E-mails and reminders would wait for ever, or be sent with data that nobody meant.
import { sql } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import * as z from "zod";
import { openDatabaseProxy } from "#tests/database-proxy.ts";
import { query } from "#tests/databases.ts";
import { createTestApp } from "#tests/test-app.ts";
import { createJobs, defineJob, startWorkers } from "./jobs.server.ts";

const { ctx, databaseUrl } = await createTestApp();

test("deletes a job with deleteWhenDone after it completed, also after a retry", async () => {
  const tries: number[] = [];
  const kind = defineJob<typeof ctx, { to: string }>(
    "test.run-once",
    { data: z.object({ to: z.string() }), retryLimit: 3, retryDelay: 1, retryBackoff: false, deleteWhenDone: true },
    async (_ctx, { to }, { attempt }) => {
      tries.push(attempt);
      if (to === "second@example.com" && attempt === 1) throw new Error("the mail server is away");
    },
  );
  const jobs = await createJobs(databaseUrl, [kind], { log: ctx.log, quiet: true });
  try {
    await startWorkers({ ...ctx, jobs }, [kind]);
    for (const to of ["first@example.com", "second@example.com"]) await jobs.send(ctx.db, kind.name, { to });
    await vi.waitFor(
      async () => {
        const left = await ctx.db.execute(sql`select id from jobs.job where name = ${kind.name}`);
        expect([tries.toSorted(), left.rows]).toEqual([[1, 1, 2], []]);
      },
      { timeout: 20_000, interval: 100 },
    );
  } finally {
    await jobs.stop();
  }
});

test("a job whose data is not what its kind declares fails without being worked", async () => {
  const work = vi.fn(async (_ctx: typeof ctx, _data: { orderId: string }) => undefined);
  const data = z.object({ orderId: z.uuid() });
  const kind = defineJob<typeof ctx, { orderId: string }>("test.read-data", { data, retryLimit: 0 }, work);
  const jobs = await createJobs(databaseUrl, [kind], { log: ctx.log, quiet: true });
  try {
    await startWorkers({ ...ctx, jobs }, [kind]);
    const orderId = "0199f3a0-0000-7000-8000-000000000001";
    for (const sent of [{ orderId: "AL-26-1" }, {}, { orderId, more: 1 }]) await jobs.send(ctx.db, kind.name, sent);
    await vi.waitFor(
      async () => {
        const { rows } = await ctx.db.execute(sql`select state from jobs.job where name = ${kind.name} order by state`);
        expect(rows.map(({ state }) => state)).toEqual(["completed", "failed", "failed"]);
      },
      { timeout: 20_000, interval: 100 },
    );
    expect(work.mock.calls.map(([, read]) => read)).toEqual([{ orderId }]);
  } finally {
    await jobs.stop();
  }
});

test("an outage of the database is one line of the queue's log, however many queues poll", async () => {
  const proxy = await openDatabaseProxy(databaseUrl);
  const errors: string[] = [];
  const log = { warn: (_: object, text: string) => void errors.push(text) } as unknown as typeof ctx.log;
  const kinds = (["test.run-one", "test.run-two", "test.run-three"] as const).map((name) =>
    defineJob<typeof ctx, object>(name, { isTimed: true }, async () => undefined),
  );
  const jobs = await createJobs(proxy.url, kinds, { log, quiet: true });
  try {
    await startWorkers({ ...ctx, jobs }, kinds);
    let all = 0;
    jobs.boss.on("error", () => all++);
    await proxy.block();
    await vi.waitFor(() => expect(all).toBeGreaterThan(8), { timeout: 30_000, interval: 100 });
    expect(errors).toEqual(["job queue error"]);
  } finally {
    await proxy.listen();
    await jobs.stop();
    await proxy.block();
  }
});

test("forget deletes exactly the jobs that contain one of the texts, using an index", async () => {
  const { jobs, db, pool } = ctx;
  const kind = { name: "notifications.send-email" };
  const texts = ["mona@example.com", "0190-mona", 'quo"te\\'];
  for (const data of [
    { to: texts[0] },
    { about: { people: [{ id: texts[1] }] } },
    { note: texts[2] },
    { to: "ramona@example.com" },
    { [texts[0] as string]: "as a name" },
    { list: [texts[0], 7, null] },
  ])
    await jobs.send(db, kind.name, data);
  await pool.query(`insert into jobs.job (name, data) select 'notifications.send-email', jsonb_build_object('id', gen_random_uuid())
    from generate_series(1, 2000)`);
  const explain = await ctx.db.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`);
    const array = `'["x"]'::jsonb`;
    return tx.execute(
      sql.raw(
        `explain select 1 from jobs.job where jsonb_path_query_array(data, 'strict $.** ? (@.type() == "string")') @> ${array}`,
      ),
    );
  });
  expect(JSON.stringify(explain.rows)).toContain("Bitmap Index Scan");
  await jobs.forget(db, texts);
  const left = await pool.query(
    "select data from jobs.job where name = 'notifications.send-email' and not data ? 'id' order by created_on",
  );
  expect(left.rows.map(({ data }) => data)).toEqual([
    { to: "ramona@example.com" },
    { "mona@example.com": "as a name" },
  ]);
});

test("processes that start concurrently create the queue's indexes once, without errors", async () => {
  for (let round = 0; round < 5; round++) {
    await query(databaseUrl, "drop index if exists jobs.job_texts; drop index if exists jobs.job_unfinished");
    const starting = Array.from({ length: 4 }, () => createJobs(databaseUrl, [], { log: ctx.log, quiet: true }));
    const started = await Promise.allSettled(starting);
    for (const one of started) if (one.status === "fulfilled") await one.value.stop();
    expect(started.filter(({ status }) => status === "rejected")).toEqual([]);
  }
});
