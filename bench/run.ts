import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { query } from "#tests/databases.ts";
import { databaseUrlOf, makeDataDir, startApp, tidyUp } from "#tests/faults/app-process.ts";
import { openMailSink } from "#tests/mail-sink.ts";
import { measureAdminLists } from "./admin-lists.ts";
import { measureAlerts } from "./alerts.ts";
import { measureBoard } from "./community-board.ts";
import { openBenchDatabase } from "./database.ts";
import type { Figure } from "./figures.ts";
import { measureFinderPage } from "./finder-page.ts";
import { measureScans } from "./finder-scans.ts";
import { type FirstLoads, measureFirstLoads } from "./first-load.ts";
import { openHouseWorld } from "./house-world.ts";
import { measureMatching } from "./matching.ts";
import { measureCandidates } from "./matching-candidates.ts";
import { measureOrders } from "./orders.ts";
import { openReportWorld } from "./report-world.ts";
import { measureStoreList } from "./store-list.ts";

const root = path.resolve(import.meta.dirname, "..");
const say = (line: string) => process.stdout.write(`${line}\n`);

async function buildIfMissing(): Promise<void> {
  if (existsSync(path.join(root, "build/server/index.js"))) return;
  say("Building the app, once…");
  const { createBuilder } = await import("vite");
  await (await createBuilder({ root, logLevel: "error" })).buildApp();
}

/** The app against the least a program could do, on a database that both share. */
async function onTheirOwn(): Promise<Figure[]> {
  const database = await openBenchDatabase();
  try {
    const alone = [...(await measureScans(database)), ...(await measureOrders(database))];
    const house = await measureAdminLists(await openHouseWorld(database));
    const reports = await openReportWorld(database);
    return [...alone, ...house, ...(await measureCandidates(reports)), ...(await measureBoard(reports))];
  } finally {
    await database.close();
  }
}

/** The app as people run it, with its demo world and a mail server. */
async function wholeApp(): Promise<{ page: Figure[]; alerts: Figure[]; store: Figure[]; loads: FirstLoads }> {
  const dataDir = await makeDataDir();
  const sink = await openMailSink();
  try {
    const app = await startApp({ DATA_DIR: dataDir, SMTP_URL: sink.url });
    const databaseUrl = await databaseUrlOf(dataDir);
    const page = await measureFinderPage(app.url, "DEMO-LINKED");
    const { rows } = await query(
      databaseUrl,
      `select p.id as "petId", s.id as "scanId" from pets p join users u on u.id = p.owner_id and u.email = 'owner@aleef.test'
         join scan_records s on s.pet_id = p.id order by s.latitude is null, s.at limit 1`,
    );
    const loads = await measureFirstLoads(app.url, rows[0]);
    const alerts = await measureAlerts(app.url, databaseUrl, sink);
    const store = await measureStoreList(app.url, databaseUrl);
    await app.stop();
    return { page, alerts, store, loads };
  } finally {
    await tidyUp([dataDir]);
    await sink.close();
  }
}

function tableOf(figures: Figure[]): string[] {
  const sign = ({ isReached }: Figure) => (isReached === undefined ? "" : isReached ? "✓" : "✗");
  return [
    "| figure | measured | limit or peer | |",
    "|---|---:|---:|---|",
    ...figures.map((one) => `| ${one.what} | ${one.measured} | ${one.beside} | ${sign(one)} |`),
  ];
}

const began = performance.now();
await buildIfMissing();
const alone = await onTheirOwn();
const { page, alerts, store, loads } = await wholeApp();
const figures = [...page, ...alone, ...alerts, ...store, ...measureMatching(), ...loads.figures];
const seconds = Math.round((performance.now() - began) / 1000);
const about = `${new Date().toISOString().slice(0, 10)}, ${os.cpus().length} CPUs, Node ${process.version}, ${seconds} s. 1 KB is 1000 bytes.`;
const lines = [
  about,
  "",
  ...tableOf(figures),
  "",
  "First visit to each hydrated screen, in Arabic:",
  "",
  ...loads.table,
];
await writeFile(path.join(import.meta.dirname, "results.md"), ["# Benchmark", "", ...lines, ""].join("\n"));
for (const line of lines) say(line);
process.exitCode = figures.some((figure) => figure.isReached === false) ? 1 : 0;
