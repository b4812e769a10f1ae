// The operator would lose backups that should be kept, or could not open an encrypted one.
import { mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { createTestPet, createTestUser } from "#tests/make.ts";
import { createTestApp } from "#tests/test-app.ts";
import { lockKey } from "../db/advisory-locks.server.ts";
import { BackupRunningError, createBackup } from "./backup.server.ts";
import { checkBackup } from "./backup-archive.server.ts";
import { addBackup } from "./backup-store.server.ts";

let folder: string;
const key = "the operator's passphrase of many letters";
const start = Date.parse("2026-11-21T12:00:00Z");
const hour = (number: number) => new Date(start + number * 3_600_000);

const t = await createTestApp();
await createTestPet(t.ctx, await createTestUser(t.ctx));

afterAll(() => rm(folder, { recursive: true, force: true }));

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

test("an encrypted backup opens only with its key, and not when it is cut", async () => {
  await emptyFolder();
  const { file } = await addBackup(t.ctx.directUrl, place(5, key), hour(5));
  expect(path.basename(file)).toBe("aleef-2026-11-21T17-00-00.tar.gz.age");
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  await expect(checkBackup(file, { key: undefined })).rejects.toThrow("set BACKUP_KEY");
  await expect(checkBackup(file, { key: `${key}!` })).rejects.toThrow("another BACKUP_KEY");
  expect((await checkBackup(file, { key })).takenAt).toBe(hour(5).toISOString());
  const half = path.join(folder, "half.age");
  const bytes = await readFile(file);
  for (const length of [40, 300, bytes.length - 1]) {
    await writeFile(half, bytes.subarray(0, length));
    await expect(checkBackup(half, { key }), `${length} bytes`).rejects.toThrow("is damaged or truncated");
  }
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
