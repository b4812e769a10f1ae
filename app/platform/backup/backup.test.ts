// The operator would restore a damaged or forged file over good data, or miss rows after a restore.
import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, open, readdir, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { query } from "#tests/databases.ts";
import { createTestPet, createTestUser } from "#tests/make.ts";
import { createTestApp } from "#tests/test-app.ts";
import { createDatabase, dropDatabase } from "#tests/test-database.ts";
import { getRoles } from "../db/embedded/embedded-postgres.server.ts";
import type { Settings } from "../settings.server.ts";
import { createBackup } from "./backup.server.ts";
import { runRestore } from "./backup-commands.server.ts";
import { restoreBackup } from "./restore.server.ts";

const target = `aleef_restored_${process.pid}`;

const t = await createTestApp();
const folder = await mkdtemp(path.join(os.tmpdir(), "aleef-backup-"));
const owner = await createTestUser(t.ctx);
const pet = await createTestPet(t.ctx, owner);
await t.ctx.pool.query("update pets set name = $1 where id = $2", ["مشمش\t\\N\n\\.\nnull", pet]);
// Two scans in a monthly partition, and one in the default partition.
await query(
  t.ctx.ownerUrl,
  `create table scan_records_2024_01 partition of scan_records
      for values from ('018cc251-f400-7000-8000-000000000000') to ('018d61f6-9c00-7000-8000-000000000000')`,
);
for (const id of ["018cc251-f400-7000-8000-000000000000", "018d0000-0000-7000-8000-000000000001", randomUUID()])
  await t.ctx.pool.query(
    "insert into scan_records (id, at, evidence, reasons, visit, medium, language) values ($1, now(), 'human', '{}', $1, 'qr', 'en')",
    [id],
  );
await t.ctx.files.put("photos/one.avif", Buffer.from("a photo"), "image/avif");

afterAll(async () => {
  await dropDatabase(target);
  await rm(folder, { recursive: true, force: true });
});

const place = (dataDir: string) => ({
  root: process.cwd(),
  dataDir,
  s3: undefined,
  secret: undefined,
  backups: { key: undefined },
});

async function emptyDatabase(): Promise<string> {
  await dropDatabase(target);
  return createDatabase(target, "aleef_owner");
}

const now = new Date("2026-11-21T12:00:00Z");

test("a backup taken during writes restores all rows, keys, generated columns and the audit log's trigger", async () => {
  const source = t.ctx.settings.dataDir;
  await writeFile(path.join(source, "secret"), "the secret of this folder", { mode: 0o600 });
  let isWriting = true;
  let written = 0;
  const writing = (async () => {
    while (isWriting) {
      const pair = `pair-${written++}`;
      await t.ctx.pool.query(
        "with one as (insert into key_values values ($1, 'left')) insert into rate_limits values ($1, 1, 1)",
        [pair],
      );
    }
  })();
  await expect.poll(() => written).toBeGreaterThan(20);
  const file = path.join(folder, "while-writing.tar.gz");
  const manifest = await createBackup(t.ctx.directUrl, file, place(source), now);
  const atTheEnd = written;
  await expect.poll(() => written).toBeGreaterThan(atTheEnd);
  isWriting = false;
  await writing;
  expect((await stat(file)).mode & 0o777).toBe(0o600);

  const url = await emptyDatabase();
  const dataDir = path.join(folder, "machine");
  expect(await restoreBackup(getRoles(url), file, place(dataDir))).toEqual(manifest);

  // Each pair was written by one statement, so a snapshot holds both rows or none.
  const halves = `select count(*)::int as halves from
    (select name from key_values where name like 'pair-%') k full join
    (select key from rate_limits where key like 'pair-%') r on r.key = k.name where k.name is null or r.key is null`;
  expect((await query(url, halves)).rows[0].halves).toBe(0);
  const pets = "select name, search_text from pets";
  expect((await query(url, pets)).rows).toEqual((await query(t.databaseUrl, pets)).rows);
  const scans = "select tableoid::regclass::text as part, id from scan_records order by 1, 2";
  expect((await query(url, scans)).rows).toMatchObject([
    { part: "scan_records_2024_01" },
    { part: "scan_records_2024_01" },
    { part: "scan_records_rest" },
  ]);
  expect((await query(url, scans)).rows).toEqual((await query(t.databaseUrl, scans)).rows);
  for (const { name } of manifest.tables) {
    const sum = `select count(*)::int as rows, md5(string_agg(md5(r::text), '' order by md5(r::text))) as sum from ${name} r`;
    if (/key_values|rate_limits|jobs/.test(name)) continue;
    expect((await query(url, sum)).rows, name).toEqual((await query(t.databaseUrl, sum)).rows);
  }
  const shape = `select conrelid::regclass::text as on, conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
    where connamespace = 'public'::regnamespace and conislocal and conparentid = 0 order by 1, 3`;
  expect((await query(url, shape)).rows).toEqual((await query(t.databaseUrl, shape)).rows);
  const indexes = "select indexdef from pg_indexes where schemaname = 'public' order by indexname";
  expect((await query(url, indexes)).rows).toEqual((await query(t.databaseUrl, indexes)).rows);
  const guards = "select tgname, tgenabled from pg_trigger where not tgisinternal order by 1";
  expect((await query(url, guards)).rows).toEqual((await query(t.databaseUrl, guards)).rows);
  await expect(query(url, "truncate audit_log")).rejects.toThrow();
  expect(await readFile(path.join(dataDir, "files/photos/one.avif"), "utf8")).toBe("a photo");
  expect(await readFile(path.join(dataDir, "secret"), "utf8")).toBe("the secret of this folder");
  expect((await stat(path.join(dataDir, "secret"))).mode & 0o777).toBe(0o600);

  const again = await createBackup(url, path.join(folder, "again.tar.gz"), place(dataDir), now);
  expect(again.tables).toEqual(manifest.tables);
  expect(again.files).toEqual(manifest.files);
  expect(again.sequences).toEqual(manifest.sequences);

  await expect(restoreBackup(getRoles(url), file, place(path.join(folder, "other")))).rejects.toThrow(
    "database is not empty",
  );
});

