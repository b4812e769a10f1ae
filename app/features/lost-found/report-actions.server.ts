import { redirect } from "react-router";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { type FormArgs, handleIntents, intent } from "#app/platform/http/forms/form.server.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import { mergeReports } from "./duplicates/merge-reports.server.ts";
import { dismissMatch, restoreMatch } from "./matching/report-matches.server.ts";
import { getReportPath } from "./report-emails.server.ts";
import { confirmReport, renewReport, resolveReport, updatePlanStep } from "./report-states.server.ts";
import { otherReportForm, plainForm, resolveForm, tickForm } from "./reports.forms.server.ts";
import { deleteReport, type Holder } from "./reports.server.ts";

/**
 * Handles the reporter's actions on a report: resolve, renew, judge matches, merge, check steps of the search plan,
 * delete; for guests also publish.
 */
export function handleReportActions(
  args: FormArgs,
  {
    ctx,
    holder,
    reportId,
    here,
    gone,
  }: { ctx: AppContext; holder: Holder; reportId: string; here: string; gone: string },
) {
  const publish = (guest: { guestOf: string }) =>
    intent(
      plainForm,
      async () => {
        await confirmReport(ctx, guest);
        return redirectWithToast(here, { type: "success", code: "lostFound.manage.published" });
      },
      "lostFound.failed",
    );
  return handleIntents(args, {
    ...("guestOf" in holder && { publish: publish(holder) }),
    resolve: intent(
      resolveForm,
      async (form) => {
        await resolveReport(ctx, holder, reportId, form);
        return redirectWithToast(here, { type: "success", code: "lostFound.resolved" });
      },
      "lostFound.failed",
    ),
    renew: intent(
      plainForm,
      async () => {
        await renewReport(ctx, holder, reportId);
        return redirectWithToast(here, { type: "success", code: "lostFound.renewed" });
      },
      "lostFound.failed",
    ),
    dismiss: intent(
      otherReportForm,
      async ({ other }) => {
        await dismissMatch(ctx, holder, reportId, other);
        return redirectWithToast(`${here}#matches`, { type: "success", code: "matching.dismissed" });
      },
      "lostFound.failed",
    ),
    recall: intent(
      otherReportForm,
      async ({ other }) => {
        await restoreMatch(ctx, holder, reportId, other);
        return redirectWithToast(`${here}#matches`, { type: "success", code: "matching.recalled" });
      },
      "lostFound.failed",
    ),
    merge: intent(
      otherReportForm,
      async ({ other }) => {
        const mergedId = await mergeReports(ctx, holder, reportId, other);
        return redirectWithToast(getReportPath(ctx, holder, mergedId), { type: "success", code: "duplicates.merged" });
      },
      "lostFound.failed",
    ),
    tick: intent(
      tickForm,
      async (form) => {
        await updatePlanStep(ctx, holder, reportId, form);
        return redirect(`${here}#plan`, 303);
      },
      "lostFound.failed",
    ),
    remove: intent(
      plainForm,
      async () => {
        await deleteReport(ctx, holder, reportId);
        return redirectWithToast(gone, { type: "success", code: "lostFound.removed" });
      },
      "lostFound.failed",
    ),
  });
}
