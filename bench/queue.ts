import { randomUUID } from "node:crypto";
import { pino } from "pino";
import * as z from "zod";
import { createDb, openDatabase } from "#app/platform/db/connection/database.server.ts";
import { createJobs, defineJob } from "#app/platform/jobs/jobs.server.ts";
import { readQueues } from "#app/platform/metrics-server.server.ts";
import { query } from "#tests/databases.ts";
import type { BenchDatabase } from "./database.ts";
import { type Figure, percentile } from "./figures.ts";

const jobCount = Number(process.env.QUEUE_JOBS ?? 10_000_000);
const waiting = Math.round(jobCount / 100);
const turns = 200;
const maxMs = 50;
/** Number of rows per insert statement, each in a transaction of its own. */
const rowsPerInsert = 500_000;
const email = defineJob<object, { notificationId: string }>(
  "notifications.send-email",
  { data: z.object({ notificationId: z.string() }) },
  async () => undefined,
);

/**
 * Fills the queue with ten million jobs (`QUEUE_JOBS`), one in a hundred pending and the others completed, and measures
 * what the app does with it: adding a job, fetching the next two, completing them, deleting the jobs of an account, and
 * reading the metrics.
 */
export async function measureQueue(database: BenchDatabase): Promise<Figure[]> {
  const url = await database.create("queue");
  const log = pino({ level: "silent" });
  await (await createJobs(url, [email], { log, quiet: true })).stop();
  await fill(url);
  const began = performance.now();
  const jobs = await createJobs(url, [email], { log, quiet: true });
  const indexed = (performance.now() - began) / 1000;
  const { pool } = openDatabase(url, { max: 1 });
  const db = createDb(pool);
  try {
    const { rows } = await query(url, `select data->>'notificationId' as id from jobs.job limit ${turns}`);
    const own = rows.map(({ id }) => id as string);
    await query(url, "vacuum analyze jobs.job");
    const fetched: string[] = [];
    const figures = [
      await timed("adding a job", () => jobs.send(db, email.name, { notificationId: randomUUID() })),
      await timed("fetching the next two jobs", async () => {
        fetched.push(...(await jobs.boss.fetch(email.name, { batchSize: 2 })).map(({ id }) => id));
      }),
      await timed("completing two jobs", () => jobs.boss.complete(email.name, fetched.splice(0, 2))),
      await timed("deleting all jobs of one account", (turn) => jobs.forget(db, [own[turn]!, randomUUID()])),
      await timed("reading depth and age of the queue for the metrics", () => readQueues({ db })),
    ];
    return [
      {
        what: `First start, which indexes ${jobCount} jobs`,
        measured: `${indexed.toFixed(0)} s`,
        beside: "",
      },
      ...figures,
    ];
  } finally {
    await jobs.stop();
    await pool.end();
  }
}

/** Inserts jobs of one week. Drops our own indexes first; they are created again as at a first start. */
async function fill(url: string): Promise<void> {
  await query(url, "drop index jobs.job_texts; drop index jobs.job_unfinished");
  for (let from = 0; from < jobCount; from += rowsPerInsert)
    await query(
      url,
      `insert into jobs.job (name, data, state, created_on, start_after, completed_on)
         select '${email.name}', jsonb_build_object('notificationId', gen_random_uuid()),
           (case when n % ${jobCount / waiting} = 0 then 'created' else 'completed' end)::jobs.job_state, at, at,
           case when n % ${jobCount / waiting} = 0 then null else at end
         from generate_series(${from + 1}, ${Math.min(jobCount, from + rowsPerInsert)}) n,
           lateral (select now() - (n % 604800) * interval '1 second' as at) as moment`,
    );
}

/** Measures repeated calls of `ask`; the 95th percentile must stay within the limit. */
async function timed(what: string, ask: (turn: number) => Promise<unknown>): Promise<Figure> {
  const times: number[] = [];
  for (let turn = 0; turn < turns; turn++) {
    const began = performance.now();
    await ask(turn);
    times.push(performance.now() - began);
  }
  const p95 = percentile(times, 0.95);
  return {
    what: `… ${what}, p95 of ${turns}`,
    measured: `${p95.toFixed(1)} ms`,
    beside: `≤ ${maxMs} ms`,
    isMet: p95 <= maxMs,
  };
}
