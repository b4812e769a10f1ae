// The operator would stand before an empty machine with a backup that does not restore.
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, rm, stat, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { query } from "#tests/databases.ts";
import { copyDatabase } from "#tests/test-database.ts";
import { databaseUrlOf, startApp } from "./app-process.ts";
import { demoDataDir, emptyDataDir } from "./data-dirs.ts";
import { scan, signIn } from "./people.ts";

const run = promisify(execFile);
const server = ["--disable-warning=ExperimentalWarning", "cli.ts"];
const root = path.resolve(import.meta.dirname, "../..");
const sourceDir = await demoDataDir();
const targetDir = await emptyDataDir();
const folderOfBackups = await emptyDataDir();

/** Runs a command as `npm run` does. Returns its output, or exit code and error output if it failed. */
async function command(
  name: "backup" | "restore",
  file: string | string[],
  dataDir: string,
  settings: Record<string, string> = {},
): Promise<string> {
  const env = { PATH: process.env.PATH, HOME: os.homedir(), DATA_DIR: dataDir, ...settings };
  return run(process.execPath, [...server, name].concat(file), { cwd: root, env }).then(
    ({ stdout }) => stdout,
    ({ code, stderr }) => `exit ${code}: ${stderr}`,
  );
}

test("a backup made under load restores to an empty machine with the same rows, sessions and accounts", {
  timeout: 180_000,
}, async () => {
  const file = path.join(folderOfBackups, "aleef.tar.gz");
  const app = await startApp({ DATA_DIR: sourceDir });
  const cookie = await signIn(app.url);
  const before = await scan(app.url, "DEMO-LINKED", 1);
  expect(before.status).toBe(200);

  let isScanning = true;
  let answered = 0;
  const people = Array.from({ length: 4 }, async (_, person) => {
    while (isScanning) if ((await scan(app.url, "DEMO-LINKED", person)).status === 200) answered++;
  });
  await expect.poll(() => answered, { timeout: 30_000 }).toBeGreaterThan(5);
  expect(await command("backup", file, sourceDir)).toContain("Backed up");
  isScanning = false;
  await Promise.all(people);
  expect(await app.stop()).toBe(0);

  expect(await command("restore", file, targetDir)).toContain("Every table has as many rows as in the backup");
  expect(await command("restore", file, targetDir)).toContain("is not empty");

  const restored = await startApp({ DATA_DIR: targetDir });
  const { rows } = await query(
    await databaseUrlOf(targetDir),
    `select count(*)::int as kept from scan_records where id = '${before.id}'`,
  );
  expect(rows[0].kept).toBe(1);
  const page = await fetch(`${restored.url}/dashboard`, { headers: { cookie }, redirect: "manual" });
  expect(page.status).toBe(200);
  await signIn(restored.url);
  expect(await restored.stop()).toBe(0);
});

test("restoring a file that is not a backup fails with exit code 1", async () => {
  const file = path.join(folderOfBackups, "letter.txt");
  await writeFile(file, "Dear cat");
  expect(await command("restore", file, targetDir)).toMatch(/^exit 1: .* is not a backup of Aleef/);
});

/** Creates a database on an external server, large enough that a backup takes a while. Returns the settings for it. */
async function largeDatabase(): Promise<Record<string, string>> {
  const copy = await copyDatabase();
  onTestFinished(copy.drop);
  await query(
    copy.url,
    `insert into key_values select 'large-' || n, string_agg(md5(n::text || m::text), '')
       from generate_series(1, 4000) n, generate_series(1, 100) m group by n`,
  );
  return { DATABASE_URL: copy.url, SECRET: "a-secret-that-is-long-enough-for-this" };
}

const key = { BACKUP_KEY: "the operator's passphrase of many letters" };

test("a backup killed at any time leaves no file that looks complete; the next one succeeds and passes the restore test", {
  timeout: 180_000,
}, async () => {
  const settings = { ...(await largeDatabase()), ...key };
  const folder = path.join(folderOfBackups, "killed");
  const kills = Number(process.env.KILLS ?? 3);
  let unfinished = 0;
  for (let kill = 0; kill < kills; kill++) {
    await rm(folder, { recursive: true, force: true });
    const env = { PATH: process.env.PATH, HOME: os.homedir(), DATA_DIR: targetDir, BACKUP_DIR: folder, ...settings };
    const making = spawn(process.execPath, [...server, "backup"], { cwd: root, env, stdio: "ignore" });
    const exited = once(making, "close");
    const grown = (kill / kills) * 4_000_000;
    await expect.poll(() => sizeOfUnfinished(folder), { timeout: 60_000, interval: 2 }).toBeGreaterThan(grown);
    making.kill("SIGKILL");
    await exited;
    const names = await readdir(folder);
    expect(names.filter((name) => !name.endsWith(".unfinished"))).toEqual([]);
    unfinished += names.length;
  }
  expect(unfinished).toBe(kills);

  expect(await command("backup", [], targetDir, { ...settings, BACKUP_DIR: folder })).toContain("Backed up");
  const backup = (await readdir(folder)).find((name) => name.endsWith(".age")) as string;
  const asked = ["--test", path.join(folder, backup)];
  expect(await command("restore", asked, targetDir, settings)).toContain("was restored for a test");
  expect(await command("restore", asked, targetDir, { ...settings, BACKUP_KEY: "x".repeat(32) })).toMatch(
    /^exit 1: The test failed: .* was encrypted with another BACKUP_KEY/,
  );
});

/** Returns the size of the unfinished file in bytes; 0 if there is none yet. */
async function sizeOfUnfinished(folder: string): Promise<number> {
  const [name] = await readdir(folder).catch(() => []);
  return name ? (await stat(path.join(folder, name))).size : 0;
}

test("a backup on a full disk fails with a message, leaves no file and keeps the previous backup", async () => {
  const settings = await largeDatabase();
  const folder = path.join(folderOfBackups, "full");
  const env = { PATH: process.env.PATH, HOME: os.homedir(), DATA_DIR: targetDir, BACKUP_DIR: folder, ...settings };
  await mkdir(folder);
  await writeFile(path.join(folder, "aleef-2026-01-01T00-00-00.tar.gz"), "the one before");
  // Limits file sizes to 1 MiB, which fails in the same way as a full disk.
  const limited = `ulimit -f 1024; exec "${process.execPath}" ${server.join(" ")} backup`;
  const failed = await run("bash", ["-c", limited], { cwd: root, env }).then(
    () => null,
    ({ code, stderr }) => ({ code, stderr }),
  );
  expect(failed).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("There is not enough space for the backup in"),
  });
  expect(await readdir(folder)).toEqual(["aleef-2026-01-01T00-00-00.tar.gz"]);
});
