// The operator would find that the only backup that can be restored was deleted as too old.
import { mkdtemp, open, readdir, readFile, rm, stat, symlink, utimes, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { query } from "#tests/databases.ts";
import { createTestPet, createTestUser } from "#tests/make.ts";
import { createTestApp } from "#tests/test-app.ts";
import { lockKey } from "../advisory-locks.server.ts";
import { getRoles } from "../embedded/embedded-postgres.server.ts";
import { BackupRunningError, createBackup } from "./backup.server.ts";
import { addBackup } from "./backup-store.server.ts";
import { readRestoreRehearsal, rehearseRestore } from "./restore-rehearsal.server.ts";

let folder: string;
const key = "the operator's passphrase of many letters";
const start = Date.parse("2026-11-21T12:00:00Z");
const hour = (number: number) => new Date(start + number * 3_600_000);

const t = await createTestApp();
await createTestPet(t.ctx, await createTestUser(t.ctx));

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await t.close();
});

async function emptyFolder(): Promise<string> {
  if (folder) await rm(folder, { recursive: true, force: true });
  folder = await mkdtemp(path.join(os.tmpdir(), "aleef-backups-"));
  return folder;
}

const place = (keep: number, sealing?: string) => ({
  root: process.cwd(),
  dataDir: t.ctx.settings.dataDir,
  s3: undefined,
  secret: undefined,
  backups: { folder, keep, key: sealing },
});

test("keeps the newest backups and leaves other files alone", async () => {
  await emptyFolder();
  const strangers = ["aleef-before-the-move.tar.gz", "aleef-2026-01-01.tar.gz", "letters.txt"];
  for (const name of strangers) await writeFile(path.join(folder, name), "not yours");
  for (const number of [0, 1, 2, 3]) await addBackup(t.ctx.directUrl, place(2), hour(number));
  const ours = ["aleef-2026-11-21T14-00-00.tar.gz", "aleef-2026-11-21T15-00-00.tar.gz"];
  expect(await readdir(folder)).toEqual([...strangers, ...ours].toSorted());
});

test("keeps the last backup that passed a restore test, even if it is older than the ones to keep", async () => {
  await emptyFolder();
  const { file } = await addBackup(t.ctx.directUrl, place(1), hour(0));
  expect(await rehearseRestore(getRoles(t.databaseUrl), file, place(1), hour(0))).toMatchObject({
    outcome: "passed",
    file,
  });
  await addBackup(t.ctx.directUrl, place(1), hour(1));
  await addBackup(t.ctx.directUrl, place(1), hour(2));
  expect(await readdir(folder)).toEqual(["aleef-2026-11-21T12-00-00.tar.gz", "aleef-2026-11-21T14-00-00.tar.gz"]);
});

test("deletes unfinished files of killed backups after an hour", async () => {
  await emptyFolder();
  const [dead, alive] = ["aleef-2026-11-20T03-30-00.tar.gz.unfinished", "aleef-2026-11-21T11-59-00.tar.gz.unfinished"];
  for (const [name, at] of [
    [dead, hour(-2)],
    [alive, hour(-0.1)],
  ] as const) {
    await writeFile(path.join(folder, name), "half");
    await utimes(path.join(folder, name), at, at);
  }
  await addBackup(t.ctx.directUrl, place(3), hour(0));
  expect(await readdir(folder)).toEqual(
    ["aleef-2026-11-21T11-59-00.tar.gz.unfinished", "aleef-2026-11-21T12-00-00.tar.gz"].toSorted(),
  );
});

