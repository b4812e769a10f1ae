import { or, sql } from "drizzle-orm";
import type pg from "pg";
import { type Job, type JobResult, PgBoss } from "pg-boss";
import type { Logger } from "pino";
import type * as z from "zod";
import { lockInTransaction, lockKey } from "../db/advisory-locks.server.ts";
import type { Db } from "../db/connection/database.server.ts";
import { isUnreachable } from "../db/connection/outage-errors.server.ts";
import { statementName } from "../db/prepare.server.ts";
import { minuteMs } from "../durations.rules.ts";
import { jobSeconds } from "../metrics/metrics.server.ts";
import type { Settings } from "../settings.server.ts";
import { withSpan } from "../tracing/tracing.server.ts";

export interface JobOptions {
  /** Maximum number of retries of a failed job. */
  retryLimit?: number;
  /** Seconds before the first retry; doubled for each further one if `retryBackoff` is set. */
  retryDelay?: number;
  retryBackoff?: boolean;
  /** Maximum seconds between two retries. */
  retryDelayMax?: number;
  expireInSeconds?: number;
  /** Number of jobs run concurrently in one process; default 2. */
  concurrency?: number;
  /** Number of jobs fetched and marked as done together; default 2. All must end within `expireInSeconds`. */
  batchSize?: number;
  /** Seconds for which a finished job is kept; default one week. */
  keepFor?: number;
  /** Whether jobs must start within one second of their time instead of five. */
  isTimed?: boolean;
  /** Deletes the job once it is done, because its data identifies a person who may have no account. */
  deleteWhenDone?: boolean;
  /** Cron schedule in UTC. A function derives it from the settings; undefined for no schedule. */
  cron?: string | ((settings: Settings) => string | undefined);
}

export interface JobAttempt {
  /** 1 for the first attempt. */
  attempt: number;
  isLast: boolean;
}

/** Name of a job's queue: the feature, a verb and a noun. Operators see it in *System* and in metrics. */
export type JobName = `${string}.${string}-${string}`;

/** A job with data has a schema, against which the data is checked when the job is read. */
type DataSchema<Data extends object> = keyof Data extends never
  ? { data?: z.ZodType<Data> }
  : { data: z.ZodType<Data> };

/** A kind of job: the queue's name, its options and the work to do. */
export interface JobKind<W, Data extends object> {
  name: JobName;
  options: JobOptions & DataSchema<Data>;
  work: (ctx: W, data: Data, attempt: JobAttempt) => Promise<void>;
}

export function defineJob<W, Data extends object>(
  name: JobName,
  options: JobOptions & DataSchema<Data>,
  work: (ctx: W, data: Data, attempt: JobAttempt) => Promise<void>,
): JobKind<W, Data> {
  return { name, options, work };
}

/** A kind in a list of kinds with different data. */
export interface AnyJobKind<W> {
  name: JobName;
  options: JobOptions & { data?: z.ZodType };
  // biome-ignore lint/suspicious/noExplicitAny: each kind has its own data, which its schema has checked
  work: (ctx: W, data: any, attempt: JobAttempt) => Promise<void>;
}

export interface SendOptions {
  startAfter?: Date;
  /** Jobs with a higher priority run first; default 0. */
  priority?: number;
  /** No second job with this key is created while the first is waiting, if both are sent within transactions. */
  singletonKey?: string;
}

/** A new job; waits until `startAfter`. */
export interface NewJob<Data extends object> {
  data: Data;
  startAfter?: Date | undefined;
  /** Jobs with a higher priority run first; default 0. */
  priority?: number | undefined;
}

export interface Jobs {
  boss: PgBoss;
  /** Creates a job through `db`: inside a transaction, it only exists if the transaction commits. */
  send<Data extends object>(db: Db, name: string, data: Data, options?: SendOptions): Promise<void>;
  /** Creates many jobs of one kind with one statement. */
  sendMany<Data extends object>(db: Db, name: string, jobs: NewJob<Data>[]): Promise<void>;
  /** Deletes all jobs, waiting or finished, whose data contains one of these texts as a value at any depth. */
  forget(db: Db, texts: string[]): Promise<void>;
  /** Makes those waiting jobs of a kind due now whose data contains one of these texts as a value at any depth. */
  hasten(db: Db, name: string, texts: string[]): Promise<void>;
  /** Retries a job that has failed permanently; returns false if there is no such failed job. */
  retry(db: Db, name: string, id: string): Promise<boolean>;
  /** Starts the queue, if it was created without. Throws if the database cannot be reached; may be called again. */
  open(): Promise<void>;
  stop(): Promise<void>;
}

