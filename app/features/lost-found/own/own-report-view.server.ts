import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Language } from "#app/platform/i18n/language.ts";
import { listReportConversations } from "../contact/report-conversations.server.ts";
import { listDuplicates } from "../duplicates/merge-reports.server.ts";
import { listMatches } from "../matching/report-matches.server.ts";
import { remindBefore } from "../reports.rules.ts";
import { day, getOwnReport, type Holder } from "../reports.server.ts";

/** A report with its conversations and matches as its reporter sees it; 404 for anybody else's. */
export async function getOwnReportView(ctx: AppContext, holder: Holder, reportId: string, language: Language) {
  const report = await getOwnReport(ctx, holder, reportId);
  const { fingerprint, words, search, guestEmail, reporterId, openFlags, mergedById, matchAskedAt, ...own } = report;
  const conversations = await listReportConversations(ctx, report);
  const left = report.expiresAt.getTime() - ctx.clock.now().getTime();
  return {
    report: { ...own, hasReward: report.reward !== null },
    conversations: conversations.map(({ writerId, writerEmail, claimedMark, ...conversation }) => conversation),
    matches: await listMatches(ctx, report, language),
    duplicates: await listDuplicates(ctx, report),
    isEnding: report.status === "open" && left < remindBefore * day,
    url: `${ctx.settings.publicUrl}/community-reports/${report.id}`,
    map: ctx.settings.map,
  };
}

export type OwnReportView = Awaited<ReturnType<typeof getOwnReportView>>;
