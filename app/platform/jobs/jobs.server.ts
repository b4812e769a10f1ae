import { or, sql } from "drizzle-orm";
import type pg from "pg";
import { type Job, type JobResult, PgBoss } from "pg-boss";
import type { Logger } from "pino";
import type { Db } from "../db/connection/database.server.ts";
import { getConnectionOptions } from "../db/connection/hosts.server.ts";
import { jobSeconds } from "../metrics/metrics.server.ts";
import type { Settings } from "../settings.server.ts";
import { withSpan } from "../tracing/tracing.server.ts";

export interface JobOptions {
  /** Most retries of a failed job. */
  retryLimit?: number;
  /** Seconds before the first retry; doubled each time when `retryBackoff`. */
  retryDelay?: number;
  retryBackoff?: boolean;
  /** The longest pause between two retries, in seconds. */
  retryDelayMax?: number;
  expireInSeconds?: number;
  /** Jobs run at once in one process; 2 by default. A function reads it from the settings. */
  concurrency?: number | ((settings: Settings) => number);
  /** Seconds that a finished job is kept; a week by default. */
  keepFor?: number;
  /** Its jobs wait for a moment and are late after a second, not five. */
  isTimed?: boolean;
  /** Deletes the job when its work is done, because its data identifies a person who may have no account. */
  deleteWhenDone?: boolean;
  /** A cron schedule in UTC. A function derives it from the settings, undefined for none. */
  cron?: string | ((settings: Settings) => string | undefined);
}

export interface TryOf {
  /** 1 for the first try. */
  attempt: number;
  isLast: boolean;
}

/** A kind of job: the queue's name, its retry options and its work. */
export interface JobKind<W, Data extends object> {
  name: string;
  options: JobOptions;
  work: (ctx: W, data: Data, attempt: TryOf) => Promise<void>;
}

export function defineJob<W, Data extends object>(
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
  /** Jobs of a higher one run first; 0 by default. */
  priority?: number;
  /** No second job with this key is created while the first waits. */
  singletonKey?: string;
}

/** A new job; it waits until `startAfter`. */
export interface Pending<Data extends object> {
  data: Data;
  startAfter?: Date | undefined;
  /** Jobs of a higher one run first; 0 by default. */
  priority?: number | undefined;
}

export interface Jobs {
  boss: PgBoss;
  /** Creates a job through `db`: inside a transaction it exists only if the transaction commits. */
  send<Data extends object>(db: Db, name: string, data: Data, options?: SendOptions): Promise<void>;
  /** Creates many jobs of one kind in one statement. */
  sendMany<Data extends object>(db: Db, name: string, jobs: Pending<Data>[]): Promise<void>;
  /** Deletes every job, waiting or finished, whose data has one of these texts as a value, however deep. */
  forget(db: Db, texts: string[]): Promise<void>;
  /** Retries a job that failed for good; false when it is not among the failed ones. */
  retry(db: Db, name: string, id: string): Promise<boolean>;
  stop(): Promise<void>;
}

/** Seconds without heartbeat after which a job's process counts as killed and the job is retried. */
const superviseSeconds = 10;

/**
 * Indexes of our own on the jobs: `job_texts` finds those about one person among millions (`forget`), `job_unfinished` those
 * that wait, run or failed, beside the finished ones of a week.
 */
const indexes = {
  job_texts: `gin (jsonb_path_query_array(data, 'strict $.** ? (@.type() == "string")') jsonb_path_ops)`,
  job_unfinished: "btree (state, completed_on, name, start_after) where state <> 'completed'",
};

/** Creates what is missing. Processes that start together do it one after the other: `if not exists` alone can fail for two at once. */
async function createIndexes(boss: PgBoss): Promise<void> {
  const db = boss.getDb();
  for (const [name, what] of Object.entries(indexes)) {
    const { rows } = await db.executeSql(`select to_regclass('jobs.${name}') is null as missing`);
    // Two statements in one text are one transaction, and the lock ends with it.
    if (rows[0].missing)
      await db.executeSql(
        `select pg_advisory_xact_lock(7245106); create index if not exists ${name} on jobs.job using ${what}`,
      );
  }
}

const through = (client: Db["$client"]) => ({
  executeSql: (text: string, values?: unknown[]) => client.query(text, values as unknown[]) as Promise<pg.QueryResult>,
});

/**
 * Connection options that pg-boss's types leave out: a dead connection is given up after 35 s, instead of blocking the
 * worker for the system's timeout of a quarter of an hour.
 */
const handedOn: object = { query_timeout: 35_000 };

