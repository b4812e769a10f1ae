import { and, count, eq, inArray, isNotNull } from "drizzle-orm";
import { lostFoundPosts } from "#app/features/lost-found/reports.tables.server.ts";
import { livePet, pets } from "#app/features/pets/pets.tables.server.ts";
import { byPeople } from "#app/features/scans/scans.rules.ts";
import { scanRecords } from "#app/features/scans/scans.tables.server.ts";
import { tags } from "#app/features/tags/tags.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";

export interface SiteStats {
  pets: number;
  tags: number;
  scans: number;
  reunions: number;
}

/** Milliseconds for which counted numbers are good enough for visitors. */
const goodFor = 600_000;

interface Counted {
  at: number;
  stats: Promise<SiteStats>;
}
const counted = new WeakMap<AppContext["pool"], Counted>();

/**
 * What the home page counts. Counting reads whole tables, so nobody waits for it once it was done: after ten minutes the
 * next visitor still gets the old figures and those after them the new ones.
 */
export function getSiteStats(ctx: AppContext): Promise<SiteStats> {
  const now = ctx.clock.now().getTime();
  const known = counted.get(ctx.pool);
  if (known && now - known.at < goodFor) return known.stats;
  const stats = countAll(ctx);
  if (!known) {
    counted.set(ctx.pool, { at: now, stats });
    stats.catch(() => counted.delete(ctx.pool));
    return stats;
  }
  known.at = now;
  stats.then(
    () => {
      known.stats = stats;
    },
    (error) => ctx.log.warn({ err: error }, "the home page's figures could not be counted anew"),
  );
  return known.stats;
}

async function countAll({ db }: AppContext): Promise<SiteStats> {
  const [[pet], [tag], [scan], [reunion]] = await Promise.all([
    db.select({ all: count() }).from(pets).where(livePet),
    db.select({ all: count() }).from(tags).where(isNotNull(tags.petId)),
    db.select({ all: count() }).from(scanRecords).where(inArray(scanRecords.evidence, byPeople)),
    db
      .select({ all: count() })
      .from(lostFoundPosts)
      .where(and(eq(lostFoundPosts.kind, "lost"), eq(lostFoundPosts.status, "resolved"))),
  ]);
  return { pets: pet?.all ?? 0, tags: tag?.all ?? 0, scans: scan?.all ?? 0, reunions: reunion?.all ?? 0 };
}
