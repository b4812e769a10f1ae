import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { query } from "#tests/databases.ts";
import { type OutboxEmail, openMailSink } from "#tests/mail-sink.ts";
import { databaseUrlOf, makeDataDir, removeDataDir, startApp } from "#tests/resilience/app-process.ts";
import { measureChips } from "./chips.ts";
import { measureBoard } from "./community-board.ts";
import { type BenchDatabase, openBenchDatabase } from "./database.ts";
import type { Figure, Measured } from "./figures.ts";
import { measureScans } from "./finder-scans.ts";
import { measureFirstLoads } from "./first-load.ts";
import { measureGrowth } from "./growth.ts";
import { measureMatching } from "./matching.ts";
import { measureCandidates } from "./matching-candidates.ts";
import { measureOrders } from "./orders.ts";
import { measureOutage } from "./outage.ts";
import { measurePages } from "./pages.ts";
import { measurePeak } from "./peak.ts";
import { measurePeers } from "./peers.ts";
import { measurePictures } from "./pictures.ts";
import { measureQueue } from "./queue.ts";
import { makeReportData } from "./report-data.ts";
import { measureScanPrice } from "./scan-price.ts";
import { measureStartUp } from "./start-up.ts";
import { measureWebVitals } from "./web-vitals.ts";

const root = path.resolve(import.meta.dirname, "..");
const resultsFile = path.join(import.meta.dirname, "results.md");
const resultsHead =
  "# Benchmark\n\nLast measured results of each part. Run one part with `npm run bench -- PART`, all with `npm run bench`.";

/** Replaces the section of a part in `results.md`, keeping the order of `all`. */
async function keepResult(part: string, lines: string[], all: string[]): Promise<void> {
  const before = await readFile(resultsFile, "utf8").catch(() => "");
  const sections = new Map(
    before
      .split(/^## /m)
      .slice(1)
      .map((section) => [section.slice(0, section.indexOf("\n")), section.slice(section.indexOf("\n")).trim()]),
  );
  sections.set(part, lines.join("\n"));
  const kept = all.flatMap((name) => (sections.has(name) ? [`## ${name}\n\n${sections.get(name)}`] : []));
  await writeFile(resultsFile, `${[resultsHead, ...kept].join("\n\n")}\n`);
}

const print = (line: string) => process.stdout.write(`${line}\n`);

async function buildIfMissing(): Promise<void> {
  if (existsSync(path.join(root, "build/server/index.js"))) return;
  print("Building the app, once…");
  const { createBuilder } = await import("vite");
  await (await createBuilder({ root, logLevel: "error" })).buildApp();
}

/** Runs a measurement with a database server. */
async function withDatabase(measure: (database: BenchDatabase) => Promise<Measured>): Promise<Measured> {
  const database = await openBenchDatabase();
  try {
    return await measure(database);
  } finally {
    await database.close();
  }
}

const withDatabaseOnly = (measure: (database: BenchDatabase) => Promise<Figure[]>) =>
  withDatabase(async (database) => ({ figures: await measure(database) }));

interface RunningApp {
  url: string;
  dataDir: string;
  databaseUrl: string;
  /** E-mails that the app has sent. */
  emails: OutboxEmail[];
}

/** Runs a measurement against a running app with demo data and a mail server. */
async function withRunningApp(measure: (app: RunningApp) => Promise<Measured>): Promise<Measured> {
  const dataDir = await makeDataDir();
  const sink = await openMailSink();
  try {
    const app = await startApp({ DATA_DIR: dataDir, SMTP_URL: sink.url, TRUSTED_PROXIES: "127.0.0.1" });
    const { emails } = sink;
    const measured = await measure({ url: app.url, dataDir, databaseUrl: await databaseUrlOf(dataDir), emails });
    await app.stop();
    return measured;
  } finally {
    await removeDataDir(dataDir);
    await sink.close();
  }
}

async function firstLoads({ url, databaseUrl }: RunningApp): Promise<Measured> {
  const { rows } = await query(
    databaseUrl,
    `select p.id as "petId", s.id as "scanId" from pets p join users u on u.id = p.owner_id and u.email = 'owner@aleef.test'
       join scan_records s on s.pet_id = p.id order by s.latitude is null, s.at limit 1`,
  );
  const { figures, table } = await measureFirstLoads(url, rows[0]);
  return { figures, more: ["First visit to each hydrated page, in Arabic:", "", ...table] };
}

const parts: Record<string, () => Promise<Measured>> = {
  "start-up": async () => ({ figures: await measureStartUp() }),
  scans: () => withDatabaseOnly(measureScans),
  orders: () => withDatabaseOnly(measureOrders),
  peers: () => withDatabaseOnly(measurePeers),
  pages: () =>
    withRunningApp(async ({ databaseUrl, dataDir }) => ({ figures: await measurePages(databaseUrl, dataDir) })),
  outage: () => withDatabaseOnly(measureOutage),
  "scan-price": () => withDatabaseOnly(measureScanPrice),
  peak: () => withDatabaseOnly(measurePeak),
  queue: () => withDatabaseOnly(measureQueue),
  growth: () => withDatabase(measureGrowth),
  reports: () =>
    withDatabaseOnly(async (database) => {
      const ctx = await makeReportData(database);
      return [...(await measureCandidates(ctx)), ...(await measureBoard(ctx))];
    }),
  matching: async () => ({ figures: measureMatching() }),
  chips: () =>
    withRunningApp(async ({ url, databaseUrl, emails }) => ({
      figures: await measureChips(url, databaseUrl, emails),
    })),
  pictures: async () => ({ figures: await measurePictures() }),
  "first-load": () => withRunningApp(firstLoads),
  "web-vitals": () => withRunningApp(async ({ url }) => ({ figures: await measureWebVitals(url) })),
};

function tableOf(figures: Figure[]): string[] {
  const sign = ({ isMet }: Figure) => (isMet === undefined ? "" : isMet ? "✓" : "✗");
  return [
    "| figure | measured | limit or peer | |",
    "|---|---:|---:|---|",
    ...figures.map((one) => `| ${one.what} | ${one.measured} | ${one.beside} | ${sign(one)} |`),
  ];
}

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in parts));
if (unknown.length > 0) {
  print(`There is no part "${unknown.join('", "')}". The parts are: ${Object.keys(parts).join(", ")}.`);
  process.exit(2);
}

await buildIfMissing();
const chosen = Object.entries(parts).filter(([name]) => wanted.length === 0 || wanted.includes(name));
const figures: Figure[] = [];
const more: string[] = [];
for (const [name, measure] of chosen) {
  const began = performance.now();
  const measured = await measure();
  const seconds = Math.round((performance.now() - began) / 1000);
  const below = measured.more ? ["", ...measured.more] : [];
  const about = `${new Date().toISOString().slice(0, 10)}, ${os.cpus().length} CPUs, load ${os.loadavg()[1]!.toFixed(1)}, Node ${process.version}, ${seconds} s. 1 KB is 1000 bytes.`;
  await keepResult(name, [about, "", ...tableOf(measured.figures), ...below], Object.keys(parts));
  figures.push(...measured.figures);
  more.push(...below);
}
for (const line of [...tableOf(figures), ...more]) print(line);
process.exitCode = figures.some((figure) => figure.isMet === false) ? 1 : 0;
