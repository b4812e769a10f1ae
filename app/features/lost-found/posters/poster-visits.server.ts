import { createHmac } from "node:crypto";
import { eq, lt, sql } from "drizzle-orm";
import { judgeVisit } from "#app/features/scans/evidence.rules.ts";
import { readSignals } from "#app/features/scans/finder-page/request-signals.server.ts";
import { codeKey } from "#app/features/tags/tag-code.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { transaction } from "#app/platform/db/connection/database.server.ts";
import { gone } from "#app/platform/http/app-error.server.ts";
import { getNetwork } from "#app/platform/http/server/client-address.server.ts";
import { reportPosters as posters, posterVisits, lostFoundPosts as posts } from "../reports.tables.server.ts";
import { sameVisitMinutes } from "./posters.rules.ts";

/** Limit of unknown codes per network; valid codes are never limited. */
const misses = { name: "poster-misses", points: 30, span: 600 };

/**
 * Returns the report id for a poster's code and counts the visit; null for an unknown code (429 after 30 of them within
 * ten minutes). Throws 410 for a poster whose report was deleted. A person counts once per series in 30 minutes;
 * programs, link previews, prefetches and the reporter do not count. Sets no cookies; visitors are distinguished by a
 * hash that changes daily and is deleted.
 */
export async function recordPosterVisit(
  ctx: AppContext,
  code: string,
  visitor: { request: Request; address: string; userId: string | null },
): Promise<string | null> {
  const key = codeKey(code ?? "");
  const [found] = key
    ? await ctx.db
        .select({ id: posters.id, reportId: posters.reportId, reporterId: posts.reporterId })
        .from(posters)
        .leftJoin(posts, eq(posts.id, posters.reportId))
        .where(eq(posters.code, key))
    : [];
  if (!found) {
    await ctx.limits.take(misses, getNetwork(visitor.address));
    return null;
  }
  if (!found.reportId) throw gone("poster");
  const isOwner = visitor.userId !== null && visitor.userId === found.reporterId;
  const signals = readSignals(ctx, visitor.request);
  const { evidence } = judgeVisit({ ...signals, isOwner, isSameVisit: false });
  if (evidence === "human") await countVisit(ctx, found.id, `${visitor.address} ${signals.userAgent}`);
  return found.reportId;
}

async function countVisit(ctx: AppContext, posterId: string, person: string): Promise<void> {
  const at = ctx.clock.now();
  const day = at.toISOString().slice(0, 10);
  const visitor = createHmac("sha256", ctx.settings.secret).update(`poster ${day} ${person}`).digest("base64url");
  const before = new Date(at.getTime() - sameVisitMinutes * 60_000);
  await transaction(ctx, async (tx) => {
    const isNew = await tx.db
      .insert(posterVisits)
      .values({ posterId, visitor, at })
      .onConflictDoUpdate({
        target: [posterVisits.posterId, posterVisits.visitor],
        set: { at },
        setWhere: lt(posterVisits.at, before),
      })
      .returning({ at: posterVisits.at });
    if (isNew.length === 0) return;
    await tx.db
      .update(posters)
      .set({ scans: sql`${posters.scans} + 1`, lastScanAt: at })
      .where(eq(posters.id, posterId));
  });
}

/** Deletes visitor hashes older than 24 hours; the counts stay. */
export async function purgePosterVisits(ctx: AppContext): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - 24 * 3_600_000);
  await ctx.db.delete(posterVisits).where(lt(posterVisits.at, before));
}
