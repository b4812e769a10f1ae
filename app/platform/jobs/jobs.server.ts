import { sql } from "drizzle-orm";
import type pg from "pg";
import { type Job, type JobResult, PgBoss } from "pg-boss";
import type { Logger } from "pino";
import type { Db } from "../db/connection/database.server.ts";
import type { Settings } from "../settings.server.ts";

export interface JobOptions {
  /** How often a failed job is tried again. */
  retryLimit?: number;
  /** Seconds before the first retry; doubled each time when `retryBackoff`. */
  retryDelay?: number;
  retryBackoff?: boolean;
  /** The longest pause between two tries, in seconds. */
  retryDelayMax?: number;
  expireInSeconds?: number;
  /** Jobs worked on at once in one process; 2 when it is not said. */
  concurrency?: number;
  /** How long a finished job is kept, in seconds; a week when it is not said. */
  keepFor?: number;
  /** The job is deleted as soon as its work is done: its data lead to a person who may have no account. */
  deleteWhenDone?: boolean;
  /** A cron line in UTC: the job then also runs by itself. A function reads it from the settings, which may say never. */
  cron?: string | ((settings: Settings) => string | undefined);
}

export interface TryOf {
  /** 1 for the first try. */
  attempt: number;
  isLast: boolean;
}

/** One kind of background work: a queue's name, its retry rule and what is done. */
export interface JobKind<W, Data extends object> {
  name: string;
  options: JobOptions;
  work: (ctx: W, data: Data, attempt: TryOf) => Promise<void>;
}

export function jobKind<W, Data extends object>(
  name: string,
  options: JobOptions,
  work: (ctx: W, data: Data, attempt: TryOf) => Promise<void>,
): JobKind<W, Data> {
  return { name, options, work };
}

// biome-ignore lint/suspicious/noExplicitAny: a list of kinds with different data has no other type
export type AnyJobKind<W> = JobKind<W, any>;

export interface SendOptions {
  startAfter?: Date;
  /** A second job with the same key is not made while the first waits. */
  singletonKey?: string;
}

/** A job to be written; it waits until `startAfter` when that is given. */
export interface Pending<Data extends object> {
  data: Data;
  startAfter?: Date | undefined;
}

export interface Jobs {
  boss: PgBoss;
  /** Writes a job through `db`, so that inside a transaction it exists exactly when the transaction commits. */
  send<Data extends object>(db: Db, name: string, data: Data, options?: SendOptions): Promise<void>;
  /** Writes many jobs of one kind in one statement. */
  sendMany<Data extends object>(db: Db, name: string, jobs: Pending<Data>[]): Promise<void>;
  /** Deletes every job, waiting or done, whose data holds one of these texts: nothing in the queue leads to a person. */
  forget(db: Db, texts: string[]): Promise<void>;
  /** Lets a job that failed for good be tried once more; false when it is not among the failed. */
  retry(db: Db, name: string, id: string): Promise<boolean>;
  stop(): Promise<void>;
}

/** Seconds. A job whose process has shown no sign of life for so long was killed with it, and is tried again. */
const lifeSign = 10;

const through = (client: Db["$client"]) => ({
  executeSql: (text: string, values?: unknown[]) => client.query(text, values as unknown[]) as Promise<pg.QueryResult>,
});

/**
 * What the queue's types leave out but its connections are made with: one that was lost without a word is given up, else
 * whoever fetches jobs would wait over it for as long as the system tries to send, a quarter of an hour.
 */
const handedOn: object = { query_timeout: 35_000 };

