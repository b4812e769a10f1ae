import { and, desc, eq, gt, gte, isNotNull, isNull } from "drizzle-orm";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { notFound } from "#app/platform/app-error.server.ts";
import { dayMs } from "#app/platform/durations.rules.ts";
import type { Language } from "#app/platform/i18n/language.ts";
import { kilometresBetween } from "#app/platform/map/distance.ts";
import { publicColumns, toPublicReport } from "../public-report.server.ts";
import { getOwnReport, type Holder, type Report } from "../reports.server.ts";
import { reportMatches as matches, lostFoundPosts as posts } from "../reports.tables.server.ts";
import { isSearching, likelihoodOf, minShownScore } from "./compared-reports.rules.ts";
import { listShownReasons } from "./match-reasons.server.ts";

const maxShown = 20;

/** Returns the columns for a report's own side of its matches. */
function sideOf({ kind }: Pick<Report, "kind">) {
  const { lostId, foundId, dismissedByLostAt, dismissedByFoundAt } = matches;
  return kind === "lost"
    ? ({ own: lostId, other: foundId, dismissedAt: dismissedByLostAt, verdict: "dismissedByLostAt" } as const)
    : ({ own: foundId, other: lostId, dismissedAt: dismissedByFoundAt, verdict: "dismissedByFoundAt" } as const);
}

/**
 * Lists a report's twenty best matches for its reporter, then twenty dismissed ones. Each has the other report's public
 * data, kilometres between the rounded locations, days between, and the reasons. Reports that are resolved, hidden or
 * expired have no matches and are not listed.
 */
export async function listMatches(ctx: AppContext, report: Report, language: Language) {
  const now = ctx.clock.now();
  if (!isSearching(report, now)) return [];
  const { own, other, dismissedAt } = sideOf(report);
  const isListed = and(eq(posts.status, "open"), isNull(posts.hiddenAt), gt(posts.expiresAt, now));
  const page = (isDismissed: boolean) =>
    ctx.db
      .select({ match: matches, seen: publicColumns })
      .from(matches)
      .innerJoin(posts, eq(posts.id, other))
      .where(
        and(
          eq(own, report.id),
          gte(matches.score, minShownScore),
          isDismissed ? isNotNull(dismissedAt) : isNull(dismissedAt),
          isListed,
        ),
      )
      .orderBy(desc(matches.isCertain), desc(matches.score), desc(posts.id))
      .limit(maxShown);
  const shown = (isDismissed: boolean) => (row: Awaited<ReturnType<typeof page>>[number]) => {
    const { id, kind, status, type, colors, petName, area, seenAt, photos, where } = toPublicReport(row.seen);
    const ownPlace = placeOf(report);
    return {
      report: { id, kind, status, type, colors, petName, area, seenAt, photos },
      likelihood: likelihoodOf(row.match),
      isDismissed,
      kilometres: ownPlace && where && Math.max(1, Math.round(kilometresBetween(ownPlace, where))),
      days: Math.round(Math.abs(seenAt.getTime() - report.seenAt.getTime()) / dayMs),
      ...listShownReasons(ctx, row.match.reasons, language),
    };
  };
  return [...(await page(false)).map(shown(false)), ...(await page(true)).map(shown(true))];
}

export type ShownMatch = Awaited<ReturnType<typeof listMatches>>[number];

/** Returns the rounded public location. Distances from exact locations would reveal those of others. */
function placeOf({ cellLat, cellLon }: Report) {
  return cellLat === null || cellLon === null ? null : { latitude: cellLat / 100, longitude: cellLon / 100 };
}

/** Dismisses a match as a different animal. Applies to this side only, also after edits. */
export function dismissMatch(ctx: AppContext, holder: Holder, reportId: string, otherId: string): Promise<void> {
  return setDismissed(ctx, holder, reportId, otherId, ctx.clock.now());
}

/** Undoes `dismissMatch`. */
export function restoreMatch(ctx: AppContext, holder: Holder, reportId: string, otherId: string): Promise<void> {
  return setDismissed(ctx, holder, reportId, otherId, null);
}

/** Idempotent. Throws 404 for someone else's report and if the two are not a match. */
async function setDismissed(
  ctx: AppContext,
  holder: Holder,
  reportId: string,
  otherId: string,
  at: Date | null,
): Promise<void> {
  const report = await getOwnReport(ctx, holder, reportId);
  const { own, other, verdict } = sideOf(report);
  const updated = await ctx.db
    .update(matches)
    .set({ [verdict]: at })
    .where(and(eq(own, report.id), eq(other, otherId)))
    .returning({ lostId: matches.lostId });
  if (updated.length === 0) throw notFound();
}
