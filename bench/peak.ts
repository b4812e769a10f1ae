import { mkdtemp } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { query } from "#tests/databases.ts";
import { openMailSink } from "#tests/mail-sink.ts";
import { type AppProcess, postgresOf, startApp, tidyUp } from "#tests/resilience/app-process.ts";
import { type Child, startChild } from "./child-process.ts";
import { cpuOf } from "./cpu.ts";
import type { BenchDatabase } from "./database.ts";
import { type Figure, percentile } from "./figures.ts";
import type { LoadResult } from "./load.ts";
import { request } from "./request.ts";
import { makeTargets, type Target } from "./tags-and-pets.ts";
import { visitorHeaders } from "./visitors.ts";

const minutes = Number(process.env.PEAK_MINUTES ?? 10);
const perSecond = Number(process.env.PEAK_SCANS ?? 300);
const tagCount = 32_768;
const webProcesses = 2;
/** Number of visitors who read the store at the same time, and the milliseconds between two pages of each. */
const readers = 24;
const betweenPages = 500;
const maxP99 = 5_000;

/**
 * Sends 300 scans per second for ten minutes (`PEAK_SCANS`, `PEAK_MINUTES`) to two web processes and a worker on one
 * database, while other visitors read the store. Every answered scan must be recorded, and no finder may be rejected.
 */
export async function measurePeak(database: BenchDatabase): Promise<Figure[]> {
  const databaseUrl = await database.create("peak");
  const targets = await makeTargets(databaseUrl, tagCount);
  const sink = await openMailSink();
  const folders: string[] = [];
  const clients: Child[] = [];
  const start = async (role: "web" | "worker") => {
    const folder = await mkdtemp(path.join(os.tmpdir(), "aleef-peak-"));
    folders.push(folder);
    return startApp({
      DATABASE_URL: databaseUrl,
      DATA_DIR: folder,
      SECRET: "a-secret-of-the-benchmark-and-nothing-else",
      SMTP_URL: sink.url,
      ROLE: role,
      DEMO: "0",
      TRUSTED_PROXIES: "127.0.0.1",
      NETWORK_LIMITS: "1000",
    });
  };
  try {
    const apps = [await start("web"), await start("web")];
    const worker = await start("worker");
    for (const _ of apps) clients.push(await startChild("load.ts", {}));
    const done = new AbortController();
    const parts = {
      web: apps.map(({ pid }) => pid),
      worker: [worker.pid],
      database: [postgresOf(database.folder) as number],
    };
    const before = await cpuOfParts(parts);
    const others = Array.from({ length: readers }, (_, at) =>
      readStore(apps[at % webProcesses] as AppProcess, done.signal, at),
    );
    const loads = await Promise.all(apps.map((app, at) => load(app, clients[at] as Child, targets, at)));
    done.abort();
    const after = await cpuOfParts(parts);
    const used = after.map((cpu, at) => cpu - (before[at] ?? 0));
    const backlog = await countBacklog(databaseUrl);
    const figures = figuresOf(loads, (await Promise.all(others)).flat(), await countScans(databaseUrl), backlog, used);
    await Promise.all([...apps, worker].map((app) => app.stop()));
    return figures;
  } finally {
    for (const client of clients) await client.stop();
    await tidyUp(folders);
    await sink.close();
  }
}

/** Returns the milliseconds of CPU used so far by the web processes, the worker and the database server. */
async function cpuOfParts(parts: Record<"web" | "worker" | "database", number[]>): Promise<number[]> {
  const each = [parts.web, parts.worker, parts.database];
  return Promise.all(each.map(async (pids) => (await Promise.all(pids.map(cpuOf))).reduce((sum, one) => sum + one, 0)));
}

function load({ url }: AppProcess, client: Child, targets: Target[], at: number): Promise<LoadResult> {
  const own = targets.filter((_, index) => index % webProcesses === at);
  const rate = perSecond / webProcesses;
  return client.ask<LoadResult>("load", {
    url,
    paths: own.map(({ code }) => `/tag/${code}`),
    connections: rate,
    amount: rate * 60 * minutes,
    perSecond: rate,
  });
}

interface Page {
  status: number;
  ms: number;
}

/** Requests the store's page repeatedly until the signal is aborted. */
async function readStore({ url }: AppProcess, signal: AbortSignal, visitor: number): Promise<Page[]> {
  const pages: Page[] = [];
  while (!signal.aborted) {
    const began = performance.now();
    const { status } = await request(`${url}/store`, visitorHeaders(visitor));
    pages.push({ status, ms: performance.now() - began });
    await pause(betweenPages);
  }
  return pages;
}

async function countScans(databaseUrl: string): Promise<number> {
  const { rows } = await query(databaseUrl, "select count(*)::int as count from scan_records where evidence = 'human'");
  return rows[0].count;
}

/** Returns the number of notifications not sent yet and the age of the oldest in seconds. */
async function countBacklog(databaseUrl: string): Promise<{ waiting: number; oldest: number }> {
  const { rows } = await query(
    databaseUrl,
    `select count(*)::int as waiting, coalesce(extract(epoch from now() - min(updated_at)), 0)::float as oldest
       from notification_deliveries where state = 'waiting'`,
  );
  return rows[0];
}

function figuresOf(
  loads: LoadResult[],
  pages: Page[],
  recorded: number,
  backlog: { waiting: number; oldest: number },
  used: number[],
): Figure[] {
  const good = loads.reduce((sum, one) => sum + one.good, 0);
  const bad = loads.reduce((sum, one) => sum + one.bad, 0);
  const seconds = Math.max(...loads.map((one) => one.seconds));
  const p99 = Math.max(...loads.map((one) => one.p99));
  const refused = pages.filter(({ status }) => status !== 200).length;
  return [
    {
      what: `Scans per second, ${perSecond} requested for ${minutes} minutes from ${webProcesses} web processes and a worker`,
      measured: (good / seconds).toFixed(0),
      beside: `≥ ${Math.floor(perSecond * 0.98)}`,
      isMet: good / seconds >= perSecond * 0.98,
    },
    { what: "… rejected, disconnected or timed out", measured: String(bad), beside: "0", isMet: bad === 0 },
    { what: "… recorded", measured: String(recorded), beside: `${good} answered`, isMet: recorded === good },
    {
      what: "… response time, p99",
      measured: `${p99.toFixed(0)} ms`,
      beside: `≤ ${maxP99} ms`,
      isMet: p99 <= maxP99,
    },
    {
      what: `… the store's page, read by ${readers} visitors at the same time, p95`,
      measured: `${percentile(
        pages.map(({ ms }) => ms),
        0.95,
      ).toFixed(0)} ms, ${refused} of ${pages.length} rejected`,
      beside: "",
    },
    {
      what: "… notifications not sent at the end, and the age of the oldest",
      measured: `${backlog.waiting}, ${backlog.oldest.toFixed(0)} s`,
      beside: "",
    },
    {
      what: "… CPU per scan: web processes (including the store), worker (sent e-mails), database",
      measured: used.map((ms) => `${(ms / good).toFixed(2)} ms`).join(", "),
      beside: "",
    },
  ];
}
