import { eq } from "drizzle-orm";
import { recordChange } from "#app/features/audit-log/audit-log.server.ts";
import { requireAdmin } from "#app/features/users/require-admin.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { BackupRunningError, type LastBackup, lastBackupKey } from "#app/platform/backup/backup.server.ts";
import { addBackup } from "#app/platform/backup/backup-store.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { keyValues } from "#app/platform/db/platform.tables.server.ts";
import { dayMs, hourMs } from "#app/platform/durations.rules.ts";
import { defineJob } from "#app/platform/jobs/jobs.server.ts";

const queue = "admin.create-backup";

/**
 * Returns the state of the backups: the newest complete one and the schedule. The newest is
 * old when two in a row are missing.
 */
export async function getBackupState({ db, clock, settings }: Pick<AppContext, "db" | "clock" | "settings">) {
  const [row] = await db.select().from(keyValues).where(eq(keyValues.name, lastBackupKey));
  const last: LastBackup | null = row ? JSON.parse(row.value) : null;
  const { at = null } = settings.backups;
  const isHourly = at !== null && isEachHour(at);
  return {
    last: last && { ...last, isOld: clock.now().getTime() - Date.parse(last.at) > 2 * (isHourly ? hourMs : dayMs) },
    at,
    isHourly,
  };
}

/**
 * Queues a backup and records that in the audit log. Requests made while one is waiting result in a single backup.
 * Administrators only.
 */
export async function requestBackup(ctx: AppContext, actor: Actor): Promise<void> {
  requireAdmin(actor);
  await withTransaction(ctx, async (tx) => {
    await tx.jobs.send(tx.db, queue, {}, { singletonKey: "asked" });
    await recordChange(tx, actor, { action: "backup.make", subject: { kind: "backup", id: null } });
  });
}

/** Makes one backup, in whichever process gets the job; does nothing while another is running. */
async function makeBackup({ directUrl, settings, clock, log }: AppContext): Promise<void> {
  try {
    const { file } = await addBackup(directUrl, settings, clock.now());
    log.info({ file }, "backup created");
  } catch (error) {
    if (!(error instanceof BackupRunningError)) throw error;
  }
}

export const backupJob = defineJob<AppContext, object>(
  queue,
  {
    cron: ({ backups }) => backups.at && cronOf(backups.at),
    retryLimit: 3,
    retryDelay: 300,
    expireInSeconds: 6 * 3_600,
  },
  makeBackup,
);

const isEachHour = (time: string) => time.startsWith(":");

function cronOf(time: string): string {
  const [hourOfDay, minute] = time.split(":").map(Number);
  return `${minute} ${isEachHour(time) ? "*" : hourOfDay} * * *`;
}
