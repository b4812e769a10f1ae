import { setTimeout as pause } from "node:timers/promises";
import type { AppProcess } from "#tests/resilience/app-process.ts";
import type { BenchDatabase } from "./database.ts";
import { type Figure, percentile } from "./figures.ts";
import type { LoadResult } from "./load.ts";
import { request } from "./request.ts";
import { startScanApps } from "./scan-apps.ts";
import { visitorHeaders } from "./visitors.ts";

const minutes = Number(process.env.PEAK_MINUTES ?? 10);
const perSecond = Number(process.env.PEAK_SCANS ?? 500);
/** Number of visitors who read the store at the same time, and the milliseconds between two pages of each. */
const readers = 24;
const betweenPages = 500;
const maxP99 = 5_000;
/** Seconds that the oldest notification may wait at the end. */
const maxWait = 10;

/**
 * Sends 500 scans per second for ten minutes (`PEAK_SCANS`, `PEAK_MINUTES`) to two web processes and a worker on one
 * database, while other visitors read the store. Every answered scan must be recorded, and no finder may be rejected.
 */
export async function measurePeak(database: BenchDatabase): Promise<Figure[]> {
  const apps = await startScanApps(database, "peak");
  try {
    const done = new AbortController();
    const before = await apps.cpu();
    const others = Array.from({ length: readers }, (_, at) =>
      readStore(apps.webs[at % apps.webs.length] as AppProcess, done.signal, at),
    );
    const loads = await apps.scan(perSecond, minutes * 60);
    done.abort();
    const after = await apps.cpu();
    const used = [after.web - before.web, after.worker - before.worker, after.database - before.database];
    const backlog = await apps.backlog();
    return figuresOf(loads, (await Promise.all(others)).flat(), await apps.recorded(), backlog, used);
  } finally {
    await apps.close();
  }
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
      what: `Scans per second, ${perSecond} requested for ${minutes} minutes from two web processes and a worker`,
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
      beside: `≤ ${maxWait} s`,
      isMet: backlog.oldest <= maxWait,
    },
    {
      what: "… CPU per scan: web processes (including the store), worker (sent e-mails), database",
      measured: used.map((ms) => `${(ms / good).toFixed(2)} ms`).join(", "),
      beside: "",
    },
  ];
}
