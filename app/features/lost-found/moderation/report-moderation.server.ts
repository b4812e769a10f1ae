import { and, desc, eq, isNull } from "drizzle-orm";
import { recordChange } from "#app/features/audit-log/audit-log.server.ts";
import { auditLog } from "#app/features/audit-log/audit-log.tables.server.ts";
import { requireAdmin } from "#app/features/users/require-admin.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { transaction } from "#app/platform/db/connection/database.server.ts";
import { isId } from "#app/platform/db/uuid.server.ts";
import { AppError, notFound } from "#app/platform/http/app-error.server.ts";
import { queueMatching } from "../matching/ask-for-matches.server.ts";
import { lostFoundPosts as posts, reportFlags } from "../reports.tables.server.ts";

type Report = typeof posts.$inferSelect;

/** The latest that administrators did about a report; empty when none did anything. Forms carry it along. */
async function latestDecision({ db }: Pick<AppContext, "db">, reportId: string): Promise<string> {
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
 * A report, locked until the transaction ends, for an administrator who decides about it. Refuses when another
 * administrator decided since the page with `seen` was opened; 404 for anybody else.
 */
export async function lockSeenReport(
  tx: AppContext,
  actor: Actor,
  reportId: string,
  seen: string | undefined,
): Promise<Report> {
  requireAdmin(actor);
  if (!isId(reportId)) throw notFound();
  const [report] = await tx.db.select().from(posts).where(eq(posts.id, reportId)).for("no key update");
  if (!report) throw notFound();
  if (seen !== undefined && seen !== (await latestDecision(tx, report.id)))
    throw new AppError("moderation.meanwhile", 409);
  return report;
}

type Action = "report.hide" | "report.restore" | "report.dismiss";

/** Takes a report off every public page, with a reason that its reporter reads, and settles its complaints. */
export function hideReport(
  ctx: AppContext,
  actor: Actor,
  reportId: string,
  reason: string,
  seen?: string,
): Promise<void> {
  const change = { hiddenAt: ctx.clock.now(), hiddenReason: reason };
  return decide(ctx, actor, reportId, { action: "report.hide", change, seen });
}

/** Puts a hidden report back. */
export function restoreReport(ctx: AppContext, actor: Actor, reportId: string, seen?: string): Promise<void> {
  const change = { hiddenAt: null, hiddenReason: null };
  return decide(ctx, actor, reportId, { action: "report.restore", change, seen });
}

/** Says that the complaints about a report are wrong; the report stays as it is. */
export function dismissFlags(ctx: AppContext, actor: Actor, reportId: string, seen?: string): Promise<void> {
  return decide(ctx, actor, reportId, { action: "report.dismiss", change: {}, seen });
}

async function decide(
  ctx: AppContext,
  actor: Actor,
  reportId: string,
  {
    action,
    change,
    seen,
  }: { action: Action; change: Partial<Pick<Report, "hiddenAt" | "hiddenReason">>; seen: string | undefined },
): Promise<void> {
  const now = ctx.clock.now();
  await transaction(ctx, async (tx) => {
    const before = await lockSeenReport(tx, actor, reportId, seen);
    const after = { ...before, ...change, openFlags: 0 };
    await tx.db
      .update(posts)
      .set({ ...change, openFlags: 0, updatedAt: now })
      .where(eq(posts.id, before.id));
    if (action === "report.restore") await queueMatching(tx, before.id);
    await tx.db
      .update(reportFlags)
      .set({ handledAt: now })
      .where(and(eq(reportFlags.reportId, before.id), isNull(reportFlags.handledAt)));
    await recordChange(tx, actor, {
      action,
      subject: { kind: "report", id: before.id, name: before.petName, personId: before.reporterId },
      before,
      after,
    });
  });
}