/** Seconds without heartbeat after which a job's process is assumed dead and the job is retried. */
const superviseSeconds = 10;

/**
 * Additional indexes on jobs: `job_texts` finds jobs about one person among millions (`forget`); `job_unfinished` finds
 * waiting, running and failed jobs among a week of finished ones.
 */
const indexes = {
  job_texts: `gin (jsonb_path_query_array(data, 'strict $.** ? (@.type() == "string")') jsonb_path_ops)`,
  job_unfinished: "btree (state, completed_on, name, start_after) where state <> 'completed'",
};

/**
 * Creates missing indexes. Processes that start concurrently do so one after the other, because even `if not exists`
 * can fail when run concurrently.
 */
async function createIndexes(boss: PgBoss): Promise<void> {
  const db = boss.getDb();
  for (const [name, what] of Object.entries(indexes)) {
    const { rows } = await db.executeSql(`select to_regclass('jobs.${name}') is null as missing`);
    // Both statements are sent as one query and thus one transaction; the lock ends with it.
    if (rows[0].missing)
      await db.executeSql(
        `select pg_advisory_xact_lock(${lockKey("job indexes")}); create index if not exists ${name} on jobs.job using ${what}`,
      );
  }
}

/** Condition for jobs whose data contains one of these texts as a value; undefined without any. */
const containsText = (texts: string[]) =>
  or(
    ...texts.map(
      (text) =>
        sql`jsonb_path_query_array(data, 'strict $.** ? (@.type() == "string")') @> ${JSON.stringify([text])}::jsonb`,
    ),
  );

/** Returns whether a job with this key is waiting. Parallel transactions that ask for the same key wait for each other. */
async function isWaiting(db: Db, name: string, key: string): Promise<boolean> {
  await lockInTransaction({ db }, "job", `${name} ${key}`);
  const { rows } = await db.execute(
    sql`select 1 from jobs.job where name = ${name} and singleton_key = ${key} and state = 'created' limit 1`,
  );
  return rows.length > 0;
}

const asBossDb = (client: Db["$client"]) => ({
  // The queue's statements contain no values, so that the server may keep them.
  executeSql: (text: string, values?: unknown[]): Promise<pg.QueryResult> =>
    client.query({ text, values: values ?? [], ...(values && { name: statementName(text) }) }),
});

/**
 * Connection option missing in pg-boss's types: a dead connection is given up after 35 s, instead of blocking the
 * worker for the system's timeout of about 15 minutes.
 */
const connectionOptions: object = { query_timeout: 35_000 };

/** Opens the job queue. `quiet` disables its maintenance and schedules, for tests and commands. */
export async function createJobs(
  url: string,
  kinds: AnyJobKind<never>[],
  options: { log: Logger; quiet?: boolean; connections?: number; isDeferred?: boolean },
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
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
    ...connectionOptions,
  });
  let unreachableAt = Number.NEGATIVE_INFINITY;
  boss.on("error", (error) => {
    // Every queue reports an outage with every poll; it is logged once.
    // The library passes copies of errors, which are none themselves.
    const isAway = isUnreachable(Object.assign(new Error(error.message), error));
    const isRepeated = isAway && performance.now() - unreachableAt < minuteMs;
    if (isAway) unreachableAt = performance.now();
    if (!isRepeated) options.log.warn({ err: error }, "job queue error");
  });
  async function open(): Promise<void> {
    await boss.start();
    await createIndexes(boss);
    const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
    for (const kind of kinds) {
      const queue = {
        retryLimit: kind.options.retryLimit ?? 5,
        retryDelay: kind.options.retryDelay ?? 5,
        retryBackoff: kind.options.retryBackoff ?? true,
        ...(kind.options.retryDelayMax ? { retryDelayMax: kind.options.retryDelayMax } : {}),
        expireInSeconds: kind.options.expireInSeconds ?? 120,
        heartbeatSeconds: superviseSeconds,
        deleteAfterSeconds: kind.options.keepFor ?? 7 * 24 * 3600,
        notify: true,
      };
      const found = known.get(kind.name);
      if (!found) await boss.createQueue(kind.name, queue);
      else if (Object.entries(queue).some(([option, value]) => found[option as keyof typeof found] !== value))
        await boss.updateQueue(kind.name, queue);
    }
  }
  if (!options.isDeferred) await open();
  return {
    boss,
    open,
    async send(db, name, data, sendOptions = {}) {
      const { singletonKey } = sendOptions;
      if (singletonKey !== undefined && (await isWaiting(db, name, singletonKey))) return;
      await boss.send(name, data, { ...sendOptions, db: asBossDb(db.$client) });
    },
    async sendMany(db, name, jobs) {
      if (jobs.length > 0)
        await boss.insert(
          name,
          jobs.map(({ data, startAfter, priority = 0 }) => ({ data, priority, ...(startAfter && { startAfter }) })),
          { db: asBossDb(db.$client) },
        );
    },
    async forget(db, texts) {
      const isAbout = containsText(texts);
      if (isAbout) await db.execute(sql`delete from jobs.job where ${isAbout}`);
    },
    async hasten(db, name, texts) {
      const isAbout = containsText(texts);
      if (isAbout)
        await db.execute(
          sql`update jobs.job set start_after = now() where name = ${name} and state = 'created' and ${isAbout}`,
        );
    },
    async retry(db, name, id) {
      // The result has a count, which is missing in its type.
      const done = (await boss.retry(name, id, { db: asBossDb(db.$client) })) as { affected?: number };
      return done.affected === 1;
    },
    stop: () => boss.stop({ graceful: true, timeout: 8_000 }),
  };
}