test("an encrypted backup reveals nothing without the key; a restore test records its outcome and cleans up", async () => {
  await emptyFolder();
  const { file } = await addBackup(t.ctx.directUrl, place(5, key), hour(5));
  expect(path.basename(file)).toBe("aleef-2026-11-21T17-00-00.tar.gz.sealed");
  expect((await stat(file)).mode & 0o777).toBe(0o600);

  expect(await rehearseRestore(getRoles(t.databaseUrl), file, place(5), hour(6))).toMatchObject({
    outcome: "failed",
    why: expect.stringContaining("set BACKUP_KEY"),
  });
  expect(await rehearseRestore(getRoles(t.databaseUrl), file, place(5, `${key}!`), hour(6))).toMatchObject({
    outcome: "failed",
    why: expect.stringContaining("another BACKUP_KEY"),
  });
  const bytes = await readFile(file);
  const half = path.join(folder, "half.sealed");
  await writeFile(half, bytes.subarray(0, -1));
  expect(await rehearseRestore(getRoles(t.databaseUrl), half, place(5, key), hour(6))).toMatchObject({
    outcome: "failed",
    why: expect.stringContaining("or truncated"),
  });
  expect(await readRestoreRehearsal(t.ctx.directUrl)).toMatchObject({ outcome: "failed", file: half });

  expect(await rehearseRestore(getRoles(t.databaseUrl), file, place(5, key), hour(7))).toEqual({
    at: hour(7).toISOString(),
    file,
    outcome: "passed",
  });
  expect(await readRestoreRehearsal(t.ctx.directUrl)).toMatchObject({ outcome: "passed" });
  const left = await query(
    t.databaseUrl,
    `select made.datname from pg_database made join pg_database own on own.datname = current_database()
       where made.datname = 'aleef_restore_rehearsal_' || own.oid`,
  );
  expect(left.rows).toEqual([]);
  expect((await readdir(folder)).toSorted()).toEqual([path.basename(file), "half.sealed"]);
});

test("tests a backup of a read-only place, and says which file is not there", async () => {
  await emptyFolder();
  const { file } = await addBackup(t.ctx.directUrl, place(5), hour(8));
  const opened = await open(file);
  // Nothing can be created beside this name of the file, not even by root.
  const readOnly = `/proc/self/fd/${opened.fd}`;
  expect(await rehearseRestore(getRoles(t.databaseUrl), readOnly, place(5), hour(8))).toMatchObject({
    outcome: "passed",
  });
  await opened.close();
  expect(await rehearseRestore(getRoles(t.databaseUrl), "/proc/gone.tar.gz", place(5), hour(8))).toMatchObject({
    outcome: "failed",
    why: expect.stringContaining("gone.tar.gz"),
  });
});

test("a restore test reports that the database user may not create databases", async () => {
  await emptyFolder();
  const { file } = await addBackup(t.ctx.directUrl, place(5), hour(8));
  const user = `aleef_small_${process.pid}`;
  const url = new URL(t.databaseUrl);
  await query(
    t.databaseUrl,
    `create role ${user} login password 'small'; grant select, insert, update on key_values to ${user}`,
  );
  url.username = user;
  url.password = "small";
  expect(await rehearseRestore({ url: url.href, ownerUrl: url.href }, file, place(5), hour(8))).toMatchObject({
    outcome: "forbidden",
  });
  await query(t.databaseUrl, `drop owned by ${user}; drop role ${user}`);
});

test("rejects a second backup while another process is making one", async () => {
  await emptyFolder();
  const file = path.join(folder, "one.tar.gz");
  const other = await t.ctx.pool.connect();
  await other.query(`select pg_advisory_lock(${lockKey("backup")})`);
  await expect(createBackup(t.ctx.directUrl, file, place(1), hour(9))).rejects.toThrow(BackupRunningError);
  expect(await readdir(folder)).toEqual([]);
  await other.query(`select pg_advisory_unlock(${lockKey("backup")})`);
  other.release();
  await createBackup(t.ctx.directUrl, file, place(1), hour(9));
  expect(await readdir(folder)).toEqual(["one.tar.gz"]);
});

test("rejects a backup file inside the backed-up folders, even through a symbolic link", async () => {
  await emptyFolder();
  const files = path.join(t.ctx.settings.dataDir, "files");
  await symlink(files, path.join(folder, "elsewhere"));
  for (const target of [path.join(files, "one.tar.gz"), path.join(folder, "elsewhere/one.tar.gz")])
    await expect(createBackup(t.ctx.directUrl, target, place(1), hour(10))).rejects.toThrow(
      "inside a directory that is backed up",
    );
});
