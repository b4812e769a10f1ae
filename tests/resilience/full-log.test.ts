// The whole site would stop for everybody because the disk of its log is full.
import { closeSync, openSync } from "node:fs";
import { expect, test } from "vitest";
import { readiness, startApp } from "./app-process.ts";
import { demoDataDir } from "./data-dirs.ts";
import { scan } from "./people.ts";

test("with a full disk under the log, pages are served and the process stops when told to", {
  timeout: 180_000,
}, async () => {
  const DATA_DIR = await demoDataDir();
  // Every write to this file fails with ENOSPC, as on a full disk.
  const output = openSync("/dev/full", "w");
  const app = await startApp({ DATA_DIR, LOG_LEVEL: "info" }, { output });
  closeSync(output);
  for (let visitor = 0; visitor < 50; visitor++) expect((await scan(app.url, "DEMO-LINKED", visitor)).status).toBe(200);
  expect((await fetch(`${app.url}/healthz`)).status).toBe(200);
  expect(await readiness(app)).toBe(200);
  expect(await app.stop()).toBe(0);
});
