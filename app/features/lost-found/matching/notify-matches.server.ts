import { and, count, eq, gt, or } from "drizzle-orm";
import { href } from "react-router";
import { type NewNotification, sendNotifications } from "#app/features/notifications/notifications.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { placeInWords } from "../board/gazetteer.ts";
import { reportMatches as matches, type StoredMatch } from "../matches.tables.server.ts";
import { sendReportEmail } from "../report-emails.server.ts";
import { withoutContacts } from "../reports.rules.ts";
import { day, type Report } from "../reports.server.ts";
import { alertThreshold } from "./matching.rules.ts";

/** Maximum number of matches notified per report and day, so that many reports do not cause many e-mails. */
const dailyMatchLimit = 10;

function isNew({ score, decided, notifiedAt, notifiedDecided }: StoredMatch): boolean {
  if (score < alertThreshold) return false;
  return notifiedAt === null || (decided && !notifiedDecided);
}

/**
 * Notifies both sides of matches above the threshold: each pair once, and again when the microchips match, except for a
 * side that dismissed it. All matches found for a report in one run are one notification. Guests get an e-mail with
 * their link.
 */
export async function notifyMatches(
  ctx: AppContext,
  stored: StoredMatch[],
  reports: Map<string, Report>,
): Promise<void> {
  const newMatches = stored.filter(isNew).sort((a, b) => b.score - a.score);
  if (newMatches.length === 0) return;
  const best = new Map<string, { other: string; decided: boolean }>();
  for (const { lostId, foundId, decided, dismissedByLostAt, dismissedByFoundAt } of newMatches) {
    if (!dismissedByLostAt && !best.has(lostId)) best.set(lostId, { other: foundId, decided });
    if (!dismissedByFoundAt && !best.has(foundId)) best.set(foundId, { other: lostId, decided });
  }
  const notifications: NewNotification[] = [];
  for (const [id, { other, decided }] of best) {
    const [report, otherReport] = [reports.get(id), reports.get(other)];
    if (!report || !otherReport || (!decided && (await countNotifiedToday(ctx, id)) >= dailyMatchLimit)) continue;
    if (report.reporterId) notifications.push(notificationOf(ctx, report, report.reporterId, otherReport));
    else await sendReportEmail(ctx, { kind: "match", reportId: id });
  }
  await sendNotifications(ctx, notifications);
  for (const { lostId, foundId, decided } of newMatches)
    await ctx.db
      .update(matches)
      .set({ notifiedAt: ctx.clock.now(), notifiedDecided: decided })
      .where(and(eq(matches.lostId, lostId), eq(matches.foundId, foundId)));
}

async function countNotifiedToday(ctx: AppContext, id: string): Promise<number> {
  const since = new Date(ctx.clock.now().getTime() - day);
  const isOf = or(eq(matches.lostId, id), eq(matches.foundId, id));
  const [row] = await ctx.db
    .select({ notified: count() })
    .from(matches)
    .where(and(isOf, gt(matches.notifiedAt, since)));
  return row?.notified ?? 0;
}

function notificationOf(
  ctx: AppContext,
  { id, petName, kind, type, language }: Report,
  userId: string,
  otherReport: Report,
): NewNotification {
  const name = petName ?? ctx.translator(language)(`lostFound.unnamed.${kind}.${type}`);
  const params = { petName: name, place: withoutContacts(placeInWords(otherReport.area, language)) };
  return { userId, kind: "match", params, link: href("/dashboard/lost-found/:reportId", { reportId: id }), topic: id };
}
