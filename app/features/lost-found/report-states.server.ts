import { and, eq, sql } from "drizzle-orm";
import * as z from "zod";
import { type Reunited, reunitedJob } from "#app/features/scans/handover/handover.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError } from "#app/platform/app-error.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { defineJob } from "#app/platform/jobs/jobs.server.ts";
import { queueMatching } from "./matching/queue-matching.server.ts";
import { requireReporterNotBanned } from "./moderation/report-bans.server.ts";
import { canBecome, type ReportStatus, type Resolution } from "./reports.rules.ts";
import {
  getReportEnd,
  type Holder,
  lockReport,
  type Report,
  requireNoOtherReport,
  updateLostState,
} from "./reports.server.ts";
import { lostFoundPosts as posts } from "./reports.tables.server.ts";
import type { PlanStep } from "./search-plan.rules.ts";

/**
 * Changes a report's status. Throws 409 (`lostFound.notNow`) if its current status does not allow that, e.g. when two
 * tabs resolve it, and 409 (`reportForm.alreadyReported`) to reopen the report of a pet that has another one.
 */
async function changeStatus(
  ctx: AppContext,
  holder: Holder,
  reportId: string,
  to: ReportStatus,
  change: (report: Report, now: Date) => Partial<Report>,
): Promise<Report> {
  return withTransaction(ctx, async (tx) => {
    const report = await lockReport(tx, holder, reportId);
    const isRenewal = report.status === "open" && to === "open";
    if (!isRenewal && !canBecome(report.status, to)) throw new AppError("lostFound.notNow", 409);
    if (to === "open") await requireReporterNotBanned(tx, report);
    if (to === "open" && !isRenewal && report.kind === "lost" && report.petId)
      await requireNoOtherReport(tx, report.petId, report.id);
    const now = ctx.clock.now();
    const columns = { ...change(report, now), status: to, updatedAt: now };
    await tx.db.update(posts).set(columns).where(eq(posts.id, report.id));
    const updated = { ...report, ...columns };
    await updateLostState(tx, updated);
    if (to === "open") await queueMatching(tx, report.id);
    return updated;
  });
}

/** Resolves a report with its outcome; a lost pet's tag leaves lost mode. Conversations stay readable. */
export function resolveReport(
  ctx: AppContext,
  holder: Holder,
  reportId: string,
  form: { resolution: Resolution; thanks?: string | null },
): Promise<Report> {
  return changeStatus(ctx, holder, reportId, "resolved", (_, now) => ({
    resolution: form.resolution,
    thanks: form.thanks ?? null,
    resolvedAt: now,
  }));
}

/** Reopens a resolved or expired report for its full lifetime, or extends an open one. */
export function renewReport(ctx: AppContext, holder: Holder, reportId: string): Promise<Report> {
  return changeStatus(ctx, holder, reportId, "open", (report, now) => ({
    resolution: null,
    thanks: null,
    resolvedAt: null,
    remindedAt: null,
    publishedAt: report.publishedAt ?? now,
    expiresAt: getReportEnd(report.kind, now),
  }));
}

/** Publishes a guest's report, after they pressed "publish" behind the e-mailed link. Idempotent. */
export async function confirmReport(ctx: AppContext, holder: { guestOf: string }): Promise<Report> {
  return withTransaction(ctx, async (tx) => {
    const report = await lockReport(tx, holder, holder.guestOf);
    if (report.status !== "waiting") return report;
    await requireReporterNotBanned(tx, report);
    const now = ctx.clock.now();
    const columns = {
      status: "open",
      publishedAt: now,
      updatedAt: now,
      expiresAt: getReportEnd(report.kind, now),
    } as const;
    await tx.db.update(posts).set(columns).where(eq(posts.id, report.id));
    await queueMatching(tx, report.id);
    return { ...report, ...columns };
  });
}

/** Stores whether a step of the search plan is done. Idempotent. Throws 404 for someone else's report. */
export async function updatePlanStep(
  ctx: AppContext,
  holder: Holder,
  reportId: string,
  { step, isDone }: { step: PlanStep; isDone: boolean },
): Promise<void> {
  await withTransaction(ctx, async (tx) => {
    const report = await lockReport(tx, holder, reportId);
    await setPlanStep(tx, report.id, step, isDone);
  });
}

/** Stores whether a step of the search plan is done; the caller has locked the report. */
export async function setPlanStep(
  { db }: AppContext,
  reportId: string,
  step: PlanStep,
  isDone: boolean,
): Promise<void> {
  const without = sql`array_remove(${posts.planDone}, ${step}::text)`;
  await db
    .update(posts)
    .set({ planDone: isDone ? sql`array_append(${without}, ${step}::text)` : without })
    .where(and(eq(posts.id, reportId), eq(posts.kind, "lost")));
}

/** Resolves the owner's open report after the pet was handed over. Reports resolved in the meantime are unchanged. */
async function resolveReunited(ctx: AppContext, { ownerId, petId }: Reunited): Promise<void> {
  const open = await ctx.db
    .select({ id: posts.id })
    .from(posts)
    .where(
      and(eq(posts.reporterId, ownerId), eq(posts.petId, petId), eq(posts.kind, "lost"), eq(posts.status, "open")),
    );
  for (const { id } of open)
    await resolveReport(ctx, { id: ownerId }, id, { resolution: "tag" }).catch((error) => {
      if (!(error instanceof AppError)) throw error;
    });
}

export const reunionJobs = [
  defineJob<AppContext, Reunited>(
    reunitedJob,
    { data: z.object({ ownerId: z.uuid(), petId: z.uuid() }) },
    resolveReunited,
  ),
];
