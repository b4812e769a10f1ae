import { setTimeout as pause } from "node:timers/promises";
import { openMailSink } from "#tests/mail-sink.ts";
import { databaseUrlOf, makeDataDir, startApp, tidyUp } from "#tests/resilience/app-process.ts";
import { openLiveStream } from "#tests/resilience/live-stream.ts";
import { copyTaggedPet } from "#tests/resilience/people.ts";
import { buy, openShop, stockState } from "#tests/resilience/shop.ts";
import { type Child, startChild } from "./child-process.ts";
import { type Figure, median, percentile } from "./figures.ts";
import { freePort } from "./free-port.ts";
import type { LoadResult } from "./load.ts";
import { request } from "./request.ts";
import { visitorHeaders } from "./visitors.ts";

const minutes = Number(process.env.ENDURANCE_MINUTES ?? 30);
const scansPerSecond = 30;
const readers = 6;
const streams = 20;
/** Milliseconds between two requests of one person. */
const betweenPages = 400;
const betweenOrders = 2_000;
const sampleEvery = 5_000;
const maxGrowth = 1.1;
const maxDelay = 200;

const publicPages = ["/", "/store", "/community-reports", "/about"];
const ownPages = ["/dashboard", "/dashboard/pets", "/dashboard/scan-records", "/dashboard/tags-management"];

interface Sample {
  /** Resident memory in bytes. */
  memory: number;
  /** 99th percentile of the event loop lag in milliseconds. */
  delay: number;
  connections: number;
  handles: number;
}

/**
 * Keeps one process busy for half an hour (`ENDURANCE_MINUTES`) with scans, page views, signed-in users, orders and
 * live streams that are opened and closed. Memory must level off, and every connection and handle must be closed
 * afterwards.
 */
export async function measureEndurance(): Promise<Figure[]> {
  const dataDir = await makeDataDir();
  const sink = await openMailSink();
  const metricsPort = await freePort();
  const clients: Child[] = [];
  try {
    const app = await startApp({
      DATA_DIR: dataDir,
      SMTP_URL: sink.url,
      METRICS_PORT: String(metricsPort),
      NETWORK_LIMITS: "1000",
      TRUSTED_PROXIES: "127.0.0.1",
    });
    const databaseUrl = await databaseUrlOf(dataDir);
    const codes = await copyTaggedPet(databaseUrl, 1000);
    const [buyer, owner] = await openShop(app.url, databaseUrl, ["finder@aleef.test", "owner@aleef.test"]);
    clients.push(await startChild("load.ts", {}));
    const sample = () => readSample(metricsPort);
    const idle = await sample();
    const end = new AbortController();
    const samples: Sample[] = [];
    const pages: number[] = [];
    const open = async (address: string, headers: Record<string, string>) =>
      pages.push((await request(app.url + address, headers).catch(() => ({ status: 0 }))).status);
    const orders: string[] = [];
    const busy = [
      ...Array.from({ length: readers }, (_, at) =>
        repeat(end.signal, betweenPages, (turn) => open(publicPages[turn % publicPages.length]!, visitorHeaders(at))),
      ),
      repeat(end.signal, betweenPages, (turn) => open(ownPages[turn % ownPages.length]!, { cookie: owner!.cookie })),
      repeat(end.signal, betweenOrders, async () => orders.push(await buy(app.url, databaseUrl, buyer!))),
      ...Array.from({ length: streams }, () => openStreamsRepeatedly(end.signal, app.url, owner!.cookie)),
      repeat(end.signal, sampleEvery, async () => samples.push(await sample())),
    ];
    const load = await clients[0]!.ask<LoadResult>("load", {
      url: app.url,
      paths: codes.map((code) => `/tag/${code}`),
      connections: scansPerSecond,
      amount: scansPerSecond * 60 * minutes,
      perSecond: scansPerSecond,
    });
    end.abort();
    await Promise.all(busy);
    const after = await waitUntilIdle(sample, idle);
    const { stock, moved, unsold } = await stockState(databaseUrl);
    await app.stop();
    return figuresOf({ load, pages, orders, samples, idle, after, isStockTrue: stock === moved && stock === unsold });
  } finally {
    for (const client of clients) await client.stop();
    await tidyUp([dataDir]);
    await sink.close();
  }
}

