import { href } from "react-router";
import { type BulkAction, recordSingleRun } from "#app/features/admin-lists/bulk/bulk-runs.server.ts";
import { mergeAsAdmin } from "#app/features/lost-found/duplicates/merge-reports.server.ts";
import {
  hidePhoto,
  hideReportText,
  updateReportAsAdmin,
} from "#app/features/lost-found/moderation/correct-report.server.ts";
import { banReporter, endBan } from "#app/features/lost-found/moderation/report-bans.server.ts";
import {
  dismissComplaints,
  hideReport,
  restoreReport,
} from "#app/features/lost-found/moderation/report-moderation.server.ts";
import {
  correctForm,
  coverForm,
  decideForm,
  hideForm,
  liftForm,
  otherReportForm,
  photoForm,
} from "#app/features/lost-found/reports.forms.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { defineIntent, type FormArgs, handleIntents } from "#app/platform/http/forms/form.server.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import type { WordKey } from "#app/platform/i18n/words.ts";
import { getQueuePlace, getReportForAdmin } from "./admin-reports.server.ts";
import { dismissReports, hideReports } from "./bulk-reports.server.ts";

/** Handles the moderation forms: decisions about a report and its reporter. */
export function handleModeration(args: FormArgs, ctx: AppContext, actor: Actor, reportId: string) {
  const pagePath = href("/admin/lost-found/:reportId", { reportId });
  const done = (code: WordKey) => redirectWithToast(pagePath, code);
  /**
   * Makes a decision and redirects to the next report in the queue, or back to this report if it was not in the queue.
   * The target page offers the undo.
   */
  const decide = async (action: BulkAction, work: (tx: AppContext) => Promise<unknown>, code: WordKey) => {
    const { isQueued, nextId } = await getQueuePlace(ctx, actor, reportId);
    const { report } = await getReportForAdmin(ctx, actor, reportId);
    const subject = { id: report.id, name: report.petName ?? report.id };
    const run = await recordSingleRun(ctx, actor, action, { path: pagePath, subject, work });
    if (!isQueued) return redirectWithToast(`${pagePath}?run=${run}`, code);
    const to = nextId
      ? `${href("/admin/lost-found/:reportId", { reportId: nextId })}?run=${run}`
      : `${href("/admin/lost-found")}?state=flagged&run=${run}`;
    return redirectWithToast(to, nextId ? code : "moderation.queueEmpty");
  };
  return handleIntents(
    args,
    {
      hide: defineIntent(hideForm, ({ reason, seen }) =>
        decide(
          hideReports as BulkAction,
          (tx) => hideReport(tx, actor, reportId, reason, seen),
          "adminReports.hiddenDone",
        ),
      ),
      merge: defineIntent(otherReportForm, async ({ other }) => {
        const mergedId = await mergeAsAdmin(ctx, actor, reportId ?? "", other);
        return redirectWithToast(href("/admin/lost-found/:reportId", { reportId: mergedId }), "duplicates.merged");
      }),
      restore: defineIntent(decideForm, async ({ seen }) => {
        await restoreReport(ctx, actor, reportId, seen);
        return done("adminReports.restoredDone");
      }),
      dismiss: defineIntent(decideForm, ({ seen }) =>
        decide(dismissReports, (tx) => dismissComplaints(tx, actor, reportId, seen), "moderation.dismissed"),
      ),
      correct: defineIntent(correctForm, async ({ seen, ...correction }) => {
        await updateReportAsAdmin(ctx, actor, reportId, correction, seen);
        return done("moderation.corrected");
      }),
      cover: defineIntent(coverForm, async ({ text, seen }) => {
        await hideReportText(ctx, actor, reportId, text, seen);
        return done("moderation.covered");
      }),
      hidePhoto: defineIntent(photoForm, async ({ photoId, seen }) => {
        await hidePhoto(ctx, actor, reportId, { photoId, isHidden: true }, seen);
        return done("moderation.photoHidden");
      }),
      showPhoto: defineIntent(photoForm, async ({ photoId, seen }) => {
        await hidePhoto(ctx, actor, reportId, { photoId, isHidden: false }, seen);
        return done("moderation.photoShown");
      }),
      ban: defineIntent(hideForm, async (form) => {
        await banReporter(ctx, actor, reportId, form);
        return done("moderation.banned");
      }),
      lift: defineIntent(liftForm, async ({ banId }) => {
        const { report } = await getReportForAdmin(ctx, actor, reportId);
        await endBan(ctx, actor, banId, report);
        return done("moderation.lifted");
      }),
    },
    { failed: "lostFound.failed" },
  );
}
