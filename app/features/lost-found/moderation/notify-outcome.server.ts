import { and, eq, isNotNull, isNull } from "drizzle-orm";
import { href } from "react-router";
import * as z from "zod";
import type { ReportNews } from "#app/features/notifications/notifications.rules.ts";
import { type NewNotification, sendNotifications } from "#app/features/notifications/notifications.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { isId } from "#app/platform/db/uuid.server.ts";
import { minuteMs } from "#app/platform/durations.rules.ts";
import { defineJob } from "#app/platform/jobs/jobs.server.ts";
import { sendReportEmail } from "../report-emails.server.ts";
import type { ComplaintOutcome } from "../reports.rules.ts";
import { lostFoundPosts as posts, reportComplaints } from "../reports.tables.server.ts";

type Report = typeof posts.$inferSelect;

const queue = "lost-found.send-outcome";

/** Minutes until people are notified of a decision; one undone before is never announced. */
const undoMinutes = 10;

const outcomeJob = z.object({
  reportId: z.uuid(),
  /** When the report was hidden; null if it was not. */
  hiddenAt: z.string().nullable(),
});
type OutcomeJob = z.output<typeof outcomeJob>;

/** Queues the notifications about a decision, which are not sent if it is undone before. */
export async function queueOutcome(tx: AppContext, reportId: string, hiddenAt: Date | null): Promise<void> {
  const startAfter = tx.clock.in(undoMinutes * minuteMs);
  await tx.jobs.send(tx.db, queue, { reportId, hiddenAt: hiddenAt?.toISOString() ?? null }, { startAfter });
}

/**
 * Notifies the reporter of what administrators did with the report; guests by e-mail. Runs in the caller's transaction.
 */
export async function notifyReporter(
  tx: AppContext,
  report: Pick<Report, "id" | "petName" | "kind" | "type" | "reporterId" | "photos">,
  reportNews: ReportNews,
  text?: string | null,
): Promise<void> {
  if (!report.reporterId) {
    await sendReportEmail(tx, { kind: reportNews === "hidden" ? "hidden" : "corrected", reportId: report.id });
    return;
  }
  await sendNotifications(tx, [
    {
      ...buildNotification(report, report.reporterId, reportNews, text),
      link: href("/dashboard/lost-found/:reportId", { reportId: report.id }),
    },
  ]);
}

function buildNotification(
  report: Pick<Report, "id" | "petName" | "kind" | "type">,
  userId: string,
  reportNews: ReportNews,
  text?: string | null,
): NewNotification {
  return {
    userId,
    kind: "moderation",
    params: {
      ...(report.petName ? { petName: report.petName } : { nameless: `${report.kind}.${report.type}` }),
      ...(text && { text }),
      reportNews,
    },
    link: href("/community-reports"),
    topic: report.id,
  };
}

const newsByOutcome: Record<ComplaintOutcome, ReportNews> = {
  dismissed: "complaintDismissed",
  corrected: "complaintCorrected",
  hidden: "complaintHidden",
};

/** Notifies everyone who complained about a report of the outcome, once, and its reporter if it was hidden. */
export async function notifyOutcome(ctx: AppContext, { reportId, hiddenAt }: OutcomeJob): Promise<void> {
  await withTransaction(ctx, async (tx) => {
    const [report] = await tx.db.select().from(posts).where(eq(posts.id, reportId)).for("no key update");
    if (!report) return;
    if (hiddenAt && report.hiddenAt?.toISOString() === hiddenAt)
      await notifyReporter(tx, report, "hidden", report.hiddenReason);
    const complaints = await tx.db
      .update(reportComplaints)
      .set({ notifiedAt: tx.clock.now() })
      .where(
        and(
          eq(reportComplaints.reportId, reportId),
          isNotNull(reportComplaints.outcome),
          isNull(reportComplaints.notifiedAt),
        ),
      )
      .returning();
    const isPublic = report.hiddenAt === null && report.status === "open";
    const link = isPublic ? href("/community-reports/:reportId", { reportId }) : href("/community-reports");
    await sendNotifications(
      tx,
      complaints.flatMap(({ by, outcome }) =>
        isId(by) && outcome ? [{ ...buildNotification(report, by, newsByOutcome[outcome]), link }] : [],
      ),
    );
    for (const complaint of complaints)
      if (complaint.email) await sendReportEmail(tx, { kind: "outcome", complaintId: complaint.id });
  });
}

export const moderationOutcomeJob = defineJob<AppContext, OutcomeJob>(
  queue,
  { data: outcomeJob, retryLimit: 8, retryDelay: 2, retryDelayMax: 900 },
  notifyOutcome,
);
