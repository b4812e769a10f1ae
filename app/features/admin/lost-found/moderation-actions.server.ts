import { href } from "react-router";
import { mergeAsAdmin } from "#app/features/lost-found/duplicates/merge-reports.server.ts";
import { banReporter, liftBan } from "#app/features/lost-found/moderation/report-bans.server.ts";
import {
  dismissFlags,
  hideReport,
  restoreReport,
} from "#app/features/lost-found/moderation/report-moderation.server.ts";
import { decideForm, hideForm, liftForm, otherReportForm } from "#app/features/lost-found/reports.forms.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { type FormArgs, handleIntents, intent } from "#app/platform/http/forms/form.server.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import { getReportForAdmin } from "./admin-reports.server.ts";

/** What administrators decide about a report and whoever made it. */
export function handleModeration(args: FormArgs, ctx: AppContext, actor: Actor, reportId: string) {
  const here = href("/admin/lost-found/:reportId", { reportId });
  const done = (code: Parameters<typeof redirectWithToast>[1]["code"]) =>
    redirectWithToast(here, { type: "success", code });
  return handleIntents(args, {
    hide: intent(
      hideForm,
      async ({ reason, seen }) => {
        await hideReport(ctx, actor, reportId, reason, seen);
        return done("lostFound.admin.hiddenDone");
      },
      "lostFound.failed",
    ),
    merge: intent(
      otherReportForm,
      async ({ other }) => {
        const kept = await mergeAsAdmin(ctx, actor, reportId ?? "", other);
        return redirectWithToast(href("/admin/lost-found/:reportId", { reportId: kept }), {
          type: "success",
          code: "duplicates.merged",
        });
      },
      "lostFound.failed",
    ),
    restore: intent(
      decideForm,
      async ({ seen }) => {
        await restoreReport(ctx, actor, reportId, seen);
        return done("lostFound.admin.restoredDone");
      },
      "lostFound.failed",
    ),
    dismiss: intent(
      decideForm,
      async ({ seen }) => {
        await dismissFlags(ctx, actor, reportId, seen);
        return done("moderation.dismissed");
      },
      "lostFound.failed",
    ),
    ban: intent(
      hideForm,
      async (form) => {
        await banReporter(ctx, actor, reportId, form);
        return done("moderation.banned");
      },
      "lostFound.failed",
    ),
    lift: intent(
      liftForm,
      async ({ banId }) => {
        const { report } = await getReportForAdmin(ctx, actor, reportId);
        await liftBan(ctx, actor, banId, report);
        return done("moderation.lifted");
      },
      "lostFound.failed",
    ),
  });
}
