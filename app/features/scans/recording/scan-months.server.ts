import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { lockInTransaction } from "#app/platform/db/advisory-locks.server.ts";
import { isLockFailure, withOwnerRole, withTransaction } from "#app/platform/db/connection/database.server.ts";
import { withForeignKeysDropped } from "#app/platform/db/foreign-keys.server.ts";
import { readSiteSettings } from "#app/platform/site-settings.server.ts";

/** Returns the first moment (UTC) of the month that is `ahead` months after the given time. */
export function getMonthStart(moment: Date, ahead = 0): Date {
  return new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + ahead, 1));
}

/** Returns the smallest UUIDv7 (RFC 9562 §5.7) for a time. */
export function getFirstId(moment: Date): string {
  const time = moment.getTime().toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
}

const parent = "scan_records";

/** Returns the name of the partition for a month's scans. */
export function getPartitionName(month: Date): string {
  return `${parent}_${month.toISOString().slice(0, 7).replace("-", "_")}`;
}

/** Default partition, for scans of months without a partition. */
export const defaultPartition = `${parent}_rest`;

/** Returns the month of a partition by its name; null for the default partition. */
export function getPartitionMonth(part: string): Date | null {
  const [, year, month] = /_(\d{4})_(\d\d)$/.exec(part) ?? [];
  return year ? new Date(Date.UTC(Number(year), Number(month) - 1, 1)) : null;
}

/** Returns the start of the retention period in whole months; scans before it are deleted. Null if all are kept. */
function getRetentionStart(now: Date, months: number): Date | null {
  return months > 0 ? getMonthStart(now, -months) : null;
}

type MonthsContext = Pick<AppContext, "db" | "ownerUrl" | "clock">;

/** Number of months for which partitions are created in advance. */
const monthsAhead = 3;

/**
 * Creates the partitions of this month and the next three, with their keys and indexes. Rows in the default partition
 * that belong to them are moved. Idempotent and safe to run concurrently.
 */
export async function createScanMonths(ctx: MonthsContext): Promise<void> {
  const now = ctx.clock.now();
  await createMonths(
    ctx,
    Array.from({ length: monthsAhead + 1 }, (_, step) => getMonthStart(now, step)),
  );
}

/** Creates the partitions of these months; see `createScanMonths`. */
export async function createMonths(ctx: MonthsContext, months: readonly Date[]): Promise<void> {
  const existing = new Set(await listScanPartitions(ctx));
  const missing = months.filter((month) => !existing.has(getPartitionName(month)));
  if (missing.length > 0)
    await withOwnerRole(ctx, async (owner) => {
      for (const month of missing) await withRetries(owner, (tx) => createMonth(tx, month));
    });
}

/** Lists the names of all partitions, including the default one. */
export async function listScanPartitions({ db }: Pick<AppContext, "db">): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(
    sql`select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid
      where inhparent = 'scan_records'::regclass order by relname`,
  );
  return rows.map(({ name }) => name);
}

async function createMonth({ db }: Pick<AppContext, "db">, month: Date): Promise<void> {
  const part = getPartitionName(month);
  await lockInTransaction({ db }, "scan months");
  if ((await listScanPartitions({ db })).includes(part)) return;
  await db.execute(sql`lock table scan_records in access exclusive mode`);
  const [from, to] = [getFirstId(month), getFirstId(getMonthStart(month, 1))];
  const rest = sql.identifier(defaultPartition);
  const isInMonth = sql`id >= ${from} and id < ${to}`;
  const { rows: misplaced } = await db.execute(sql`select 1 from ${rest} where ${isInMonth} limit 1`);
  // DDL statements take no parameters.
  const createPartition = sql`create table ${sql.identifier(part)} partition of scan_records for values from (${from}) to (${to})`;
  if (misplaced.length === 0) return void (await db.execute(createPartition.inlineParams()));
  // Rows that refer to a scan would lose it while it is moved.
  await withForeignKeysDropped(db.$client, { to: "scan_records" }, async () => {
    await db.execute(sql`create temp table moving on commit drop as select * from ${rest} where ${isInMonth}`);
    await db.execute(sql`delete from ${rest} where ${isInMonth}`);
    await db.execute(createPartition.inlineParams());
    await db.execute(sql`insert into scan_records select * from moving`);
  });
}