test("rejects a foreign, damaged or truncated file before changing anything", async () => {
  const url = await emptyDatabase();
  const dataDir = path.join(folder, "untouched");
  const whole = path.join(folder, "whole.tar.gz");
  await createBackup(t.ctx.directUrl, whole, place(t.ctx.settings.dataDir), now);
  await expect(createBackup(t.ctx.directUrl, whole, place(t.ctx.settings.dataDir), now)).rejects.toThrow(
    "already exists",
  );

  const bytes = await readFile(whole);
  const cut = path.join(folder, "cut.tar.gz");
  for (const share of [0.3, 0.9, 0.999]) {
    await writeFile(cut, bytes);
    await truncate(cut, Math.floor(bytes.length * share));
    await expect(restoreBackup(getRoles(url), cut, place(dataDir))).rejects.toThrow(/or truncated|is not a backup/);
  }
  for (const foreign of [Buffer.from("hello"), Buffer.alloc(0), gzipSync(Buffer.alloc(4096, "x"))]) {
    await writeFile(cut, foreign);
    await expect(restoreBackup(getRoles(url), cut, place(dataDir))).rejects.toThrow("is not a backup of Aleef");
  }
  await expect(restoreBackup(getRoles(url), path.join(folder, "none"), place(dataDir))).rejects.toThrow(
    "There is no file",
  );
  await expect(stat(dataDir)).rejects.toThrow("ENOENT");
  const { rows } = await query(url, "select count(*)::int as tables from pg_tables where schemaname = 'public'");
  expect(rows[0].tables).toBe(0);
});

test("rejects a backup with a broken reference, names the table and restores nothing", async () => {
  const broken = `aleef_broken_${process.pid}`;
  await dropDatabase(broken);
  const source = await createDatabase(broken, "aleef_owner");
  try {
    const file = path.join(folder, "broken.tar.gz");
    await createBackup(t.ctx.directUrl, path.join(folder, "good.tar.gz"), place(t.ctx.settings.dataDir), now);
    await restoreBackup(getRoles(source), path.join(folder, "good.tar.gz"), place(path.join(folder, "broken")));
    await query(source, "alter table pets drop constraint pets_owner_id_users_id_fk");
    await query(source, `update pets set owner_id = '${randomUUID()}'`);
    await createBackup(source, file, place(path.join(folder, "broken")), now);
    const url = await emptyDatabase();
    await expect(restoreBackup(getRoles(url), file, place(path.join(folder, "mended")))).rejects.toThrow(
      /^pets references a row that does not exist: Key \(owner_id\)=.*"users".* Nothing was restored\.$/,
    );
    expect((await query(url, "select count(*)::int as rows from pets")).rows[0].rows).toBe(0);
  } finally {
    await dropDatabase(broken);
  }
});

test("with a key, rejects an unencrypted backup whatever its name, unless --unsealed is given", async () => {
  const url = await emptyDatabase();
  const forged = path.join(folder, "aleef-2026-11-21T12-00-00.tar.gz.age");
  await createBackup(t.ctx.directUrl, forged, place(t.ctx.settings.dataDir), now);
  const sealing = { ...place(path.join(folder, "sealing")), backups: { key: "a passphrase of more than thirty-two" } };
  await expect(restoreBackup(getRoles(url), forged, sealing)).rejects.toThrow(
    "is not encrypted although BACKUP_KEY is set",
  );
  const { rows } = await query(url, "select count(*)::int as tables from pg_tables where schemaname = 'public'");
  expect(rows[0].tables).toBe(0);
  const old = { ...sealing, backups: { ...sealing.backups, acceptUnsealed: true } };
  expect((await restoreBackup(getRoles(url), forged, old)).tables.length).toBeGreaterThan(0);
});