/** Opens the queue. `quiet` leaves out its own upkeep and schedules, for tests and one-off commands. */
export async function createJobs(
  url: string,
  kinds: AnyJobKind<never>[],
  options: { log: Logger; quiet?: boolean; connections?: number },
): Promise<Jobs> {
  const boss = new PgBoss({
    connectionString: url,
    application_name: "aleef-jobs",
    max: options.quiet ? 1 : (options.connections ?? 6),
    schema: "jobs",
    createSchema: false,
    useListenNotify: !options.quiet,
    supervise: !options.quiet,
    schedule: !options.quiet,
    superviseIntervalSeconds: lifeSign,
    monitorIntervalSeconds: lifeSign,
    ...handedOn,
  });
  boss.on("error", (error) => options.log.warn({ err: error }, "the job queue reports a fault"));
  await boss.start();
  const known = new Set((await boss.getQueues()).map((queue) => queue.name));
  for (const kind of kinds) {
    const queue = {
      retryLimit: kind.options.retryLimit ?? 5,
      retryDelay: kind.options.retryDelay ?? 5,
      retryBackoff: kind.options.retryBackoff ?? true,
      ...(kind.options.retryDelayMax ? { retryDelayMax: kind.options.retryDelayMax } : {}),
      expireInSeconds: kind.options.expireInSeconds ?? 120,
      heartbeatSeconds: lifeSign,
      deleteAfterSeconds: kind.options.keepFor ?? 7 * 24 * 3600,
      notify: true,
    };
    if (known.has(kind.name)) await boss.updateQueue(kind.name, queue);
    else await boss.createQueue(kind.name, queue);
  }
  return {
    boss,
    async send(db, name, data, sendOptions = {}) {
      await boss.send(name, data, { ...sendOptions, db: through(db.$client) });
    },
    async sendMany(db, name, jobs) {
      if (jobs.length > 0)
        await boss.insert(
          name,
          jobs.map(({ data, startAfter }) => (startAfter ? { data, startAfter } : { data })),
          { db: through(db.$client) },
        );
    },
    async forget(db, texts) {
      const whole = texts.map((text) => JSON.stringify(text));
      await db.execute(
        sql`delete from jobs.job where exists (select 1 from unnest(${sql.param(whole)}::text[]) as one where position(one in data::text) > 0)`,
      );
    },
    async retry(db, name, id) {
      // The queue counts what it did; its types leave that out.
      const done = (await boss.retry(name, id, { db: through(db.$client) })) as { affected?: number };
      return done.affected === 1;
    },
    stop: () => boss.stop({ graceful: true, timeout: 8_000 }),
  };
}

/** Starts this process's workers. Each failure is logged without the job's data and tried again by the queue. */
export async function startWorkers<W extends { jobs: Jobs; log: Logger; settings: Settings }>(
  ctx: W,
  kinds: AnyJobKind<W>[],
) {
  for (const kind of kinds) {
    await ctx.jobs.boss.work(
      kind.name,
      {
        includeMetadata: true,
        // A worker that got a full batch fetches the next at once: after an outage what waited goes out without pauses.
        batchSize: 2,
        localConcurrency: Math.ceil((kind.options.concurrency ?? 2) / 2),
        burstWhenBatchFull: true,
        perJobResults: true,
        pollingIntervalSeconds: 1,
        notifyPollingIntervalSeconds: 5,
      },
      (batch: Job<object>[]) => Promise.all(batch.map((job) => settle(ctx, kind, job))),
    );
    const { cron } = kind.options;
    const line = typeof cron === "function" ? cron(ctx.settings) : cron;
    if (line) await ctx.jobs.boss.schedule(kind.name, line, {}, { tz: "UTC" });
    // What an earlier start arranged would otherwise go on.
    else if (cron) await ctx.jobs.boss.unschedule(kind.name);
  }
}

async function settle<W extends { jobs: Jobs; log: Logger }>(
  ctx: W,
  kind: AnyJobKind<W>,
  job: Job<object>,
): Promise<JobResult> {
  const { retryCount = 0, retryLimit = 0 } = job as Job<object> & { retryCount?: number; retryLimit?: number };
  try {
    await kind.work(ctx, job.data ?? {}, { attempt: retryCount + 1, isLast: retryCount >= retryLimit });
    // The queue then finds nothing to mark as completed, which it takes calmly.
    if (kind.options.deleteWhenDone) await ctx.jobs.boss.deleteJob(kind.name, job.id);
    return { id: job.id, status: "completed" };
  } catch (error) {
    ctx.log.warn({ err: error, job: kind.name, jobId: job.id, attempt: retryCount + 1 }, "a job failed");
    return { id: job.id, status: "failed" };
  }
}
