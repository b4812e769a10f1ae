import { existsSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeDataDir, startApp, tidyUp } from "./app-process.ts";

let folder: string;

beforeAll(async () => {
  folder = await makeDataDir();
});

afterAll(() => tidyUp([folder]));

/** Starts with settings that cannot be right; gives the exit code and every line it said. */
async function refusal(settings: Record<string, string>) {
  const dataDir = path.join(folder, "data");
  const app = await startApp({ DATA_DIR: dataDir, ...settings }, { ready: false });
  const code = await app.ended;
  return { code, lines: app.said().trim().split("\n"), madeSomething: existsSync(dataDir) };
}

const wrong: [string, Record<string, string>][] = [
  ["PORT", { PORT: "eighty" }],
  ["PORT", { PORT: "70000" }],
  ["PUBLIC_URL", { PUBLIC_URL: "aleef dot com" }],
  ["DATABASE_URL", { DATABASE_URL: "mysql://localhost/aleef", SECRET: "x".repeat(32) }],
  ["DATABASE_READ_URL", { DATABASE_URL: "postgres://h/a", DATABASE_READ_URL: "h:5432", SECRET: "x".repeat(32) }],
  ["DATABASE_URL", { DATABASE_READ_URL: "postgres://localhost/aleef" }],
  ["SECRET", { DATABASE_URL: "postgres://127.0.0.1:1/aleef" }],
  ["SECRET", { SECRET: "short" }],
  ["SMTP_URL", { SMTP_URL: "mail.example.com:25" }],
  ["S3_SECRET_ACCESS_KEY", { S3_BUCKET: "pets", S3_ACCESS_KEY_ID: "key" }],
  ["S3_ENDPOINT", { S3_ENDPOINT: "not an address" }],
  ["VAPID_PRIVATE_KEY", { VAPID_PUBLIC_KEY: "half" }],
  ["VAPID_SUBJECT", { VAPID_SUBJECT: "somebody" }],
  ["MAP_PMTILES_URL", { MAP_PMTILES_URL: "earth" }],
  ["TAP_KEYS", { TAP_KEYS: "1:00:00" }],
  ["TAP_KEYS", { TAP_KEYS: `1:${"0".repeat(32)}:${"a".repeat(32)}` }],
  ["SCANS_KEPT_MONTHS", { SCANS_KEPT_MONTHS: "2" }],
  ["SCANS_KEPT_MONTHS", { SCANS_KEPT_MONTHS: "12 months" }],
  ["SCANS_KEPT_MONTHS", { SCANS_KEPT_MONTHS: "-12" }],
  ["BACKUP_AT", { BACKUP_AT: "at night" }],
  ["DEMO", { DEMO: "perhaps" }],
  ["LOG_LEVEL", { LOG_LEVEL: "loud" }],
];

test.each(wrong)("a wrong %s is named, and nothing is started (%o)", async (name, settings) => {
  const { code, lines, madeSomething } = await refusal(settings);
  expect(lines[0]).toBe("These settings are wrong:");
  expect(lines.slice(1).map((line) => line.trim().split(" ")[0])).toEqual([name]);
  expect(code).toBe(1);
  expect(madeSomething).toBe(false);
});

test("all wrong settings stand in one message, each on a line of its own", async () => {
  const { code, lines } = await refusal({ PORT: "x", SMTP_URL: "x", DEMO: "x", SECRET: "x", VAPID_PUBLIC_KEY: "x" });
  const named = lines.slice(1).map((line) => line.trim().split(" ")[0]);
  expect(named.toSorted()).toEqual(["DEMO", "PORT", "SECRET", "SMTP_URL", "VAPID_PRIVATE_KEY"]);
  expect(code).toBe(1);
});

test("a database that does not answer is said in a sentence, and the process ends", async () => {
  const { code, lines } = await refusal({
    DATABASE_URL: "postgres://somebody:secret-word@localhost:1/aleef",
    SECRET: "a-secret-that-is-long-enough-for-this",
  });
  expect(code).toBe(1);
  expect(lines.join(" ")).toMatch(/DATABASE_URL/);
  expect(lines.join(" ")).not.toContain("secret-word");
});
