import { and, eq, gte } from "drizzle-orm";
import { recordChange } from "#app/features/audit-log/audit-log.server.ts";
import { auditLog } from "#app/features/audit-log/audit-log.tables.server.ts";
import type { ReportNews } from "#app/features/notifications/notifications.rules.ts";
import { requireAdmin } from "#app/features/users/require-admin.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError } from "#app/platform/app-error.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { minuteMs } from "#app/platform/durations.rules.ts";
import { withStoredFiles } from "#app/platform/files/files.server.ts";
import { copyPhoto, deletePhoto } from "#app/platform/files/photos.server.ts";
import { findPlace } from "#app/platform/map/gazetteer.ts";
import { queueMatching } from "../matching/queue-matching.server.ts";
import type { Correction } from "../reports.forms.server.ts";
import { cellOf, cover } from "../reports.rules.ts";
import { getSearchText, type Report } from "../reports.server.ts";
import { lostFoundPosts as posts } from "../reports.tables.server.ts";
import { notifyReporter } from "./notify-outcome.server.ts";
import { lockSeenReport } from "./report-moderation.server.ts";

const texts = ["petName", "area", "marks", "description", "additionalInfo"] as const satisfies (keyof Correction)[];

/** Corrections within this many minutes notify the reporter once. */
const notifyIntervalMinutes = 30;

/**
 * Corrects public texts of a report and notifies its reporter. The audit log stores which fields were corrected, but
 * not their texts, which may be abusive. Throws 409 (`moderation.meanwhile`) if another administrator decided since the
 * page was opened.
 */
export async function updateReportAsAdmin(
  ctx: AppContext,
  actor: Actor,
  reportId: string,
  correction: Correction,
  seen?: string,
): Promise<void> {
  await withTransaction(ctx, async (tx) => {
    const report = await lockSeenReport(tx, actor, reportId, seen);
    await correct(tx, actor, report, {
      ...correction,
      petName: report.kind === "lost" ? (correction.petName ?? report.petName) : correction.petName,
    });
  });
}

/**
 * Replaces a piece of a report's texts, such as a phone number, wherever it occurs. Throws 400 (`moderation.notInText`)
 * if it does not occur.
 */
export async function hideReportText(
  ctx: AppContext,
  actor: Actor,
  reportId: string,
  piece: string,
  seen?: string,
): Promise<void> {
  await withTransaction(ctx, async (tx) => {
    const report = await lockSeenReport(tx, actor, reportId, seen);
    const mask = (text: string | null) => text?.replaceAll(piece, cover) ?? null;
    if (!texts.some((name) => report[name]?.includes(piece)))
      throw new AppError("moderation.notInText", 400, { field: "text" });
    await correct(tx, actor, report, {
      petName: mask(report.petName),
      area: report.area.replaceAll(piece, cover),
      marks: mask(report.marks),
      description: mask(report.description),
      additionalInfo: mask(report.additionalInfo),
    });
  });
}

async function correct(tx: AppContext, actor: Actor, report: Report, correction: Correction): Promise<void> {
  const changed = texts.filter((name) => (report[name] ?? "") !== (correction[name] ?? ""));
  if (changed.length === 0) throw new AppError("moderation.nothingChanged", 400);
  const now = tx.clock.now();
  const { photos: _, ...form } = { ...report, ...correction };
  const place = report.latitude === null && changed.includes("area") ? findPlace(correction.area) : null;
  await tx.db
    .update(posts)
    .set({
      ...correction,
      ...(place && { cellLat: cellOf(place.latitude), cellLon: cellOf(place.longitude) }),
      words: getSearchText(tx, form),
      version: report.version + 1,
      updatedAt: now,
    })
    .where(eq(posts.id, report.id));
  if (report.status === "open" && !report.hiddenAt) await queueMatching(tx, report.id);
  await record(tx, actor, report, "corrected", changed.join(", "));
}

/** Records the correction, and notifies the reporter unless the report was corrected recently. */
async function record(tx: AppContext, actor: Actor, report: Report, reportNews: ReportNews, corrected: string) {
  const since = tx.clock.ago(notifyIntervalMinutes * minuteMs);
  const isRecent = and(
    eq(auditLog.subjectId, report.id),
    eq(auditLog.action, "report.correct"),
    gte(auditLog.at, since),
  );
  if ((await tx.db.$count(auditLog, isRecent)) === 0) await notifyReporter(tx, report, reportNews);
  await recordChange(tx, actor, {
    action: "report.correct",
    subject: { kind: "report", id: report.id, name: report.petName, personId: report.reporterId },
    after: { corrected },
  });
}

/**
 * Hides one photo of a report, or shows a hidden one again. It is stored under a new id, so that its old URL no longer
 * works. Throws 409 (`moderation.meanwhile`) if another administrator decided since the page was opened.
 */
export async function hidePhoto(
  ctx: AppContext,
  actor: Actor,
  reportId: string,
  { photoId, isHidden }: { photoId: string; isHidden: boolean },
  seen?: string,
): Promise<void> {
  requireAdmin(actor);
  const copy = await copyPhoto(ctx.files, photoId);
  const move = () =>
    withTransaction(ctx, async (tx) => {
      const report = await lockSeenReport(tx, actor, reportId, seen);
      const [from, to] = isHidden ? (["photos", "hiddenPhotos"] as const) : (["hiddenPhotos", "photos"] as const);
      if (!copy || !report[from].includes(photoId)) throw new AppError("moderation.meanwhile", 409);
      await tx.db
        .update(posts)
        .set({
          [from]: report[from].filter((id) => id !== photoId),
          [to]: [...report[to], copy],
          version: report.version + 1,
          updatedAt: tx.clock.now(),
        })
        .where(eq(posts.id, report.id));
      if (isHidden) await record(tx, actor, report, "photoHidden", "photo");
      else
        await recordChange(tx, actor, {
          action: "report.correct",
          subject: { kind: "report", id: report.id, name: report.petName, personId: report.reporterId },
          before: { corrected: "photo" },
          after: { corrected: null },
        });
    });
  await withStoredFiles(move, async () => {
    if (copy) await deletePhoto(ctx.files, copy);
  });
  await deletePhoto(ctx.files, photoId);
}
