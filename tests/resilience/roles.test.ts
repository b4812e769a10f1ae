// Visitors would be sent to a process that is not ready yet, and get an error.
import net from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { query } from "#tests/databases.ts";
import { databaseUrlOf, readiness, startApp } from "./app-process.ts";
import { emptyDataDir } from "./data-dirs.ts";
import { scan, signIn } from "./people.ts";

const secret = "a-secret-that-is-long-enough-for-this-test";
const dataDir = await emptyDataDir();

const status = (url: string, headers = {}) =>
  fetch(url, { redirect: "manual", headers }).then(
    (answer) => answer.status,
    () => 0,
  );

async function askWithoutHost(url: string, path: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = net.connect(Number(port), hostname);
  socket.end(`GET ${path} HTTP/1.0\r\n\r\n`);
  return text(socket);
}

test("a starting process accepts no connection before it is ready, so that a proxy passes nothing to it", {
  timeout: 180_000,
}, async () => {
  const app = await startApp({ DATA_DIR: dataDir, SECRET: secret }, { ready: false });
  const seen = new Set<number>();
  const look = async () => {
    const answer = await status(`${app.url}/healthz`);
    // As soon as it answers at all, it serves.
    seen.add(answer === 0 ? 0 : await readiness(app));
    return seen.has(200);
  };
  await expect.poll(look, { timeout: 150_000, interval: 5 }).toBe(true);
  expect([...seen]).toEqual([0, 200]);
  expect(await status(`${app.url}/readyz/finders`)).toBe(200);

  // A proxy's health check in HTTP/1.0 sends no Host header.
  expect(await askWithoutHost(app.url, "/readyz/finders")).toMatch(/^HTTP\/1\.[01] 200 /);

  const cookie = await signIn(app.url);
  const dashboard = (url: string) => status(`${url}/dashboard`, { cookie });
  expect(await dashboard(app.url)).toBe(200);

  // Adds a web process and later a worker process on the same database.
  const workDir = await emptyDataDir();
  const webDir = await emptyDataDir();
  await app.stop();
  const base = await startApp({ DATA_DIR: dataDir, SECRET: secret, ROLE: "web" });
  const shared = { DATABASE_URL: await databaseUrlOf(dataDir), SECRET: secret, DEMO: "1", PUBLIC_URL: base.url };
  const rotated = { ...shared, SECRET: "f".repeat(40), SECRET_PREVIOUS: secret };
  const web = await startApp({ ...rotated, DATA_DIR: webDir, ROLE: "web" });
  // Sessions signed with the previous secret are valid as long as it is configured.
  expect(await dashboard(web.url)).toBe(200);
  expect((await scan(web.url)).status).toBe(200);
  const waiting =
    "select count(*)::int as n from jobs.job where name = 'notifications.send-email' and state < 'active'";
  const emails = async () => (await query(shared.DATABASE_URL, waiting)).rows[0].n as number;
  // Both are web processes, so no job is processed.
  const left = await emails();
  expect(left).toBeGreaterThan(0);

  expect(await emails()).toBe(left);
  expect(await dashboard(base.url)).toBe(200);
  const worker = await startApp({ ...rotated, DATA_DIR: workDir, ROLE: "worker" });
  await expect.poll(emails, { timeout: 30_000 }).toBe(0);
  expect(await web.stop()).toBe(0);
  expect(await status(`${worker.url}/tag/DEMO-LINKED`)).toBe(404);
  expect(await status(`${worker.url}/readyz`)).toBe(200);
  const changed = await startApp({ ...shared, SECRET: "f".repeat(40), DATA_DIR: webDir, ROLE: "web" });
  expect(await dashboard(changed.url)).toBe(302);
  for (const one of [changed, worker, base]) expect(await one.stop()).toBe(0);
});
