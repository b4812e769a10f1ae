import type { Language } from "#app/platform/i18n/language.ts";
import type { World } from "#app/platform/world.server.ts";
import { listTwins } from "./merge-reports.server.ts";
import { listMatches } from "./report-matches.server.ts";
import { listTalks } from "./report-talks.server.ts";
import { remindBefore } from "./reports.rules.ts";
import { day, getOwnReport, type Holder } from "./reports.server.ts";

/** A report with its talks and matches as its reporter sees it; 404 for anybody else's. */
export async function viewOwnReport(world: World, holder: Holder, reportId: string, language: Language) {
  const report = await getOwnReport(world, holder, reportId);
  const { fingerprint, words, search, guestEmail, reporterId, openFlags, mergedById, matchAskedAt, ...own } = report;
  const talks = await listTalks(world, report);
  const left = report.expiresAt.getTime() - world.clock.now().getTime();
  return {
    report: { ...own, hasReward: report.reward !== null },
    talks: talks.map(({ writerId, writerEmail, claimedMark, ...talk }) => talk),
    matches: await listMatches(world, report, language),
    twins: await listTwins(world, report),
    isEnding: report.status === "open" && left < remindBefore * day,
    url: `${world.settings.publicUrl}/community-reports/${report.id}`,
    map: world.settings.map,
  };
}

export type OwnReportView = Awaited<ReturnType<typeof viewOwnReport>>;