test("a restore test removes what a killed one left, and leaves nothing itself", async () => {
  const url = await emptyDatabase();
  let file = path.join(folder, "tested.tar.gz");
  await createBackup(t.ctx.directUrl, file, place(t.ctx.settings.dataDir), now);
  const dataDir = path.join(folder, "tested");
  await mkdir(path.join(dataDir, "restore-test/files"), { recursive: true });
  const [{ oid }] = (await query(url, "select oid from pg_database where datname = current_database()")).rows;
  const name = `aleef_restore_test_${oid}`;
  await query(await createDatabase(name), "create table left_over ()");
  const asked = () => runRestore(["--test", file], { url, ownerUrl: url }, place(dataDir) as unknown as Settings);
  const [first, second] = await Promise.allSettled([asked(), asked()]);
  expect([first, second].map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect([first, second]).toContainEqual(
    expect.objectContaining({ reason: new Error("Another restore test of this database is running.") }),
  );
  expect(await asked()).toContain("was restored for a test");
  // A backup on a volume that is mounted for reading only: beside this path even root cannot create a file.
  const opened = await open(file);
  file = `/proc/self/fd/${opened.fd}`;
  expect(await asked()).toContain("was restored for a test");
  await opened.close();
  expect((await query(url, `select 1 from pg_database where datname = '${name}'`)).rows).toEqual([]);
  expect(await readdir(dataDir)).toEqual([]);
});

test("rejects a backup that was changed, encrypted or not", async () => {
  const key = "a passphrase of more than thirty-two";
  const dataDir = path.join(folder, "redated");
  const url = await emptyDatabase();
  const redate = (bytes: Buffer) => {
    const at = bytes.indexOf(now.toISOString().slice(0, 10));
    expect(at).toBeGreaterThan(0);
    return Buffer.concat([bytes.subarray(0, at), Buffer.from("2027"), bytes.subarray(at + 4)]);
  };
  const encrypted = path.join(folder, "changed.tar.gz.age");
  const sealing = { ...place(t.ctx.settings.dataDir), backups: { key } };
  await createBackup(t.ctx.directUrl, encrypted, sealing, now);
  const whole = await readFile(encrypted);
  for (const at of [40, 170, 400, Math.floor(whole.length / 2), whole.length - 1]) {
    const changed = Buffer.from(whole);
    changed[at] = (changed[at] ?? 0) ^ 1;
    await writeFile(encrypted, changed);
    await expect(restoreBackup(getRoles(url), encrypted, { ...place(dataDir), backups: { key } })).rejects.toThrow(
      /another BACKUP_KEY, or its header|is damaged or truncated/,
    );
  }
  const plain = path.join(folder, "redated.tar.gz");
  await createBackup(t.ctx.directUrl, plain, place(t.ctx.settings.dataDir), now);
  await writeFile(plain, gzipSync(redate(gunzipSync(await readFile(plain)))));
  await expect(restoreBackup(getRoles(url), plain, place(dataDir))).rejects.toThrow(
    "was modified after it was created",
  );
  const { rows } = await query(url, "select count(*)::int as tables from pg_tables where schemaname = 'public'");
  expect(rows[0].tables).toBe(0);
});

test("rejects a backup whose rows are fewer than it says, and keeps none of them", async () => {
  const file = path.join(folder, "fewer.tar.gz");
  const manifest = await createBackup(t.ctx.directUrl, file, place(t.ctx.settings.dataDir), now);
  const rows = manifest.tables.find(({ name }) => name === "public.pets")?.rows;
  const text = gunzipSync(await readFile(file)).toString("latin1");
  const more = text.replace(/("public\.pets",[^}]*"rows": )\d/, `$1${Number(rows) + 1}`);
  expect(more).not.toBe(text);
  await writeFile(file, gzipSync(Buffer.from(more, "latin1")));
  const url = await emptyDatabase();
  const dataDir = path.join(folder, "fewer");
  await expect(restoreBackup(getRoles(url), file, place(dataDir))).rejects.toThrow(
    "public.pets has another number of rows than the backup. Nothing was restored.",
  );
  expect((await query(url, "select count(*)::int as rows from users")).rows[0].rows).toBe(0);
  expect(await readdir(dataDir)).toEqual([]);
});

test("rejects a backup of a newer version, and one from before the baseline migration", async () => {
  const made = async (name: string, newest: string) => {
    await query(t.databaseUrl, `update drizzle.__drizzle_migrations set created_at = ${newest}`);
    const file = path.join(folder, name);
    await createBackup(t.ctx.directUrl, file, place(t.ctx.settings.dataDir), now);
    return restoreBackup(getRoles(await emptyDatabase()), file, place(path.join(folder, "old")));
  };
  await expect(made("newer.tar.gz", "9999999999999")).rejects.toThrow("newer than this one");
  await expect(made("older.tar.gz", "1795300000000")).rejects.toThrow(
    /^This backup was created by an older version \(.*newest migration of 2026-11-21 22:26 UTC\).* Nothing was restored/,
  );
});
