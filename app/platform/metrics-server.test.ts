// The operator would not be warned that alerts no longer reach owners, because the number watched is gone.
import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { countFailure } from "#app/features/notifications/delivery/deliver.server.ts";
import { createTestApp } from "#tests/test-app.ts";
import { freePort } from "../../bench/free-port.ts";
import { getKindOfPath } from "./metrics/metrics.server.ts";
import { startMetrics } from "./metrics-server.server.ts";

const port = await freePort();
const app = await createTestApp({ env: { METRICS_PORT: String(port) } });
let stop = await startMetrics(app.ctx);
afterAll(() => stop());

const deploy = path.resolve(import.meta.dirname, "../../deploy");
const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`, { headers: { connection: "close" } });

test("serves metrics in Prometheus' format on a separate port, and nothing else", async () => {
  const answer = await get("/metrics");
  expect(answer.headers.get("content-type")).toContain("text/plain; version=0.0.4");
  expect((await get("/")).status).toBe(404);
  const text = await answer.text();
  expect(text).toMatch(/^aleef_database_connections\{pool="finders",state="idle"\} \d+$/m);
  expect(text).toMatch(/^aleef_database_up 1$/m);
  expect(text).toMatch(/^aleef_offline_submissions 0$/m);
});

test("counts waiting jobs and the age of the oldest, without jobs that are not due", async () => {
  const { jobs, db } = app.ctx;
  await jobs.send(
    db,
    "notifications.send-email",
    { notificationId: "x" },
    { startAfter: new Date(Date.now() + 60_000) },
  );
  await jobs.sendMany(db, "notifications.send-email", [
    { data: { notificationId: "y" } },
    { data: { notificationId: "z" } },
  ]);
  await app.ctx.pool.query(
    "update jobs.job set start_after = now() - interval '90 s' where name = 'notifications.send-email' and start_after <= now()",
  );
  // Restarted because queue metrics are cached for ten seconds.
  stop();
  stop = await startMetrics(app.ctx);
  const text = await (await get("/metrics")).text();
  expect(text).toMatch(/^aleef_jobs_waiting\{queue="notifications.send-email"\} 2$/m);
  expect(
    Number(/^aleef_jobs_oldest_seconds\{queue="notifications.send-email"\} ([\d.]+)$/m.exec(text)?.[1]),
  ).toBeGreaterThan(89);
});

test("alerting rules, their tests and the dashboard only use metrics that exist", async () => {
  countFailure("email", true);
  const text = await (await get("/metrics")).text();
  const known = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name));
  for (const file of ["prometheus-rules.yaml", "prometheus-rules.test.yaml", "grafana-board.json"]) {
    const asked = readFileSync(path.join(deploy, file), "utf8").match(/\b(aleef|nodejs|process)_[a-z0-9_]+/g) ?? [];
    const missing = [...new Set(asked)].filter((name) => !known.has(name.replace(/_(bucket|sum|count)$/, "")));
    expect(asked.length).toBeGreaterThan(5);
    expect(missing).toEqual([]);
  }
});

test("getKindOfPath groups paths by kind", () => {
  const paths = ["/tag/A", "/t/A", "/f/x", "/healthz", "/readyz/finders", "/assets/a.js", "/photos/1/160.webp"];
  expect(paths.map(getKindOfPath)).toEqual(["finder", "finder", "finder", "health", "health", "asset", "photo"]);
  expect(["/hooks/sms", "/dashboard/live", "/dashboard.data", "/", "/tags", "/readyzz"].map(getKindOfPath)).toEqual([
    "hook",
    "live",
    "data",
    "page",
    "page",
    "page",
  ]);
});
