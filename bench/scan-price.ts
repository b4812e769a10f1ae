import { setTimeout as pause } from "node:timers/promises";
import { query } from "#tests/databases.ts";
import type { BenchDatabase } from "./database.ts";
import type { Figure } from "./figures.ts";
import { startScanApps } from "./scan-apps.ts";

const perSecond = Number(process.env.PRICE_SCANS ?? 200);
const seconds = Number(process.env.PRICE_SECONDS ?? 60);
const warmUpSeconds = 10;
const maxMs = 3;

/** Measures the CPU of all processes for a scan, until its owner was told and its job is done. */
export async function measureScanPrice(database: BenchDatabase): Promise<Figure[]> {
  const apps = await startScanApps(database, "price");
  try {
    const allTold = async () => {
      while ((await apps.backlog()).waiting > 0) await pause(500);
      // The queue marks a job as done after its delivery.
      await pause(2_000);
    };
    const counters = async () => {
      const { rows } = await query(
        apps.databaseUrl,
        `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float as wal, sum(xact_commit)::float as commits,
           (select sum(n_tup_ins + n_tup_upd + n_tup_del) from pg_stat_user_tables)::float as rows
           from pg_stat_database where datname = current_database()`,
      );
      return rows[0] as { wal: number; commits: number; rows: number };
    };
    await apps.scan(perSecond, warmUpSeconds);
    await allTold();
    const [cpuBefore, before] = [await apps.cpu(), await counters()];
    const loads = await apps.scan(perSecond, seconds);
    await allTold();
    const [cpu, after] = [await apps.cpu(), await counters()];
    const scans = loads.reduce((sum, { good }) => sum + good, 0);
    const bad = loads.reduce((sum, one) => sum + one.bad, 0);
    const each = (["web", "worker", "database"] as const).map((part) => (cpu[part] - cpuBefore[part]) / scans);
    const all = each.reduce((sum, one) => sum + one, 0);
    return [
      {
        what: `CPU of a scan until its owner was told (${scans} scans, ${perSecond} per second, ${bad} rejected)`,
        measured: `${all.toFixed(2)} ms`,
        beside: `≤ ${maxMs} ms`,
        isMet: all <= maxMs && bad === 0,
      },
      {
        what: "… web processes, worker (sent e-mails), database",
        measured: each.map((ms) => `${ms.toFixed(2)} ms`).join(", "),
        beside: "",
      },
      {
        what: "… response time of its page, median and p99",
        measured: `${Math.max(...loads.map(({ p50 }) => p50))} ms, ${Math.max(...loads.map(({ p99 }) => p99))} ms`,
        beside: "",
      },
      {
        what: "… written in the database: rows, transactions, log",
        measured: `${((after.rows - before.rows) / scans).toFixed(1)}, ${((after.commits - before.commits) / scans).toFixed(2)}, ${((after.wal - before.wal) / scans / 1000).toFixed(1)} KB`,
        beside: "",
      },
    ];
  } finally {
    await apps.close();
  }
}
