import { sql } from "drizzle-orm";
import type pg from "pg";
import { findCandidates } from "#app/features/lost-found/matching/match-reports.server.ts";
import { lostFoundPosts as posts } from "#app/features/lost-found/reports.tables.server.ts";
import { openDatabase } from "#app/platform/db/connection/database.server.ts";
import { type Figure, median, percentile } from "./figures.ts";
import { openReports } from "./report-data.ts";
import { recordStatements, type Statement } from "./statements.ts";

const sampleSize = 400;
const maxMs = 50;

/** Measures how long PostgreSQL takes to find the candidates for a report among a million open ones. */
export async function measureCandidates(url: string): Promise<Figure[]> {
  const { db, pool } = openDatabase(url, { max: 1 });
  try {
    const reports = await db.select().from(posts).orderBy(sql`md5(${posts.id}::text)`).limit(sampleSize);
    const now = new Date();
    const [times, counts]: [number[], number[]] = [[], []];
    let scans = 0;
    for (const report of reports) {
      const { result, statements } = await recordStatements(() => findCandidates({ db }, report, now));
      counts.push(result.length);
      const plans = await explain(pool, statements);
      times.push(plans.ms);
      scans += plans.scans;
    }
    const p95 = percentile(times, 0.95);
    return [
      {
        what: `Candidates for a report among ${openReports} open ones (median ${median(counts)} candidates): planning and execution in PostgreSQL, p95 of ${sampleSize}; median ${median(times).toFixed(1)} ms`,
        measured: `${p95.toFixed(1)} ms`,
        beside: `≤ ${maxMs} ms`,
        isMet: p95 <= maxMs,
      },
      {
        what: "… sequential scans of reports in their plans",
        measured: String(scans),
        beside: "0",
        isMet: scans === 0,
      },
    ];
  } finally {
    await pool.end();
  }
}

/** Runs statements with EXPLAIN ANALYZE. Returns their total time and the number of sequential scans of reports. */
async function explain(pool: pg.Pool, sent: Statement[]): Promise<{ ms: number; scans: number }> {
  let [ms, scans] = [0, 0];
  for (const { text, values } of sent) {
    const { rows } = await pool.query(`explain (analyze, timing off) ${text}`, values);
    for (const row of rows) {
      const line: string = row["QUERY PLAN"];
      if (line.includes("Seq Scan on lost_found_posts")) scans++;
      ms += Number(/^(?:Planning|Execution) Time: ([\d.]+) ms/.exec(line)?.[1] ?? 0);
    }
  }
  if (sent.length === 0) throw new Error("No statement was sent");
  return { ms, scans };
}