/** Opens the queue. `quiet` leaves out its maintenance and schedules, for tests and commands. */
export async function createJobs(
  url: string,
  kinds: AnyJobKind<never>[],
  options: { log: Logger; quiet?: boolean; connections?: number },
): Promise<Jobs> {
  const boss = new PgBoss({
    ...getConnectionOptions(url),
    application_name: "aleef-jobs",
    max: options.quiet ? 1 : (options.connections ?? 6),
    schema: "jobs",
    createSchema: false,
    useListenNotify: !options.quiet,
    supervise: !options.quiet,
    schedule: !options.quiet,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
    ...handedOn,
  });
  boss.on("error", (error) => options.log.warn({ err: error }, "the job queue reports a fault"));
  await boss.start();
  await createIndexes(boss);
  const known = new Set((await boss.getQueues()).map((queue) => queue.name));
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
          jobs.map(({ data, startAfter, priority = 0 }) => ({ data, priority, ...(startAfter && { startAfter }) })),
          { db: through(db.$client) },
        );
    },
    async forget(db, texts) {
      const holds = texts.map(
        (text) =>
          sql`jsonb_path_query_array(data, 'strict $.** ? (@.type() == "string")') @> ${JSON.stringify([text])}::jsonb`,
      );
      if (holds.length > 0) await db.execute(sql`delete from jobs.job where ${or(...holds)}`);
    },
    async retry(db, name, id) {
      // The result has a count, which the types leave out.
      const done = (await boss.retry(name, id, { db: through(db.$client) })) as { affected?: number };
      return done.affected === 1;
    },
    stop: () => boss.stop({ graceful: true, timeout: 8_000 }),
  };
}

/** Starts this process's workers. Failures are logged without the job's data and retried by the queue. */
export async function startWorkers<W extends { jobs: Jobs; log: Logger; settings: Settings }>(
  ctx: W,
  kinds: AnyJobKind<W>[],
) {
  const { job: level } = ctx.settings.log.levels;
  const log = level ? ctx.log.child({}, { level }) : ctx.log;
  for (const kind of kinds) {
    const { concurrency = 2 } = kind.options;
    await ctx.jobs.boss.work(
      kind.name,
      {
        includeMetadata: true,
        // After a full batch a worker fetches the next at once, so that a backlog is worked off without pauses.
        batchSize: 2,
        localConcurrency: Math.ceil((typeof concurrency === "function" ? concurrency(ctx.settings) : concurrency) / 2),
        burstWhenBatchFull: true,
        perJobResults: true,
        pollingIntervalSeconds: 1,
        // Nothing tells that a moment has come for which jobs wait.
        notifyPollingIntervalSeconds: kind.options.isTimed ? 1 : 5,
      },
      (batch: Job<object>[]) => Promise.all(batch.map((job) => runJob(ctx, kind, job, log))),
    );
    const { cron } = kind.options;
    const line = typeof cron === "function" ? cron(ctx.settings) : cron;
    if (line) await ctx.jobs.boss.schedule(kind.name, line, {}, { tz: "UTC" });
    // Removes a schedule of an earlier start.
    else if (cron) await ctx.jobs.boss.unschedule(kind.name);
  }
}

/** Runs one job and reports its result to the queue. */
async function runJob<W extends { jobs: Jobs }>(
  ctx: W,
  kind: AnyJobKind<W>,
  job: Job<object>,
  log: Logger,
): Promise<JobResult> {
  const { retryCount = 0, retryLimit = 0 } = job as Job<object> & { retryCount?: number; retryLimit?: number };
  const began = performance.now();
  const count = (result: string) =>
    jobSeconds.observe({ queue: kind.name, result }, (performance.now() - began) / 1000);
  try {
    const attempt = { attempt: retryCount + 1, isLast: retryCount >= retryLimit };
    const attributes = { "aleef.job.kind": kind.name, "aleef.job.id": job.id, "aleef.job.attempt": attempt.attempt };
    await withSpan(`job ${kind.name}`, { kind: "consumer", attributes }, () => kind.work(ctx, job.data ?? {}, attempt));
    // The queue accepts that there is nothing left to mark as completed.
    if (kind.options.deleteWhenDone) await ctx.jobs.boss.deleteJob(kind.name, job.id);
    count("completed");
    return { id: job.id, status: "completed" };
  } catch (error) {
    log.warn({ err: error, job: kind.name, jobId: job.id, attempt: retryCount + 1 }, "a job failed");
    count("failed");
    return { id: job.id, status: "failed" };
  }
}
