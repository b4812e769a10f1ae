// The operator would search for hours why the app does not start, or lose data to a typing mistake.
import { once } from "node:events";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { expect, test } from "vitest";
import { startApp } from "./app-process.ts";
import { emptyDataDir } from "./data-dirs.ts";

const folder = await emptyDataDir();

/** Starts the app with invalid settings and returns exit code and output lines. */
async function startWithInvalid(settings: Record<string, string>) {
  const dataDir = path.join(folder, "data");
  const app = await startApp({ DATA_DIR: dataDir, ...settings }, { ready: false });
  const code = await app.ended;
  return { code, lines: app.output().trim().split("\n"), createdDataDir: existsSync(dataDir) };
}

test("names an invalid setting and starts nothing", async () => {
  const { code, lines, createdDataDir } = await startWithInvalid({ PORT: "eighty" });
  expect(lines[0]).toBe("Invalid settings:");
  expect(lines.slice(1).map((line) => line.trim().split(" ")[0])).toEqual(["PORT"]);
  expect(code).toBe(1);
  expect(createdDataDir).toBe(false);
});

test("lists all invalid settings in one message, one per line", async () => {
  const { code, lines } = await startWithInvalid({
    PORT: "x",
    SMTP_URL: "x",
    DEMO: "x",
    SECRET: "x",
    TWILIO_ACCOUNT_SID: "x",
  });
  const named = lines.slice(1).map((line) => line.trim().split(" ")[0]);
  expect(named.toSorted()).toEqual(["DEMO", "PORT", "SECRET", "SMTP_URL", "TWILIO_AUTH_TOKEN"]);
  expect(code).toBe(1);
});

test("explains that the database does not respond and exits", async () => {
  const { code, lines } = await startWithInvalid({
    DATABASE_URL: "postgres://somebody:secret-word@localhost:1/aleef",
    SECRET: "a-secret-that-is-long-enough-for-this",
  });
  expect(code).toBe(1);
  expect(lines.join(" ")).toMatch(/DATABASE_URL/);
  expect(lines.join(" ")).not.toContain("secret-word");
});

test("exits if the port is in use, before touching the database", async () => {
  const other = http.createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const { port } = other.address() as AddressInfo;
  const dataDir = path.join(folder, "never made");
  const { code, lines } = await startWithInvalid({ PORT: String(port), DATA_DIR: dataDir });
  other.close();
  expect(code).toBe(1);
  expect(lines.join(" ")).toContain(`EADDRINUSE: address already in use 127.0.0.1:${port}`);
  expect(existsSync(dataDir)).toBe(false);
});

test("reports an unusable data folder with its path and the reason", async () => {
  const file = path.join(folder, "a file");
  await writeFile(file, "");
  for (const [dataDir, reason] of [
    [file, "it is a file, not a folder"],
    [path.join(file, "within"), "part of the path is a file, not a folder"],
  ] as const) {
    const { code, lines } = await startWithInvalid({ DATA_DIR: dataDir });
    expect(lines.at(-1)).toBe(`DATA_DIR ${dataDir} cannot be used: ${reason}.`);
    expect(code).toBe(1);
  }
});
