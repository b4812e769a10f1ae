import { and, desc, eq, gte, inArray, isNull, min } from "drizzle-orm";
import { recordChange } from "#app/features/audit-log/audit-log.server.ts";
import { auditLog } from "#app/features/audit-log/audit-log.tables.server.ts";
import { requireAdmin } from "#app/features/users/require-admin.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError, notFound } from "#app/platform/app-error.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { queueMatching } from "../matching/queue-matching.server.ts";
import type { ComplaintOutcome } from "../reports.rules.ts";
import { lostFoundPosts as posts, reportComplaints } from "../reports.tables.server.ts";

import { queueOutcome } from "./notify-outcome.server.ts";

type Report = typeof posts.$inferSelect;

/** Returns the id of the administrators' latest decision about a report; empty if there is none. Forms include it. */
export async function getLatestDecision({ db }: Pick<AppContext, "db">, reportId: string): Promise<string> {
  const isAbout = and(eq(auditLog.subjectId, reportId), eq(auditLog.subjectKind, "report"));
  const [line] = await db
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(isAbout)
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(1);
  return line?.id ?? "";
}

/**
 * Locks and returns a report for an administrator's decision. Throws 409 (`moderation.meanwhile`) if another
 * administrator decided since the page with `seen` was opened. Administrators only.
 */
export async function lockSeenReport(
  tx: AppContext,
  actor: Actor,
  reportId: string,
  seen: string | undefined,
): Promise<Report> {
  requireAdmin(actor);
  const [report] = await tx.db.select().from(posts).where(eq(posts.id, reportId)).for("no key update");
  if (!report) throw notFound();
  if (seen !== undefined && seen !== (await getLatestDecision(tx, report.id)))
    throw new AppError("moderation.meanwhile", 409);
  return report;
}

type Action = "report.hide" | "report.restore" | "report.dismiss";

/** State before a decision, needed to undo it. */
export interface DecisionBefore {
  /** Audit log entry of the decision; it cannot be undone after a later one. */
  decision: string;
  hiddenAt: string | null;
  hiddenReason: string | null;
  /** Complaints that it closed. */
  complaintIds: string[];
}

/** Hides a report from all public pages, for a reason that its reporter sees, and closes its complaints. */
export function hideReport(
  ctx: AppContext,
  actor: Actor,
  reportId: string,
  reason: string,
  seen?: string,
): Promise<DecisionBefore> {
  const change = { hiddenAt: ctx.clock.now(), hiddenReason: reason };
  return decide(ctx, actor, reportId, { action: "report.hide", change, seen });
}

/** Shows a hidden report again. */
export function restoreReport(ctx: AppContext, actor: Actor, reportId: string, seen?: string): Promise<DecisionBefore> {
  const change = { hiddenAt: null, hiddenReason: null };
  return decide(ctx, actor, reportId, { action: "report.restore", change, seen });
}

/** Closes the complaints about a report; the report itself is unchanged. */
export function dismissComplaints(
  ctx: AppContext,
  actor: Actor,
  reportId: string,
  seen?: string,
): Promise<DecisionBefore> {
  return decide(ctx, actor, reportId, { action: "report.dismiss", change: {}, seen });
}

interface Decision {
  action: Action;
  change: Partial<Pick<Report, "hiddenAt" | "hiddenReason">>;
  seen: string | undefined;
}

async function decide(ctx: AppContext, actor: Actor, reportId: string, { action, change, seen }: Decision) {
  const now = ctx.clock.now();
  return withTransaction(ctx, async (tx) => {
    const before = await lockSeenReport(tx, actor, reportId, seen);
    const after = { ...before, ...change, openComplaints: 0 };
    await tx.db
      .update(posts)
      .set({ ...change, openComplaints: 0, updatedAt: now })
      .where(eq(posts.id, before.id));
    if (action === "report.restore") await queueMatching(tx, before.id);
    const outcome = action === "report.hide" ? "hidden" : await getOutcomeIfPublic(tx, before.id);
    const closedComplaints = await tx.db
      .update(reportComplaints)
      .set({ handledAt: now, outcome })
      .where(isOpenComplaintOf(before.id))
      .returning({ id: reportComplaints.id });
    await recordChange(tx, actor, {
      action,
      subject: { kind: "report", id: before.id, name: before.petName, personId: before.reporterId },
      before,
      after,
    });
    await queueOutcome(tx, before.id, action === "report.hide" ? now : null);
    return {
      decision: await getLatestDecision(tx, before.id),
      hiddenAt: before.hiddenAt?.toISOString() ?? null,
      hiddenReason: before.hiddenReason,
      complaintIds: closedComplaints.map(({ id }) => id),
    };
  });
}

const isOpenComplaintOf = (reportId: string) =>
  and(eq(reportComplaints.reportId, reportId), isNull(reportComplaints.handledAt));

/**
 * Returns the outcome of complaints about a report that stays public: `corrected` if it was corrected since the first
 * complaint, otherwise `dismissed`.
 */
async function getOutcomeIfPublic(tx: AppContext, reportId: string): Promise<ComplaintOutcome> {
  const [open] = await tx.db
    .select({ since: min(reportComplaints.createdAt) })
    .from(reportComplaints)
    .where(isOpenComplaintOf(reportId));
  if (!open?.since) return "dismissed";
  const isCorrection = and(eq(auditLog.subjectId, reportId), eq(auditLog.action, "report.correct"));
  const corrections = await tx.db.$count(auditLog, and(isCorrection, gte(auditLog.at, open.since)));
  return corrections > 0 ? "corrected" : "dismissed";
}

/**
 * Undoes a decision: restores the report's visibility and reopens the complaints. Throws 409 (`moderation.meanwhile`)
 * after a later decision.
 */
export async function undoDecision(
  ctx: AppContext,
  actor: Actor,
  reportId: string,
  before: DecisionBefore,
): Promise<void> {
  await withTransaction(ctx, async (tx) => {
    const report = await lockSeenReport(tx, actor, reportId, before.decision);
    const isHandledByIt = and(
      eq(reportComplaints.reportId, report.id),
      inArray(reportComplaints.id, before.complaintIds),
    );
    if (before.complaintIds.length > 0)
      await tx.db.update(reportComplaints).set({ handledAt: null, outcome: null }).where(isHandledByIt);
    const change = {
      hiddenAt: before.hiddenAt ? new Date(before.hiddenAt) : null,
      hiddenReason: before.hiddenReason,
      openComplaints: await tx.db.$count(reportComplaints, isOpenComplaintOf(report.id)),
    };
    await tx.db
      .update(posts)
      .set({ ...change, updatedAt: tx.clock.now() })
      .where(eq(posts.id, report.id));
    if (report.hiddenAt && !change.hiddenAt) await queueMatching(tx, report.id);
    await recordChange(tx, actor, {
      action: "report.reopen",
      subject: { kind: "report", id: report.id, name: report.petName, personId: report.reporterId },
      before: report,
      after: { ...report, ...change },
    });
  });
}
