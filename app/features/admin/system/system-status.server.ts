import { statfs } from "node:fs/promises";
import { and, desc, eq, gte, inArray, notLike, type SQL, sql } from "drizzle-orm";
import { pgSchema, text, timestamp } from "drizzle-orm/pg-core";
import * as z from "zod";
import { recordChange } from "#app/features/audit-log/audit-log.server.ts";
import { notificationDeliveries, notifications } from "#app/features/notifications/notifications.tables.server.ts";
import { countReachablePets } from "#app/features/pets/reachability/reachability.server.ts";
import { phoneTemplateNames } from "#app/features/phone/phone.rules.ts";
import { countPhoneMessages } from "#app/features/phone/phone-messages.server.ts";
import { listUndelivered } from "#app/features/scans/recording/undelivered.server.ts";
import { requireAdmin } from "#app/features/users/require-admin.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError } from "#app/platform/app-error.server.ts";
import { getVersion } from "#app/platform/backup/backup.server.ts";
import { uuid } from "#app/platform/db/column-types.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { isId } from "#app/platform/db/uuid.server.ts";
import { dayMs } from "#app/platform/durations.rules.ts";
import { readSiteSettings } from "#app/platform/site-settings.server.ts";
import { getAdminMetrics } from "../overview/admin-metrics.server.ts";
import { getBackupState } from "./backups.server.ts";

export const retryForm = z.object({ queue: z.string().min(1).max(100), job: z.string().max(60) });

/** Columns of the queue's own table that are read here; the data of jobs is deliberately not read. */
const schema = pgSchema("jobs");
const queues = schema.table("queue", { name: text().notNull() });
const queueJobs = schema.table("job", {
  id: uuid().notNull(),
  name: text().notNull(),
  state: text().notNull(),
  completedOn: timestamp("completed_on", { withTimezone: true, mode: "date" }),
});
const maxFailed = 50;

/**
 * Returns the state of the system: mail and push, storage, queues with the newest 50 failed jobs, database,
 * notification delays in seconds, version, backups, and finders' messages that could not be delivered. Administrators
 * only.
 */
export async function getMachineState(ctx: AppContext, actor: Actor) {
  requireAdmin(actor);
  const [mail, mailProblem, push, phone, storage, queues, failed, database, backup, { delays }, version, undelivered] =
    await Promise.all([
      readDeliveries(ctx, "email"),
      ctx.mail.findProblem(),
      readDeliveries(ctx, "push"),
      readPhoneState(ctx),
      readStorageState(ctx),
      countQueues(ctx),
      listFailedJobs(ctx),
      readDatabaseState(ctx),
      getBackupState(ctx),
      getAdminMetrics(ctx),
      getVersion(ctx.settings.root),
      listUndelivered(ctx, actor),
    ]);
  return {
    now: ctx.clock.now(),
    mail: { ...mail, kind: ctx.mail.kind, problem: mailProblem },
    push,
    phone,
    storage,
    queues,
    failed,
    database,
    backup,
    delays,
    version,
    undelivered,
  };
}

/**
 * Returns when a notification of the last week was last delivered, how many failed in the last 24 hours, and how many
 * could not be delivered yet and will be tried again.
 */
async function readDeliveries({ db, clock }: AppContext, channel: "email" | "push") {
  const now = clock.now().getTime();
  const yesterday = new Date(now - dayMs);
  const [row] = await db
    .select({
      last: sql<Date | null>`max(${notificationDeliveries.updatedAt}) filter (where ${notificationDeliveries.state} = 'delivered')`.mapWith(
        notificationDeliveries.updatedAt,
      ),
      failed:
        sql`count(*) filter (where ${notificationDeliveries.state} = 'failed' and ${gte(notificationDeliveries.updatedAt, yesterday)})`.mapWith(
          Number,
        ),
      retrying:
        sql`count(*) filter (where ${notificationDeliveries.state} = 'waiting' and ${notificationDeliveries.attempts} > 0)`.mapWith(
          Number,
        ),
    })
    .from(notificationDeliveries)
    .innerJoin(notifications, eq(notifications.id, notificationDeliveries.notificationId))
    .where(and(eq(notificationDeliveries.channel, channel), gte(notifications.createdAt, new Date(now - 7 * dayMs))));
  return { last: row?.last ?? null, failed: row?.failed ?? 0, retrying: row?.retrying ?? 0 };
}

