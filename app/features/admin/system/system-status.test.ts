// The operator would see all green while e-mails wait and jobs have failed.
import { expect, test } from "vitest";
import { listChanges } from "#app/features/audit-log/audit-log.server.ts";
import { notificationDeliveries, notifications } from "#app/features/notifications/notifications.tables.server.ts";
import { createBackup } from "#app/platform/backup/backup.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { createTestAdmin, createTestUser } from "#tests/make.ts";
import { createTestApp } from "#tests/test-app.ts";
import { getMachineState, retryJob } from "./system-status.server.ts";

const t = await createTestApp();

/** Creates a job that failed and will not be retried automatically. */
async function createFailedJob(): Promise<{ queue: string; id: string }> {
  const queue = (await t.ctx.jobs.boss.getQueues()).find(({ name }) => !name.startsWith("__"))!.name;
  const id = (await t.ctx.jobs.boss.send(queue, {}, { retryLimit: 0 }))!;
  await t.ctx.jobs.boss.fetch(queue);
  await t.ctx.jobs.boss.fail(queue, id);
  return { queue, id };
}

test("a failed job is listed, retried once by two concurrent requests, and recorded in the audit log", async () => {
  const admin = await createTestAdmin(t.ctx);
  const job = await createFailedJob();
  const before = await getMachineState(t.ctx, admin);
  expect(before.failed.map(({ id }) => id)).toEqual([job.id]);
  expect(before.queues.find(({ name }) => name === job.queue)).toMatchObject({ waiting: 0, failed: 1 });

  const results = await Promise.allSettled([retryJob(t.ctx, admin, job), retryJob(t.ctx, admin, job)]);
  expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  const after = await getMachineState(t.ctx, admin);
  expect(after.failed).toEqual([]);
  expect(after.queues.find(({ name }) => name === job.queue)).toMatchObject({ waiting: 1, failed: 0 });
  const { changes } = await listChanges(t.ctx, admin, { action: "job.retry" });
  expect(changes.map(({ subjectId, subjectName }) => [subjectId, subjectName])).toEqual([[job.id, job.queue]]);
});

test("the backup's state follows the latest backup", async () => {
  const admin = await createTestAdmin(t.ctx);
  expect((await getMachineState(t.ctx, admin)).backup.last).toBeNull();
  const { settings } = t.ctx;
  const place = {
    root: settings.root,
    dataDir: settings.dataDir,
    s3: undefined,
    secret: undefined,
    backups: { key: undefined },
  };
  await createBackup(t.databaseUrl, `${settings.dataDir}/one.tar.gz`, place, t.ctx.clock.now());
  expect((await getMachineState(t.ctx, admin)).backup).toMatchObject({ last: { isOld: false } });
  t.setNow(t.ctx.clock.in(3 * 24 * 3_600_000));
  const later = await getMachineState(t.ctx, admin);
  expect(later.backup).toMatchObject({ last: { isOld: true } });
  expect(later.storage).toMatchObject({ kind: "disk", isWritable: true });
  expect(later.database.migrations).toBeGreaterThan(0);
});

test("only administrators can read the state or retry a job", async () => {
  const owner = await createTestUser(t.ctx);
  await expect(getMachineState(t.ctx, owner)).rejects.toMatchObject({ status: 403 });
  await expect(retryJob(t.ctx, owner, await createFailedJob())).rejects.toMatchObject({ status: 403 });
});

test("a mail server that rejects everything is seen, with its reason and the number of waiting e-mails", async () => {
  const admin = await createTestAdmin(t.ctx);
  const owner = await createTestUser(t.ctx);
  const [notification] = await t.ctx.db
    .insert(notifications)
    .values({
      id: createId(),
      userId: owner.id,
      kind: "account",
      params: {},
      link: "/dashboard",
      topic: "x",
      createdAt: t.ctx.clock.now(),
    })
    .returning();
  await t.ctx.db.insert(notificationDeliveries).values({
    ...{ notificationId: notification!.id, channel: "email", state: "waiting", attempts: 3 },
    updatedAt: t.ctx.clock.now(),
  });
  const mail = { ...t.ctx.mail, kind: "smtp" as const, findProblem: async () => "EAUTH 535" };
  expect((await getMachineState({ ...t.ctx, mail }, admin)).mail).toMatchObject({
    ...{ problem: "EAUTH 535", retrying: 1, failed: 0 },
  });
});
