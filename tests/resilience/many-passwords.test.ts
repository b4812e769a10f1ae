// Visitors would be turned away while somebody tries passwords on a large scale.
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { readiness, startApp } from "./app-process.ts";
import { demoDataDir } from "./data-dirs.ts";

test("while two hundred clients try passwords, no request is rejected with 503", {
  timeout: 120_000,
}, async () => {
  const DATA_DIR = await demoDataDir();
  const app = await startApp({ DATA_DIR, TRUSTED_PROXIES: "127.0.0.1" });
  // Started one after the other, so that few connections are open when many are needed at the same time.
  const tries = Array.from({ length: 200 }, async (_, turn) => {
    await pause(turn * 20);
    const answer = await fetch(`${app.url}/auth`, {
      method: "POST",
      redirect: "manual",
      headers: { "sec-fetch-site": "same-origin", "x-forwarded-for": `10.7.${turn}.1` },
      body: new URLSearchParams({ intent: "signIn", email: `nobody-${turn}@example.com`, password: "Wrong-walk-1" }),
    });
    await answer.arrayBuffer();
    return answer.status;
  });
  await pause(3_000);
  const looks = Array.from({ length: 40 }, async () => {
    const answer = await fetch(`${app.url}/community-reports`);
    await answer.arrayBuffer();
    return answer.status;
  });
  expect(await Promise.all(looks)).toEqual(looks.map(() => 200));
  expect(await readiness(app)).toBe(200);
  expect(await Promise.all(tries)).toEqual(tries.map(() => 401));
});
