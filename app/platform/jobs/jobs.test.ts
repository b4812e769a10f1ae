import { sql } from "drizzle-orm";
import { afterAll, expect, test, vi } from "vitest";
import { createTestApp } from "#tests/test-app.ts";
import { createJobs, jobKind, startWorkers } from "./jobs.server.ts";

const { ctx, databaseUrl, close } = await createTestApp();
afterAll(close);

test("a job with deleteWhenDone is deleted after its work, also after a retry", async () => {
  const tries: number[] = [];
  const kind = jobKind<typeof ctx, { to: string }>(
    "test.once",
    { retryLimit: 3, retryDelay: 1, retryBackoff: false, deleteWhenDone: true },
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