/**
 * Returns whether both carriers are configured, how much of the daily budget (UTC) is used, how many messages of the
 * last 24 hours failed, and the WhatsApp templates in both languages.
 */
async function readPhoneState(ctx: AppContext) {
  const [{ today, failed }, reachablePets] = await Promise.all([countPhoneMessages(ctx), countReachablePets(ctx)]);
  const values = { a: "{{1}}", b: "{{2}}", c: "{{3}}", d: "{{4}}" };
  return {
    isSet: { whatsapp: ctx.settings.whatsapp !== undefined, sms: ctx.settings.sms !== undefined },
    budget: readSiteSettings(ctx).messages.perDay,
    reachablePets,
    used: today,
    failed,
    templates: phoneTemplateNames.map((name) => ({
      name: `aleef_${name}`,
      en: ctx.translator("en")(`phone.templates.${name}`, values),
      ar: ctx.translator("ar")(`phone.templates.${name}`, values),
    })),
  };
}

/**
 * Returns where files are stored, whether the storage is writable, and the free bytes; null for a bucket, which has no
 * limit.
 */
async function readStorageState({ files, settings }: AppContext) {
  const isWritable = await files.probe().then(
    () => true,
    () => false,
  );
  if (settings.s3) return { kind: "bucket", isWritable, freeBytes: null } as const;
  const disk = await statfs(settings.dataDir).catch(() => null);
  return { kind: "disk", isWritable, freeBytes: disk ? disk.bavail * disk.bsize : null } as const;
}

/** Written exactly as in the partial index `job_unfinished`, so that finished jobs are not read. */
const isUnfinished = sql`${queueJobs.state} <> 'completed'`;

async function countQueues({ db }: AppContext) {
  const count = (...states: string[]) =>
    sql<number>`count(*) filter (where ${inArray(sql`${queueJobs.state}::text`, states)})::int`;
  const counts = db
    .select({
      name: queueJobs.name,
      waiting: count("created", "retry").as("waiting"),
      running: count("active").as("running"),
      failed: count("failed").as("failed"),
    })
    .from(queueJobs)
    .where(and(sql`${queueJobs.state} in ('created', 'retry', 'active', 'failed')`, isUnfinished))
    .groupBy(queueJobs.name)
    .as("counts");
  const orNone = (column: SQL.Aliased<number>) => sql<number>`coalesce(${column}, 0)`;
  return (
    db
      .select({
        name: queues.name,
        waiting: orNone(counts.waiting),
        running: orNone(counts.running),
        failed: orNone(counts.failed),
      })
      .from(queues)
      .leftJoin(counts, eq(counts.name, queues.name))
      // Leaves out the queue's internal maintenance jobs.
      .where(notLike(queues.name, "\\_\\_%"))
      .orderBy(queues.name)
  );
}

function listFailedJobs({ db }: AppContext) {
  return db
    .select({ id: queueJobs.id, queue: queueJobs.name, at: queueJobs.completedOn })
    .from(queueJobs)
    .where(and(sql`${queueJobs.state} = 'failed'`, isUnfinished))
    .orderBy(desc(queueJobs.completedOn))
    .limit(maxFailed);
}

async function readDatabaseState({ db, settings }: AppContext) {
  const [row] = (
    await db.execute<{ version: string; bytes: string; connections: number; migration: string }>(
      sql`select current_setting('server_version') as version, pg_database_size(current_database())::text as bytes,
        (select count(*)::int from pg_stat_activity where datname = current_database()) as connections,
        (select count(*)::text from drizzle.__drizzle_migrations) as migration`,
    )
  ).rows;
  return {
    isOwn: !settings.databaseUrl,
    version: row!.version,
    bytes: Number(row!.bytes),
    connections: row!.connections,
    migrations: Number(row!.migration),
  };
}

/**
 * Retries a job that has failed permanently, and records that in the audit log. Rejects with 409 (`system.notFailed`) a
 * job that is no longer failed, so that two administrators retry it only once.
 */
export async function retryJob(
  ctx: AppContext,
  actor: Actor,
  { queue, id }: { queue: string; id: string },
): Promise<void> {
  requireAdmin(actor);
  if (!isId(id)) throw new AppError("system.notFailed", 409);
  await withTransaction(ctx, async (tx) => {
    if (!(await tx.jobs.retry(tx.db, queue, id))) throw new AppError("system.notFailed", 409);
    await recordChange(tx, actor, { action: "job.retry", subject: { kind: "job", id, name: queue } });
  });
}
