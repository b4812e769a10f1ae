import type { World } from "#app/platform/world.server.ts";
import { listTalks } from "./report-talks.server.ts";
import { remindBefore } from "./reports.rules.ts";
import { day, getOwnReport, type Holder } from "./reports.server.ts";

/** A report with its talks as its reporter sees it; 404 for anybody else's. */
export async function viewOwnReport(world: World, holder: Holder, reportId: string | undefined) {
  const report = await getOwnReport(world, holder, reportId);
  const { fingerprint, words, search, guestEmail, reporterId, openFlags, ...own } = report;
  const talks = await listTalks(world, report);
  const left = report.expiresAt.getTime() - world.clock.now().getTime();
  return {
    report: { ...own, hasReward: report.reward !== null },
    talks: talks.map(({ writerId, writerEmail, claimedMark, ...talk }) => talk),
    isEnding: report.status === "open" && left < remindBefore * day,
    url: `${world.settings.publicUrl}/community-reports/${report.id}`,
    map: world.settings.map,
  };
}

export type OwnReportView = Awaited<ReturnType<typeof viewOwnReport>>;