const batch = 5_000;

/**
 * Deletes scans older than the configured number of whole months (UTC). A month is deleted by dropping its partition;
 * other old scans (in the default partition, or dated long before their id) are deleted in batches. Scans of the
 * retention period are never deleted. Does nothing while scans are kept forever.
 */
export async function purgeOldScans(ctx: MonthsContext & Pick<AppContext, "siteSettings">): Promise<void> {
  const since = getRetentionStart(ctx.clock.now(), readSiteSettings(ctx).site.scansKeptMonths);
  if (!since) return;
  await withOwnerRole(ctx, async (owner) => {
    for (const part of await listScanPartitions(owner)) {
      const month = getPartitionMonth(part);
      if (month && month < since) await withRetries(owner, (tx) => dropMonth(tx, part, { month, since }));
    }
  });
  for (;;) {
    const { rowCount } = await ctx.db.execute(
      sql`delete from scan_records where id = any(array(
        select id from scan_records where at < ${since.toISOString()}::timestamptz limit ${batch}))`,
    );
    if (!rowCount) return;
  }
}

async function dropMonth(
  { db }: Pick<AppContext, "db">,
  part: string,
  { month, since }: Record<"month" | "since", Date>,
) {
  await lockInTransaction({ db }, "scan months");
  if (!(await listScanPartitions({ db })).includes(part)) return;
  const ofMonth = (column: string) =>
    sql`${sql.identifier(column)} >= ${getFirstId(month)} and ${sql.identifier(column)} < ${getFirstId(getMonthStart(month, 1))}`;
  await db.execute(sql`lock table scan_records in access exclusive mode`);
  const { rows: retained } = await db.execute(
    sql`select 1 from ${sql.identifier(part)} where at >= ${since.toISOString()}::timestamptz limit 1`,
  );
  if (retained.length > 0) return;
  await db.execute(sql`delete from live_location_shares where ${ofMonth("scan_id")}`);
  await db.execute(sql`update tag_tests set scan_id = null where ${ofMonth("scan_id")}`);
  await db.execute(sql`alter table scan_records detach partition ${sql.identifier(part)}`);
  await db.execute(sql`drop table ${sql.identifier(part)}`);
}

const maxTries = 60;

/**
 * Runs `work`, which needs an exclusive lock on all scans, in one transaction. Waits for the lock only briefly (less
 * than PostgreSQL's deadlock timeout), so that scans do not queue up behind it, and retries.
 */
async function withRetries(
  ctx: Pick<AppContext, "db">,
  work: (tx: Pick<AppContext, "db">) => Promise<void>,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await withTransaction(ctx, async (tx) => {
        await tx.db.execute(sql`set local lock_timeout = '150ms'; set local statement_timeout = 0`);
        await work(tx);
      });
    } catch (error) {
      if (!isLockFailure(error) || attempt === maxTries) throw error;
      await pause(100 + attempt * 10 + Math.random() * 100);
    }
  }
}

/** Nightly maintenance: creates the coming partitions, deletes old scans and refreshes the planner's statistics. */
export async function updateScanMonths(ctx: AppContext): Promise<void> {
  await createScanMonths(ctx);
  await purgeOldScans(ctx);
  // Autovacuum analyzes each partition, but never the parent. Before PostgreSQL 18 the parent cannot be analyzed alone.
  await withOwnerRole(ctx, async ({ db }) => {
    const { rows } = await db.execute<{ is: boolean }>(
      sql`select current_setting('server_version_num')::int >= 180000 as is`,
    );
    await db.execute(rows[0]?.is ? sql`analyze only scan_records` : sql`analyze scan_records`);
  });
}