/** Starts this process's workers. Failures are logged without the job's data, and the queue retries them. */
export async function startWorkers<W extends { jobs: Jobs; log: Logger; settings: Settings }>(
  ctx: W,
  kinds: AnyJobKind<W>[],
) {
  const schedules = new Map((await ctx.jobs.boss.getSchedules()).map(({ name, cron }) => [name, cron]));
  for (const kind of kinds) {
    const { concurrency = 2, batchSize = 2 } = kind.options;
    await ctx.jobs.boss.work(
      kind.name,
      {
        includeMetadata: true,
        // After a full batch a worker fetches the next immediately, so that a backlog is processed without pauses.
        batchSize,
        localConcurrency: Math.ceil(concurrency / batchSize),
        burstWhenBatchFull: true,
        perJobResults: true,
        pollingIntervalSeconds: 1,
        // There is no notification when a delayed job becomes due, so the queue is polled.
        notifyPollingIntervalSeconds: kind.options.isTimed ? 1 : 5,
      },
      (batch: Job<object>[]) => Promise.all(batch.map((job) => runJob(ctx, kind, job))),
    );
    const { cron } = kind.options;
    const line = typeof cron === "function" ? cron(ctx.settings) : cron;
    if (schedules.get(kind.name) === line) continue;
    if (line) await ctx.jobs.boss.schedule(kind.name, line, {}, { tz: "UTC" });
    // The schedule of an earlier run.
    else await ctx.jobs.boss.unschedule(kind.name);
  }
}

/** Runs one job and returns its result for the queue. */
async function runJob<W extends { jobs: Jobs; log: Logger }>(
  ctx: W,
  kind: AnyJobKind<W>,
  job: Job<object>,
): Promise<JobResult> {
  const { retryCount = 0, retryLimit = 0 } = job as Job<object> & { retryCount?: number; retryLimit?: number };
  const began = performance.now();
  const count = (result: string) =>
    jobSeconds.observe({ queue: kind.name, result }, (performance.now() - began) / 1000);
  try {
    const data = kind.options.data ? kind.options.data.parse(job.data) : {};
    const attempt = { attempt: retryCount + 1, isLast: retryCount >= retryLimit };
    const attributes = { "aleef.job.kind": kind.name, "aleef.job.id": job.id, "aleef.job.attempt": attempt.attempt };
    await withSpan(`job ${kind.name}`, { kind: "consumer", attributes }, () => kind.work(ctx, data, attempt));
    // The queue accepts that there is no job left to mark as completed.
    if (kind.options.deleteWhenDone) await ctx.jobs.boss.deleteJob(kind.name, job.id);
    count("completed");
    return { id: job.id, status: "completed" };
  } catch (error) {
    ctx.log.warn({ err: error, job: kind.name, jobId: job.id, attempt: retryCount + 1 }, "job failed");
    count("failed");
    return { id: job.id, status: "failed" };
  }
}
