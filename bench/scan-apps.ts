import { mkdtemp } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { query } from "#tests/databases.ts";
import { openMailSink } from "#tests/mail-sink.ts";
import { type AppProcess, postgresOf, removeDataDir, startApp } from "#tests/resilience/app-process.ts";
import { type Child, startChild } from "./child-process.ts";
import { cpuOf } from "./cpu.ts";
import type { BenchDatabase } from "./database.ts";
import type { LoadResult } from "./load.ts";
import { makeTargets } from "./tags-and-pets.ts";

const tagCount = 32_768;
const webProcesses = 2;

/** Milliseconds of CPU by kind of process. */
export interface Cpu {
  web: number;
  worker: number;
  database: number;
}

/** Two web processes and a worker on one database, with a mail server and 32,768 tags. */
export interface ScanApps {
  webs: AppProcess[];
  databaseUrl: string;
  /** Requests tag pages from all web processes, altogether `perSecond` for so many seconds. */
  scan(perSecond: number, seconds: number): Promise<LoadResult[]>;
  /** Returns the CPU used so far. */
  cpu(): Promise<Cpu>;
  /** Returns the number of notifications not sent yet, and the age of the oldest in seconds. */
  backlog(): Promise<{ waiting: number; oldest: number }>;
  /** Returns the number of recorded scans by people. */
  recorded(): Promise<number>;
  close(): Promise<void>;
}

export async function startScanApps(database: BenchDatabase, name: string): Promise<ScanApps> {
  const databaseUrl = await database.create(name);
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
  const close = async () => {
    for (const client of clients) await client.stop();
    for (const folder of folders) await removeDataDir(folder);
    await sink.close();
  };
  try {
    const webs: AppProcess[] = [];
    for (let at = 0; at < webProcesses; at++) {
      webs.push(await start("web"));
      clients.push(await startChild("load.ts", {}));
    }
    const worker = await start("worker");
    const sum = async (...pids: number[]) => (await Promise.all(pids.map(cpuOf))).reduce((all, one) => all + one, 0);
    const count = async <Row>(text: string): Promise<Row> => (await query(databaseUrl, text)).rows[0];
    return {
      webs,
      databaseUrl,
      scan: (perSecond, seconds) =>
        Promise.all(
          webs.map(({ url }, at) =>
            (clients[at] as Child).ask<LoadResult>("load", {
              url,
              paths: targets.filter((_, index) => index % webProcesses === at).map(({ code }) => `/tag/${code}`),
              connections: perSecond / webProcesses,
              amount: (perSecond / webProcesses) * seconds,
              perSecond: perSecond / webProcesses,
            }),
          ),
        ),
      cpu: async () => ({
        web: await sum(...webs.map(({ pid }) => pid)),
        worker: await sum(worker.pid),
        database: await sum(postgresOf(database.folder) as number),
      }),
      backlog: () =>
        count(`select count(*)::int as waiting, coalesce(extract(epoch from now() - min(updated_at)), 0)::float as oldest
                 from notification_deliveries where state = 'waiting'`),
      recorded: async () =>
        (await count<{ count: number }>("select count(*)::int as count from scan_records where evidence = 'human'"))
          .count,
      async close() {
        await Promise.all([...webs, worker].map((app) => app.stop()));
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}
