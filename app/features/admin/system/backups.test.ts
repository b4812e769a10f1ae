// The operator would believe in a backup that was never made or cannot be restored.
import { readdir } from "node:fs/promises";
import path from "node:path";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { listChanges } from "#app/features/audit-log/audit-log.server.ts";
import { startWorkers } from "#app/platform/jobs/jobs.server.ts";
import { createTestAdmin, createTestUser } from "#tests/make.ts";
import { createTestApp } from "#tests/test-app.ts";
import { backupJob, getBackupState, requestBackup } from "./backups.server.ts";

const t = await createTestApp();

test("several requests at once and in a row make one backup, which is recorded and in the audit log", async () => {
  const admin = await createTestAdmin(t.ctx);
  expect(await getBackupState(t.ctx)).toEqual({ last: null, at: null, isHourly: false });
  await Promise.all([requestBackup(t.ctx, admin), requestBackup(t.ctx, admin)]);
  await requestBackup(t.ctx, admin);
  const { rows: waiting } = await t.ctx.db.execute(sql`select 1 from jobs.job where name = 'admin.create-backup'`);
  expect(waiting).toHaveLength(1);
  await t.runJobs();
  const backups = await readdir(path.join(t.ctx.settings.dataDir, "backups"));
  expect(backups).toEqual(["aleef-2026-11-21T12-00-00.tar.gz"]);
  const state = await getBackupState(t.ctx);
  expect(state.last).toMatchObject({ isOld: false, isSealed: false });
  expect(state.last?.bytes).toBeGreaterThan(5_000);
  const { changes } = await listChanges(t.ctx, admin, { action: "backup.make" });
  expect(changes).toHaveLength(3);

  t.setNow("2026-11-23T12:00:01Z");
  expect((await getBackupState(t.ctx)).last).toMatchObject({ isOld: true });
  await requestBackup(t.ctx, admin);
  await t.runJobs();
  const next = await getBackupState(t.ctx);
  expect(next.last).toMatchObject({ at: "2026-11-23T12:00:01.000Z", isOld: false });
});

test("only administrators can request a backup", async () => {
  await expect(requestBackup(t.ctx, await createTestUser(t.ctx))).rejects.toMatchObject({ status: 403 });
});

const at = (time: string | undefined) => ({
  ...t.ctx,
  settings: { ...t.ctx.settings, backups: { ...t.ctx.settings.backups, at: time } },
});

test("with hourly backups the last one is old after two hours", async () => {
  t.setNow("2026-11-23T14:00:00Z");
  expect((await getBackupState(at(":15"))).last).toMatchObject({ isOld: false });
  t.setNow("2026-11-23T14:00:02Z");
  expect(await getBackupState(at(":15"))).toMatchObject({ at: ":15", isHourly: true, last: { isOld: true } });
  expect((await getBackupState(at("03:15"))).last).toMatchObject({ isOld: false });
});

test("schedules the configured time and removes the schedule when it is unset", async () => {
  const { boss } = t.ctx.jobs;
  const lines = async () => (await boss.getSchedules()).map(({ name, cron, timezone }) => ({ name, cron, timezone }));
  const idle = { ...backupJob, work: async () => undefined };
  await startWorkers(at("03:05"), [idle]);
  expect(await lines()).toEqual([{ name: backupJob.name, cron: "5 3 * * *", timezone: "UTC" }]);
  await startWorkers(at(":05"), [idle]);
  expect(await lines()).toMatchObject([{ cron: "5 * * * *" }]);
  await startWorkers(at(undefined), [idle]);
  expect(await lines()).toEqual([]);
});
