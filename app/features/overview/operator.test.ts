import { afterAll, beforeAll, expect, test } from "vitest";
import { listChanges } from "#app/features/accounts/audit-log.server.ts";
import { backUp } from "#app/platform/db/backup.server.ts";
import { anAdmin, aUser } from "#tests/make.ts";
import { type TestWorld, testWorld } from "#tests/world.ts";
import { machineState, retryJob } from "./operator.server.ts";

let t: TestWorld;

beforeAll(async () => {
  t = await testWorld();
});

afterAll(() => t.close());

/** A job that failed and will not be tried again by itself. */
async function aFailedJob(): Promise<{ queue: string; id: string }> {
  const queue = (await t.world.jobs.boss.getQueues()).find(({ name }) => !name.startsWith("__"))!.name;
  const id = (await t.world.jobs.boss.send(queue, {}, { retryLimit: 0 }))!;
  await t.world.jobs.boss.fetch(queue);
  await t.world.jobs.boss.fail(queue, id);
  return { queue, id };
}

test("a failed job is shown, tried again once by one of two administrators, and stands in the audit log", async () => {
  const admin = await anAdmin(t.world);
  const job = await aFailedJob();
  const before = await machineState(t.world, admin);
  expect(before.failed.map(({ id }) => id)).toEqual([job.id]);
  expect(before.queues.find(({ name }) => name === job.queue)).toMatchObject({ waiting: 0, failed: 1 });

  const both = await Promise.allSettled([retryJob(t.world, admin, job), retryJob(t.world, admin, job)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  const after = await machineState(t.world, admin);
  expect(after.failed).toEqual([]);
  expect(after.queues.find(({ name }) => name === job.queue)).toMatchObject({ waiting: 1, failed: 0 });
  const { changes } = await listChanges(t.world, admin, { action: "job.retry" });
  expect(changes.map(({ subjectId, subjectName }) => [subjectId, subjectName])).toEqual([[job.id, job.queue]]);
});

test("what the page says of the backup follows the backup", async () => {
  const admin = await anAdmin(t.world);
  expect((await machineState(t.world, admin)).backup.last).toBeNull();
  const { settings } = t.world;
  const place = {
    root: settings.root,
    dataDir: settings.dataDir,
    s3: undefined,
    secret: undefined,
    backups: { key: undefined },
  };
  await backUp(t.databaseUrl, `${settings.dataDir}/one.tar.gz`, place, t.world.clock.now());
  expect((await machineState(t.world, admin)).backup).toMatchObject({ last: { isOld: false } });
  t.setNow(new Date(t.world.clock.now().getTime() + 3 * 24 * 3_600_000));
  const later = await machineState(t.world, admin);
  expect(later.backup).toMatchObject({ last: { isOld: true } });
  expect(later.storage).toMatchObject({ kind: "disk", isWritable: true });
  expect(later.database.migrations).toBeGreaterThan(20);
});

test("only administrators see it or try a job again", async () => {
  const owner = await aUser(t.world);
  await expect(machineState(t.world, owner)).rejects.toMatchObject({ status: 403 });
  await expect(retryJob(t.world, owner, await aFailedJob())).rejects.toMatchObject({ status: 403 });
});
