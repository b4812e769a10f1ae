// Protects whoever runs Aleef by its guide: a command finds the service's settings and data from any directory, and
// creates nothing of its own beside them.
import { execFile } from "node:child_process";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { query } from "#tests/databases.ts";
import { signUpTestUser } from "#tests/make.ts";
import { withTwoFactor } from "#tests/make-two-factor.ts";
import { createTestApp } from "#tests/test-app.ts";
import { emptyDataDir } from "./data-dirs.ts";

const run = promisify(execFile);
const app = await createTestApp();
const folder = await emptyDataDir();
const settings = path.join(folder, "aleef.env");
// As systemd reads it: a value with spaces and brackets needs no quotes.
await writeFile(
  settings,
  `DATABASE_URL=${app.databaseUrl}\nSECRET=${"s".repeat(40)}\nMAIL_FROM=Aleef <no-reply@aleef.pets>\nDEMO=0\n`,
);

const command = (...args: string[]) =>
  run(path.resolve("deploy/aleef"), args, {
    cwd: os.tmpdir(),
    env: {
      PATH: process.env.PATH,
      ALEEF_SETTINGS: settings,
      ALEEF_USER: os.userInfo().username,
      DATA_DIR: path.join(folder, "data"),
    },
  }).then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    ({ code, stdout, stderr }) => ({ code, text: `${stdout}${stderr}` }),
  );

test("makes an account an administrator, in the service's database", { timeout: 60_000 }, async () => {
  await signUpTestUser(app.ctx, "first@example.com");
  expect(await command("admin", "first@example.com")).toMatchObject({
    code: 0,
    text: expect.stringContaining("first@example.com is now an administrator"),
  });
  const { rows } = await query(app.databaseUrl, "select role from users where email = 'first@example.com'");
  expect(rows).toEqual([{ role: "admin" }]);
  expect(await command("admin", "nobody@example.com")).toMatchObject({ code: 1 });
  expect(await readdir(folder)).not.toContain("postgres");
});

test("runs every other command of the guide, each on the service's database", { timeout: 120_000 }, async () => {
  const user = await signUpTestUser(app.ctx, "second@example.com");
  await withTwoFactor(app.ctx, user);
  expect(await command("disable-two-factor", "second@example.com")).toMatchObject({
    code: 0,
    text: expect.stringContaining("second@example.com now logs in with the password alone"),
  });
  expect(await command("disable-two-factor", "second@example.com")).toMatchObject({ code: 1 });
  expect(await command("demo:remove")).toMatchObject({
    code: 0,
    text: expect.stringContaining("There are no demo accounts here"),
  });
  const file = path.join(folder, "now.tar.gz");
  expect(await command("backup", file)).toMatchObject({ code: 0 });
  expect(await command("restore", "--test", file)).toMatchObject({
    code: 0,
    text: expect.stringContaining("as many as in the backup"),
  });
  expect(await command("restore", file), "into a database that is in use").toMatchObject({ code: 1 });
  expect(await readdir(folder)).not.toContain("postgres");
});

test("the guide names no other command", async () => {
  const guide = await readFile("docs/operating.md", "utf8");
  const { scripts } = JSON.parse(await readFile("package.json", "utf8"));
  const isService = (name: string) => / cli\.ts [\w:-]+$/.test(scripts[name] ?? "");
  const named = [...guide.matchAll(/npm run ([\w:-]+)/g)].map(([, name = ""]) => name);
  expect(new Set(named.filter(isService))).toEqual(new Set(["admin", "backup", "restore", "demo:remove"]));
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});

test("names the file of settings that cannot be read", async () => {
  await rm(settings);
  expect(await command("backup")).toMatchObject({ code: 1, text: expect.stringContaining(settings) });
});
