import { and, eq, isNull } from "drizzle-orm";
import type { BulkAction } from "#app/features/admin-lists/bulk/bulk-runs.server.ts";
import {
  type DecisionBefore,
  dismissComplaints,
  hideReport,
  undoDecision,
} from "#app/features/lost-found/moderation/report-moderation.server.ts";
import type { ComplaintReason } from "#app/features/lost-found/reports.rules.ts";
import { lostFoundPosts as posts, reportComplaints } from "#app/features/lost-found/reports.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError } from "#app/platform/app-error.server.ts";

/** Dismisses the complaints about reports that remain visible. Rejects a report without open complaints. */
export const dismissReports: BulkAction<object> = {
  kind: "reports.dismiss",
  async apply(tx, admin, reportId): Promise<DecisionBefore> {
    const [report] = await tx.db
      .select({ openComplaints: posts.openComplaints })
      .from(posts)
      .where(eq(posts.id, reportId));
    if (!report || report.openComplaints === 0) throw new AppError("moderation.noComplaints", 409);
    return dismissComplaints(tx, admin, reportId);
  },
  undo: (tx, admin, reportId, before) => undoDecision(tx, admin, reportId, before as DecisionBefore),
};

/**
 * Hides reports, for the given reason or, if null, each for the reason of its complaints. Rejects a report that is
 * already hidden.
 */
export const hideReports: BulkAction<{ reason: ComplaintReason | null }> = {
  kind: "reports.hide",
  async apply(tx, admin, reportId, { reason }): Promise<DecisionBefore> {
    const [report] = await tx.db
      .select({ language: posts.language, hiddenAt: posts.hiddenAt })
      .from(posts)
      .where(eq(posts.id, reportId));
    if (!report || report.hiddenAt) throw new AppError("moderation.hiddenAlready", 409);
    const words = tx.translator(report.language)(
      `moderation.hideReasons.${reason ?? (await findReason(tx, reportId)) ?? "other"}`,
    );
    return hideReport(tx, admin, reportId, words);
  },
  undo: (tx, admin, reportId, before) => undoDecision(tx, admin, reportId, before as DecisionBefore),
};

async function findReason({ db }: AppContext, reportId: string): Promise<ComplaintReason | undefined> {
  const [complaint] = await db
    .select({ reason: reportComplaints.reason })
    .from(reportComplaints)
    .where(and(eq(reportComplaints.reportId, reportId), isNull(reportComplaints.handledAt)))
    .orderBy(reportComplaints.createdAt, reportComplaints.id)
    .limit(1);
  return complaint?.reason;
}

export const reportBulkActions = [dismissReports, hideReports] as const;