/** Repeats `work` until the signal is aborted, with `between` milliseconds in between. An error ends the run. */
async function repeat(signal: AbortSignal, between: number, work: (turn: number) => Promise<unknown>): Promise<void> {
  for (let turn = 0; !signal.aborted; turn++) {
    await work(turn);
    await pause(between, undefined, { signal }).catch(() => undefined);
  }
}

/**
 * Simulates an owner who opens a page with a live stream, stays for a while and leaves, until the signal is aborted.
 */
function openStreamsRepeatedly(signal: AbortSignal, url: string, cookie: string): Promise<void> {
  return repeat(signal, 500, async () => {
    const stream = await openLiveStream(url, cookie);
    await pause(5_000 + Math.random() * 20_000, undefined, { signal }).catch(() => undefined);
    stream.close();
  });
}

/** Reads a sample from the process's metrics port. */
async function readSample(port: number): Promise<Sample> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`, { headers: { connection: "close" } })).text();
  const sum = (name: string) =>
    [...text.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, "gm"))].reduce(
      (all, [, one]) => all + Number(one),
      0,
    );
  return {
    memory: sum("process_resident_memory_bytes"),
    delay: sum("nodejs_eventloop_lag_p99_seconds") * 1000,
    connections: sum('aleef_database_connections\\{[^}]*state="used"\\}'),
    handles: sum("nodejs_active_handles_total"),
  };
}

/** Waits up to a minute until all connections and handles of the run are closed, and returns the last sample. */
async function waitUntilIdle(sample: () => Promise<Sample>, idle: Sample): Promise<Sample> {
  for (let second = 0; second < 60; second++) {
    const now = await sample();
    if (now.connections === 0 && now.handles <= idle.handles) return now;
    await pause(1_000);
  }
  return sample();
}

interface Run {
  load: LoadResult;
  pages: number[];
  orders: string[];
  samples: Sample[];
  idle: Sample;
  after: Sample;
  isStockTrue: boolean;
}

function figuresOf({ load, pages, orders, samples, idle, after, isStockTrue }: Run): Figure[] {
  const third = Math.floor(samples.length / 3);
  const memoryOf = (part: Sample[]) => median(part.map(({ memory }) => memory)) / 1e6;
  const [middle, last] = [memoryOf(samples.slice(third, 2 * third)), memoryOf(samples.slice(-third))];
  const growth = last / middle;
  const delay = percentile(
    samples.map((one) => one.delay),
    0.5,
  );
  const failed = pages.filter((status) => status !== 200).length + load.bad + orders.filter((number) => !number).length;
  return [
    {
      what: `${minutes} minutes of scans (${scansPerSecond} per second), pages, orders and ${streams} live streams: failed requests`,
      measured: `${failed} of ${load.good + load.bad + pages.length + orders.length}`,
      beside: "0",
      isMet: failed === 0,
    },
    {
      what: "… memory, median of the middle and the last third",
      measured: `${middle.toFixed(0)} MB, ${last.toFixed(0)} MB`,
      beside: `≤ ${maxGrowth} × the middle third`,
      isMet: growth <= maxGrowth,
    },
    {
      what: "… event loop lag, p99, median of the samples",
      measured: `${delay.toFixed(0)} ms`,
      beside: `≤ ${maxDelay} ms`,
      isMet: delay <= maxDelay,
    },
    {
      what: "… afterwards: database connections in use, open handles",
      measured: `${after.connections}, ${after.handles}`,
      beside: `0, ≤ ${idle.handles} as before`,
      isMet: after.connections === 0 && after.handles <= idle.handles,
    },
    {
      what: "… orders, and whether the stock agrees with them",
      measured: `${orders.length}, ${isStockTrue ? "true" : "not true"}`,
      beside: "true",
      isMet: isStockTrue,
    },
  ];
}
