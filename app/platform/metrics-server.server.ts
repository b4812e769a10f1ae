import { once } from "node:events";
import http from "node:http";
import { collectDefaultMetrics, Gauge, Registry } from "prom-client";
import type { AppContext } from "./app-context.server.ts";
import { registry } from "./metrics/metrics.server.ts";

/** Milliseconds for which queue metrics are cached, so that several scrapers cost one query. */
const cacheMs = 10_000;

interface QueueFigures {
  queue: string;
  waiting: number;
  oldest: number;
  oldestRetry: number;
}

/**
 * Returns the number of due jobs, the seconds for which the oldest has been due, and the age of the oldest job that has
 * failed and will be tried again, by queue. That age counts from the job's creation, because each try is due later than
 * the one before. Only reads the index of unfinished jobs.
 */
export async function readQueues({ db }: Pick<AppContext, "db">): Promise<QueueFigures[]> {
  const { rows } = await db.$client.query<QueueFigures>(
    `select name as queue, (count(*) filter (where start_after <= now()))::int as waiting,
       coalesce(extract(epoch from now() - min(start_after) filter (where start_after <= now())), 0)::float8 as oldest,
       coalesce(extract(epoch from now() - min(created_on) filter (where state = 'retry')), 0)::float8 as "oldestRetry"
     from jobs.job where state in ('created', 'retry') and state <> 'completed'
       and (start_after <= now() or state = 'retry') and name not like '\\_\\_%' group by name`,
  );
  return rows;
}

function measurePools(ctx: AppContext, local: Registry): void {
  const pools = { pages: ctx.pool, finders: ctx.reserved.pool };
  new Gauge({
    name: "aleef_database_connections",
    help: "Connections of this process, by pool: in use, idle, and callers waiting for one",
    labelNames: ["pool", "state"],
    registers: [local],
    collect() {
      for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(pools)) {
        this.set({ pool, state: "used" }, totalCount - idleCount);
        this.set({ pool, state: "idle" }, idleCount);
        this.set({ pool, state: "waiting" }, waitingCount);
      }
    },
  });
}

function measureQueues(ctx: AppContext, local: Registry): void {
  let cached: { at: number; figures: Promise<QueueFigures[]> } | null = null;
  const figures = () => {
    if (!cached || performance.now() - cached.at > cacheMs)
      // Without the database these metrics are empty; all others are still reported.
      cached = { at: performance.now(), figures: ctx.fallback.dbHealth.run(() => readQueues(ctx)).catch(() => []) };
    return cached.figures;
  };
  const labels = { labelNames: ["queue"], registers: [local] };
  new Gauge({
    name: "aleef_jobs_waiting",
    help: "Due jobs waiting for a worker, by queue",
    ...labels,
    async collect() {
      this.reset();
      for (const { queue, waiting } of await figures()) this.set({ queue }, waiting);
    },
  });
  new Gauge({
    name: "aleef_jobs_oldest_seconds",
    help: "Waiting time of the oldest due job of a queue",
    ...labels,
    async collect() {
      this.reset();
      for (const { queue, oldest } of await figures()) this.set({ queue }, Math.max(0, oldest));
    },
  });
  new Gauge({
    name: "aleef_jobs_oldest_retry_seconds",
    help: "Age of the oldest job of a queue that has failed and will be tried again",
    ...labels,
    async collect() {
      this.reset();
      for (const { queue, oldestRetry } of await figures()) this.set({ queue }, Math.max(0, oldestRetry));
    },
  });
}

function measureFallback({ fallback }: AppContext, local: Registry): void {
  new Gauge({
    name: "aleef_offline_submissions",
    help: "Finder submissions received during a database outage and not yet delivered; the same in all processes that share DATA_DIR",
    registers: [local],
    collect() {
      this.set(fallback.submissionQueue.count());
    },
  });
}

/**
 * Serves `/metrics` in Prometheus' text format on a separate port, which the proxy does not expose. Returns a function
 * that stops it; does nothing if no port is configured.
 */
export async function startMetrics(ctx: AppContext): Promise<() => void> {
  const address = ctx.settings.metrics;
  if (!address) return () => undefined;
  const local = new Registry();
  collectDefaultMetrics({ register: local });
  measurePools(ctx, local);
  measureQueues(ctx, local);
  measureFallback(ctx, local);
  const all = Registry.merge([registry, local]);
  const server = http.createServer(async (request, response) => {
    if (request.url !== "/metrics") return response.writeHead(404).end();
    try {
      const text = await all.metrics();
      response.writeHead(200, { "content-type": all.contentType }).end(text);
    } catch (error) {
      ctx.log.warn({ err: error }, "metrics could not be collected");
      response.writeHead(500).end();
    }
    return undefined;
  });
  server.listen(address.port, address.host);
  await once(server, "listening");
  return () => {
    server.close();
    server.closeAllConnections();
  };
}
