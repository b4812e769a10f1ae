import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { query } from "#tests/databases.ts";
import { databaseUrlOf, makeDataDir, startApp, tidyUp } from "./app-process.ts";
import { scan, signIn } from "./people.ts";

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, "../..");
let machine: string;
let other: string;
let shelf: string;

beforeAll(async () => {
  machine = await makeDataDir();
  other = await makeDataDir();
  shelf = await mkdtemp(path.join(os.tmpdir(), "aleef-shelf-"));
});

afterAll(async () => {
  await tidyUp([machine, other]);
  await rm(shelf, { recursive: true, force: true });
});

/** A command as `npm run` starts it; gives what it printed, with its complaint when it failed. */
async function command(name: "backup" | "restore", file: string, dataDir: string): Promise<string> {
  const env = { PATH: process.env.PATH, HOME: os.homedir(), DATA_DIR: dataDir };
  const asked = ["--disable-warning=ExperimentalWarning", "server.ts", name, file];
  return run(process.execPath, asked, { cwd: root, env }).then(
    ({ stdout }) => stdout,
    ({ code, stderr }) => `exit ${code}: ${stderr}`,
  );
}

test("a machine is backed up while people scan, and an empty one goes on from there: same rows, sessions and sign-in", {
  timeout: 180_000,
}, async () => {
  const file = path.join(shelf, "aleef.tar.gz");
  const app = await startApp({ DATA_DIR: machine });
  const cookie = await signIn(app.url);
  const before = await scan(app.url, "DEMO-LINKED", 1);
  expect(before.status).toBe(200);

  let isScanning = true;
  let answered = 0;
  const people = Array.from({ length: 4 }, async (_, person) => {
    while (isScanning) if ((await scan(app.url, "DEMO-LINKED", person)).status === 200) answered++;
  });
  await expect.poll(() => answered, { timeout: 30_000 }).toBeGreaterThan(5);
  expect(await command("backup", file, machine)).toContain("Backed up");
  isScanning = false;
  await Promise.all(people);
  expect(await app.stop()).toBe(0);

  expect(await command("restore", file, other)).toContain("Every table has the sum it had in the backup");
  expect(await command("restore", file, other)).toContain("is not empty");

  const restored = await startApp({ DATA_DIR: other });
  const { rows } = await query(
    await databaseUrlOf(other),
    `select count(*)::int as kept from scan_records where id = '${before.id}'`,
  );
  expect(rows[0].kept).toBe(1);
  const page = await fetch(`${restored.url}/dashboard`, { headers: { cookie }, redirect: "manual" });
  expect(page.status).toBe(200);
  await signIn(restored.url);
  expect(await restored.stop()).toBe(0);
});

test("a file that is no backup is refused with an exit that scripts can see", async () => {
  const file = path.join(shelf, "letter.txt");
  await writeFile(file, "Dear cat");
  expect(await command("restore", file, other)).toMatch(/^exit 1: .* is not a backup of Aleef/);
});
