// Protects whoever runs Aleef: what is wrong around a process is said when it starts, in one sentence with the setting.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { SMTPServer } from "smtp-server";
import { afterAll, expect, test } from "vitest";
import { Clock } from "#app/platform/app-context.server.ts";
import { runMigrations } from "#app/platform/db/migrate/migrate.server.ts";
import { createFiles } from "#app/platform/files/files.server.ts";
import { createMailer } from "#app/platform/mail/mailer.server.ts";
import { listStartProblems } from "#app/platform/start-checks.server.ts";
import { query } from "#tests/databases.ts";
import { createTestApp, type TestApp } from "#tests/test-app.ts";
import { copyDatabase, createDatabase, databaseUrl, dropDatabase } from "#tests/test-database.ts";
import { freePort } from "../../bench/free-port.ts";
import { hasPooler, openPooler } from "./pooler.ts";

const app = await createTestApp();
const folder = await mkdtemp(path.join(os.tmpdir(), "aleef-start-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

type Ctx = TestApp["ctx"];
const problems = (settings: Partial<Ctx["settings"]>, more: Partial<Ctx> = {}) =>
  listStartProblems({ ...app.ctx, clock: new Clock(), ...more, settings: { ...app.ctx.settings, ...settings } });
const mailer = (smtpUrl: string) => createMailer({ ...app.ctx.settings, smtpUrl }, app.ctx.log);

/** Runs a mail server that accepts one password. */
async function openMailServer() {
  const server = new SMTPServer({
    authOptional: false,
    allowInsecureAuth: true,
    disabledCommands: ["STARTTLS"],
    onAuth: ({ password }, _session, done) =>
      password === "right" ? done(null, { user: "aleef" }) : done(new Error("535 no")),
  });
  const port = await freePort();
  await new Promise<void>((listening) => server.listen(port, "127.0.0.1", listening));
  return { port, close: () => new Promise<void>((closed) => server.close(() => closed())) };
}

test("a working installation has nothing to say", async () => {
  const mail = await openMailServer();
  const found = await problems({}, { mail: mailer(`smtp://aleef:right@127.0.0.1:${mail.port}`) });
  // The tests' own role is the superuser.
  expect(found.filter((problem) => !problem.includes("superuser"))).toEqual([]);
  await mail.close();
});

test("the mail server: wrong password, nobody there, no setting, a reserved sender", async () => {
  const mail = await openMailServer();
  const wrong = await problems({}, { mail: mailer(`smtp://aleef:wrong@127.0.0.1:${mail.port}`) });
  expect(wrong.join()).toMatch(/SMTP_URL: the mail server does not accept us \(EAUTH 535\)/);
  await mail.close();
  const absent = await problems({}, { mail: mailer(`smtp://127.0.0.1:${mail.port}`) });
  expect(absent.join()).toMatch(/SMTP_URL: the mail server does not accept us \(ESOCKET|ECONNREFUSED/);
  expect((await problems({ secure: true })).join()).toMatch(/SMTP_URL is not set/);
  expect((await problems({ smtpUrl: "smtp://x", mailFrom: "a@aleef.test" })).join()).toMatch(
    /MAIL_FROM is a@aleef\.test/,
  );
});

test("the bucket, the folder for backups, their key, the demo with https, the clock", async () => {
  const s3 = {
    ...{ bucket: "pets", region: "us-east-1", endpoint: `http://127.0.0.1:${await freePort()}` },
    ...{ accessKeyId: "a", secretAccessKey: "b" },
  };
  expect((await problems({ s3 }, { files: await createFiles({ ...app.ctx.settings, s3 }) })).join()).toMatch(
    /S3_BUCKET: photos cannot be stored in "pets"/,
  );
  const file = path.join(folder, "file");
  await writeFile(file, "");
  const backups = { at: "03:30", folder: path.join(file, "backups"), keep: 1, key: undefined };
  const said = (await problems({ backups, demo: true, secure: true })).join("\n");
  expect(said).toMatch(/BACKUP_DIR: no backup can be written to .*file\/backups/);
  expect(said).toMatch(/BACKUP_KEY is not set/);
  expect(said).toMatch(/DEMO=1: the demo accounts/);
  const late = new Clock(() => new Date(Date.now() - 7_200_000));
  expect((await problems({}, { clock: late })).join()).toMatch(/clock of this machine is 7\d\d\d s behind/);
});

test.skipIf(!hasPooler)("a pooler in transaction mode where a direct connection is needed", async () => {
  const server = await databaseUrl();
  const pooler = await openPooler(server);
  try {
    const through = await problems({ databaseUrl: pooler.url }, { directUrl: pooler.url });
    expect(through.join()).toMatch(/DATABASE_DIRECT_URL is not set, and DATABASE_URL leads to a pooler/);
    const direct = await problems({ databaseUrl: pooler.url }, { directUrl: server });
    expect(direct.join()).not.toMatch(/pooler/);
  } finally {
    await pooler.close();
  }
});

test("a database that cannot be used is refused before it is changed, and the sentence names the setting", async () => {
  const folderOfMigrations = path.resolve("migrations");
  const [one, other] = [await copyDatabase(), await copyDatabase()];
  await expect(runMigrations(one.url, folderOfMigrations, { appUrl: other.url })).rejects.toThrow(
    /DATABASE_OWNER_URL and DATABASE_URL lead to different databases/,
  );
  const name = `aleef_ascii_${process.pid}`;
  const server = await databaseUrl();
  await query(server, `create database ${name} encoding 'SQL_ASCII' locale 'C' template template0`);
  const ascii = Object.assign(new URL(server), { pathname: `/${name}` }).href;
  await expect(runMigrations(ascii, folderOfMigrations)).rejects.toThrow(/DATABASE_URL stores text as SQL_ASCII/);
  await dropDatabase(name);
  const empty = `aleef_empty_${process.pid}`;
  const emptyUrl = await createDatabase(empty);
  const app = Object.assign(new URL(emptyUrl), { username: "aleef_app_alone", password: "x" });
  await query(server, "drop role if exists aleef_app_alone");
  await query(server, "create role aleef_app_alone login password 'x'");
  await expect(runMigrations(app.href, folderOfMigrations, { appUrl: emptyUrl })).rejects.toThrow(
    /The role "aleef_app_alone" of DATABASE_OWNER_URL may not migrate/,
  );
  await dropDatabase(empty);
  await query(server, "drop role aleef_app_alone");
  await one.drop();
  await other.drop();
});
