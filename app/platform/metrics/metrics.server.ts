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
  help: "Time until the response starts, by kind of path and class of status",
  labelNames: ["route", "status"],
  buckets: answerBuckets,
  registers,
});

export const limitRefusals = new Counter({
  name: "aleef_limit_refusals_total",
  help: "Requests rejected by a rate limit (429)",
  labelNames: ["limit"],
  registers,
});

export const slowedCodes = new Counter({
  name: "aleef_phone_codes_slowed_total",
  help: "Codes to phone numbers beyond their country's number of the day",
  labelNames: ["country"],
  registers,
});

export const pagesWaiting = new Gauge({
  name: "aleef_pages_waiting",
  help: "Pages (not for finders) waiting because the processor is full",
  registers,
});

export const pageRefusals = new Counter({
  name: "aleef_page_refusals_total",
  help: "Pages (not for finders) rejected with 503 because the processor was full",
  registers,
});

export const jobSeconds = new Histogram({
  name: "aleef_job_seconds",
  help: "Duration of jobs, by queue and result",
  labelNames: ["queue", "result"],
  buckets: [0.01, 0.05, 0.25, 1, 5, 30, 120],
  registers,
});

export const databaseUp = new Gauge({
  name: "aleef_database_up",
  help: "1 while the database answers this process, 0 while finders are served from cached pages",
  registers,
});
databaseUp.set(1);

export const offlineRefusals = new Counter({
  name: "aleef_offline_refusals_total",
  help: "Finder submissions during a database outage that this process could not store, by kind and reason",
  labelNames: ["kind", "why"],
  registers,
});

export const databaseTransitions = new Counter({
  name: "aleef_database_transitions_total",
  help: "Number of times this process lost and regained the database",
  labelNames: ["to"],
  registers,
});

export const deliverySeconds = new Histogram({
  name: "aleef_delivery_seconds",
  help: "From the event until a channel took its notification; `about`: scan, finder (somebody wrote or has the pet), other",
  labelNames: ["channel", "about"],
  buckets: [0.5, 1, 2, 5, 10, 30, 60, 300, 1800, 7200],
  registers,
});

export const deliveryFailures = new Counter({
  name: "aleef_delivery_failures_total",
  help: "Attempts to deliver a notification that failed, by channel; `final` when it is not tried again",
  labelNames: ["channel", "final"],
  registers,
});
