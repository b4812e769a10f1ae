import { sql } from "drizzle-orm";
import type { Db } from "#app/platform/db/database.server.ts";
import { networkOf } from "#app/platform/http/client-address.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { alarms } from "./scans.rules.ts";
import { scanRecords, scanWaves } from "./scans.tables.server.ts";
import { countsInWave, goOut, mostOfTag, type Openings, otherNetworks, waveSpan } from "./waves.rules.ts";

type Scan = Pick<typeof scanRecords.$inferSelect, "id" | "tagId" | "ownerId" | "evidence" | "ip">;

interface Wave {
  tagId: string;
  ownerId: string;
  scans: { id: string; network: string }[];
}

function wavesOf(scans: Scan[]): Wave[] {
  const waves = new Map<string, Wave>();
  for (const { id, tagId, ownerId, evidence, ip } of scans) {
    if (!tagId || !ownerId || !alarms(evidence) || !countsInWave(evidence)) continue;
    const wave = waves.get(`${tagId} ${ownerId}`) ?? { tagId, ownerId, scans: [] };
    wave.scans.push({ id, network: networkOf(ip ?? "") });
    waves.set(`${tagId} ${ownerId}`, wave);
  }
  // In one order, so that nobody waits for each other.
  return [...waves.values()].sort((a, b) => a.tagId.localeCompare(b.tagId) || a.ownerId.localeCompare(b.ownerId));
}

function countOf(scans: Wave["scans"]): Openings {
  const openings: Openings = {};
  for (const { network } of scans) openings[network] = (openings[network] ?? 0) + 1;
  return openings;
}

/** What stands there and what comes are added up; among very many networks only that there are more of them. */
const added = sql`case
  when (select count(*) from jsonb_object_keys(scan_waves.openings)) >= ${mostOfTag}
    then scan_waves.openings || ${sql.param(JSON.stringify({ [otherNetworks]: 1 }))}::jsonb
  else (select jsonb_object_agg(network, times) from (
    select network, sum(times::int) as times from (
      select * from jsonb_each_text(scan_waves.openings) union all select * from jsonb_each_text(excluded.openings)
    ) as each(network, times) group by network) as summed) end`;

/** Counts these openings, one wave after the other for whoever else counts; a wave that is over, with nothing left to tell, begins anew. */
async function count(db: Pick<Db, "insert">, waves: Wave[], at: Date) {
  const isOver = sql`scan_waves.began_at <= ${new Date(at.getTime() - waveSpan).toISOString()}::timestamptz and scan_waves.held = 0`;
  return db
    .insert(scanWaves)
    .values(waves.map(({ tagId, ownerId, scans }) => ({ tagId, ownerId, beganAt: at, openings: countOf(scans) })))
    .onConflictDoUpdate({
      target: [scanWaves.tagId, scanWaves.ownerId],
      set: {
        beganAt: sql`case when ${isOver} then excluded.began_at else scan_waves.began_at end`,
        openings: sql`case when ${isOver} then excluded.openings else ${added} end`,
      },
    })
    .returning({ tagId: scanWaves.tagId, ownerId: scanWaves.ownerId, openings: scanWaves.openings });
}

async function holdBack(inside: World, db: Pick<Db, "insert">, waves: Wave[], at: Date): Promise<Set<string>> {
  const counted = await count(db, waves, at);
  const held = waves.flatMap(({ tagId, ownerId, scans }) => {
    const openings = counted.find((one) => one.tagId === tagId && one.ownerId === ownerId)?.openings ?? {};
    const going = goOut(
      openings,
      scans.map(({ network }) => network),
    );
    const ids = scans.flatMap(({ id }, place) => (going[place] ? [] : [id]));
    return ids.length > 0 ? [{ tagId, ownerId, ids }] : [];
  });
  if (held.length > 0)
    await inside.db.execute(sql`
      update scan_waves set held = scan_waves.held + more.held
        from unnest(${sql.param(held.map(({ tagId }) => tagId))}::uuid[], ${sql.param(held.map(({ ownerId }) => ownerId))}::uuid[],
                    ${sql.param(held.map(({ ids }) => ids.length))}::int[]) as more(tag_id, owner_id, held)
       where scan_waves.tag_id = more.tag_id and scan_waves.owner_id = more.owner_id`);
  return new Set(held.flatMap(({ ids }) => ids));
}

/**
 * Records scans and gives those whose letters and pushes are held back, because too many went out about the same tag
 * within a quarter of an hour. They stand in the inbox and among the scans like all others, and are told of in one
 * summary (`tell-waves.server.ts`). In one statement with the records, for this stands before the page of every finder.
 */
export async function recordScans(
  inside: World,
  rows: (typeof scanRecords.$inferInsert & Scan)[],
): Promise<Set<string>> {
  const waves = wavesOf(rows);
  const insert = inside.db.insert(scanRecords).values(rows);
  if (waves.length === 0) {
    await insert;
    return new Set();
  }
  const recorded = inside.db.$with("recorded").as(insert.returning({ id: scanRecords.id }));
  return holdBack(inside, inside.db.with(recorded), waves, rows[0]!.at);
}

/** Whether the letter about a scan that was recorded before, and alarms only now, is held back. */
export async function isHeldBack(inside: World, scan: Scan): Promise<boolean> {
  const waves = wavesOf([{ ...scan, evidence: "human" }]);
  return waves.length > 0 && (await holdBack(inside, inside.db, waves, inside.clock.now())).has(scan.id);
}
