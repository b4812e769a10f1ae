import { sql } from "drizzle-orm";
import type pg from "pg";
import { findCandidates } from "#app/features/reports/match-candidates.server.ts";
import { lostFoundPosts as posts } from "#app/features/reports/reports.tables.server.ts";
import { openDatabase } from "#app/platform/db/database.server.ts";
import { query } from "#tests/databases.ts";
import type { BenchDatabase } from "./database.ts";
import { type Figure, median, percentile } from "./figures.ts";
import type { Statement } from "./statements.ts";

const openReports = 1_000_000;
const asked = 400;
const mostMs = 50;

/**
 * A million open reports of the last ninety days: 45 % around Cairo and 15 % around Alexandria, as dense as a normal
 * distribution of some 12 km makes them, the rest all over the Nile valley; 4 % without a place on the map.
 */
const world = `
  insert into lost_found_posts (id, kind, status, type, colors, gender, seen_at, latitude, longitude, area, cell_lat,
    cell_lon, photos, language, fingerprint, words, created_at, updated_at, published_at, expires_at, microchip, guest_email)
  select gen_random_uuid(), (array['lost','lost','lost','lost','lost','found','found','found','found','sighting'])[1 + n % 10],
    'open', (array['cat','cat','cat','cat','cat','dog','dog','dog','dog','bird','other'])[1 + floor(random() * 11)::int],
    array[(array['black','white','grey','brown','golden'])[1 + floor(random() * 5)::int]],
    (array['male','female','unknown'])[1 + floor(random() * 3)::int],
    seen, lat, lon, 'Cairo', round(lat * 100), round(lon * 100), '{}', 'en', n::text, 'dog', seen, seen, seen,
    now() + interval '20 days', case when n % 8 = 0 then '8180981' || lpad(n::text, 8, '0') end, 'guest' || n || '@aleef.test'
  from (
    select n, now() - random() * interval '90 days' as seen,
      case when vague < 0.04 then null when town < 0.45 then 30.05 + far * 0.11 when town < 0.6 then 31.2 + far * 0.11
        else 24 + random() * 7.5 end as lat,
      case when vague < 0.04 then null when town < 0.45 then 31.25 + wide * 0.12 when town < 0.6 then 29.95 + wide * 0.12
        else 30.5 + random() * 2.5 end as lon
    from (
      select n, random() as town, random() as vague, sqrt(-2 * ln(1 - random())) * cos(6.2832 * random()) as far,
        sqrt(-2 * ln(1 - random())) * cos(6.2832 * random()) as wide
      from generate_series(1, ${openReports}) as n
    ) as drawn
  ) as placed`;

/** How long PostgreSQL takes to name what a report must be compared with, among a million open ones. */
export async function measureCandidates(database: BenchDatabase): Promise<Figure[]> {
  const url = await database.create("matching");
  // The index of the words takes minutes to fill and has no part in matching.
  await query(url, "drop index posts_by_words");
  await query(url, world);
  await query(url, "vacuum (analyze) lost_found_posts");
  const { db, pool } = openDatabase(url, { max: 1 });
  try {
    const reports = await db.select().from(posts).orderBy(sql`md5(${posts.id}::text)`).limit(asked);
    const now = new Date();
    const [times, counts]: [number[], number[]] = [[], []];
    let scans = 0;
    for (const report of reports) {
      const sent = await statementsOf(pool, async () =>
        counts.push((await findCandidates({ db }, report, now)).length),
      );
      const plans = await explain(pool, sent);
      times.push(plans.ms);
      scans += plans.scans;
    }
    const p95 = percentile(times, 0.95);
    return [
      {
        what: `Candidates for a report among ${openReports} open ones (${median(counts)} in the middle): planned and executed in PostgreSQL, p95 of ${asked}; median ${median(times).toFixed(1)} ms`,
        measured: `${p95.toFixed(1)} ms`,
        beside: `≤ ${mostMs} ms`,
        isReached: p95 <= mostMs,
      },
      { what: "… sequential scans in their plans", measured: String(scans), beside: "0", isReached: scans === 0 },
    ];
  } finally {
    await pool.end();
  }
}

/** What `work` sends through the pool. */
async function statementsOf(pool: pg.Pool, work: () => Promise<unknown>): Promise<Statement[]> {
  const sent: Statement[] = [];
  const plain = pool.query as (config: { text: string }, values: unknown[]) => unknown;
  Object.assign(pool, {
    query(config: { text: string }, values: unknown[]) {
      sent.push({ text: config.text, values });
      return plain.call(pool, config, values);
    },
  });
  try {
    await work();
  } finally {
    Object.assign(pool, { query: plain });
  }
  return sent;
}

/** Runs statements once more and asks PostgreSQL how long each took, and which tables it read from end to end. */
async function explain(pool: pg.Pool, sent: Statement[]): Promise<{ ms: number; scans: number }> {
  let [ms, scans] = [0, 0];
  for (const { text, values } of sent) {
    const { rows } = await pool.query(`explain (analyze, timing off) ${text}`, values);
    for (const row of rows) {
      const line: string = row["QUERY PLAN"];
      if (line.includes("Seq Scan")) scans++;
      ms += Number(/^(?:Planning|Execution) Time: ([\d.]+) ms/.exec(line)?.[1] ?? 0);
    }
  }
  if (sent.length === 0) throw new Error("No statement was sent");
  return { ms, scans };
}
