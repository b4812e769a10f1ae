import { closeSync, openSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { readiness, startApp, tidyUp } from "./app-process.ts";
import { demoDataDir } from "./demo-data-dir.ts";
import { scan } from "./people.ts";

const folders: string[] = [];
afterAll(() => tidyUp(folders));

test("a full disk under the log stops nothing: pages are answered, and the process ends when it is told", {
  timeout: 180_000,
}, async () => {
  const DATA_DIR = await demoDataDir();
  folders.push(DATA_DIR);
  // Every write to it fails as on a full disk (ENOSPC).
  const output = openSync("/dev/full", "w");
  const app = await startApp({ DATA_DIR, LOG_LEVEL: "info" }, { output });
  closeSync(output);
  for (let visitor = 0; visitor < 50; visitor++) expect((await scan(app.url, "DEMO-LINKED", visitor)).status).toBe(200);
  expect((await fetch(`${app.url}/healthz`)).status).toBe(200);
  expect(await readiness(app)).toBe(200);
  expect(await app.stop()).toBe(0);
});
