import { Counter, Gauge, Histogram, Registry } from "prom-client";

/** Metrics of this process, served in Prometheus' format at `METRICS_PORT`; `docs/operating.md` explains each. */
export const registry = new Registry();

const registers = [registry];
/** Seconds, from a cached response to one that nobody waits for. */
const answerBuckets = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Kinds of paths that metrics distinguish; a label per path would create too many series. */
export type RouteKind = "finder" | "page" | "data" | "asset" | "photo" | "hook" | "live" | "health";

/** Returns the kind of a path. */
export function getKindOfPath(path: string): RouteKind {
  if (/^\/(tag|t|n|f)\//.test(path)) return "finder";
  if (/^\/(healthz|readyz)(\/|$)/.test(path)) return "health";
  if (path.startsWith("/assets/")) return "asset";
  if (path.startsWith("/photos/")) return "photo";
  if (path.startsWith("/hooks/")) return "hook";
  if (path.endsWith("/live")) return "live";
  return path.endsWith(".data") ? "data" : "page";
}

export const requestSeconds = new Histogram({
  name: "aleef_http_request_seconds",
  help: "Time until the answer begins, by kind of address and class of status",
  labelNames: ["route", "status"],
  buckets: answerBuckets,
  registers,
});

export const limitRefusals = new Counter({
  name: "aleef_limit_refusals_total",
  help: "Requests refused by a limit (429)",
  labelNames: ["limit"],
  registers,
});

export const pagesWaiting = new Gauge({
  name: "aleef_pages_waiting",
  help: "Pages of others than finders that wait because the processor is full",
  registers,
});

export const pageRefusals = new Counter({
  name: "aleef_page_refusals_total",
  help: "Pages of others than finders that were told to come again (503) because the processor was full",
  registers,
});

export const jobSeconds = new Histogram({
  name: "aleef_job_seconds",
  help: "Time a job of the queue took, by queue and whether it failed",
  labelNames: ["queue", "result"],
  buckets: [0.01, 0.05, 0.25, 1, 5, 30, 120],
  registers,
});

export const databaseUp = new Gauge({
  name: "aleef_database_up",
  help: "1 while the database answers this process, 0 while finders are served from the last known pages",
  registers,
});
databaseUp.set(1);

export const offlineRefusals = new Counter({
  name: "aleef_offline_refusals_total",
  help: "What finders sent while the database was away and this process could not keep, by kind and reason",
  labelNames: ["kind", "why"],
  registers,
});

export const databaseTransitions = new Counter({
  name: "aleef_database_transitions_total",
  help: "How often the database went away and came back, as this process saw it",
  labelNames: ["to"],
  registers,
});
