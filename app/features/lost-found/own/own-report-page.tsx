import { href, redirect } from "react-router";
import { useNotificationsSeen } from "#app/features/notifications/inbox/use-notifications-seen.ts";
import { countUnread } from "#app/features/notifications/notifications.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { defineIntent, emptyForm, type FormArgs, handleIntents } from "#app/platform/http/forms/form.server.ts";
import { requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import { Breadcrumb } from "#app/platform/ui/page/breadcrumb.tsx";
import type { PageHandle } from "#app/platform/ui/page/page-handle.ts";
import { mergeReports } from "../duplicates/merge-reports.server.ts";
import { BannedNotice } from "../form/banned-notice.tsx";
import { dismissMatch, restoreMatch } from "../matching/report-matches.server.ts";
import { findBanOfReporter } from "../moderation/report-bans.server.ts";
import { deleteReport } from "../publish-reports.server.ts";
import { getReportPath } from "../report-emails.server.ts";
import { getReportHolder, redirectIfMerged, requireReportHolder } from "../report-holder.server.ts";
import { confirmReport, renewReport, resolveReport, updatePlanStep } from "../report-states.server.ts";
import { formatReportName } from "../report-texts.ts";
import { ReporterFrame } from "../reporter-frame.tsx";
import { otherReportForm, resolveForm, tickForm } from "../reports.forms.server.ts";
import { getOwnReport, type Holder } from "../reports.server.ts";
import type { Route } from "./+types/own-report-page";
import { getOwnReportView } from "./own-report-view.server.ts";
import { OwnReportSections } from "./own-report-view.tsx";

export const middleware = [requireReportHolder];

export async function loader({ context }: Route.LoaderArgs) {
  const { ctx, holder, reportId, base, isGuest } = await getReportHolder(context);
  const { language } = context.get(requestInfoContext);
  await redirectIfMerged(ctx, holder, reportId);
  const isBanned = isGuest && (await findBanOfReporter(ctx, await getOwnReport(ctx, holder, reportId))) !== null;
  const view = await getOwnReportView(ctx, holder, reportId, language);
  const unread = "id" in holder ? await countUnread(ctx, holder, base) : 0;
  return { view, unread, isBanned, base, isGuest };
}

/**
 * Handles the reporter's actions on a report: resolve, renew, judge matches, merge, check steps of the search plan,
 * delete; for guests also publish.
 */
function handleReportActions(
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
    defineIntent(emptyForm, async () => {
      await confirmReport(ctx, guest);
      return redirectWithToast(here, "lostFound.manage.published");
    });
  return handleIntents(
    args,
    {
      ...("guestOf" in holder && { publish: publish(holder) }),
      resolve: defineIntent(resolveForm, async (form) => {
        await resolveReport(ctx, holder, reportId, form);
        return redirectWithToast(here, "lostFound.resolved");
      }),
      renew: defineIntent(emptyForm, async () => {
        const { status } = await getOwnReport(ctx, holder, reportId);
        await renewReport(ctx, holder, reportId);
        return redirectWithToast(here, status === "open" ? "lostFound.renewed" : "lostFound.added");
      }),
      dismiss: defineIntent(otherReportForm, async ({ other }) => {
        await dismissMatch(ctx, holder, reportId, other);
        return redirectWithToast(`${here}#matches`, "matching.dismissed");
      }),
      restoreMatch: defineIntent(otherReportForm, async ({ other }) => {
        await restoreMatch(ctx, holder, reportId, other);
        return redirectWithToast(`${here}#matches`, "matching.restored");
      }),
      merge: defineIntent(otherReportForm, async ({ other }) => {
        const mergedId = await mergeReports(ctx, holder, reportId, other);
        return redirectWithToast(getReportPath(ctx, holder, mergedId), "duplicates.merged");
      }),
      tick: defineIntent(tickForm, async (form) => {
        await updatePlanStep(ctx, holder, reportId, form);
        return redirect(form.list === "plan" ? `${here}#plan` : here, 303);
      }),
      remove: defineIntent(emptyForm, async () => {
        await deleteReport(ctx, holder, reportId);
        return redirectWithToast(gone, "lostFound.removed");
      }),
    },
    { failed: "lostFound.failed" },
  );
}

export async function action(args: Route.ActionArgs) {
  const { ctx, holder, reportId, base, isGuest } = await getReportHolder(args.context);
  await getOwnReport(ctx, holder, reportId);
  const pathAfterDelete = isGuest ? href("/community-reports") : href("/dashboard/lost-found");
  return handleReportActions(args, { ctx, holder, reportId, here: base, gone: pathAfterDelete });
}

type Shown = Route.ComponentProps["loaderData"];

export const handle = {
  i18n: [
    "duplicates",
    "firstSteps",
    "lostFound",
    "map",
    "matching",
    "ownReports",
    "pets",
    "posters",
    "reportForm",
    "reportPage",
    "searchPlan",
  ],
  title: "reportPage.title",
  titleKeyOf: ({ isGuest }: Shown) => (isGuest ? "lostFound.manage.title" : "reportPage.title"),
} satisfies PageHandle;

/** Page of a report for its reporter, in the dashboard or behind a guest's e-mailed link. */
export default function OwnReportPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const t = useT();
  const { view, unread, isBanned, base, isGuest } = loaderData;
  useNotificationsSeen(base, unread);
  const path = [
    { label: t("lostFound.ownTitle"), to: href("/dashboard/lost-found") },
    { label: formatReportName(t, view.report) },
  ];
  const above = isGuest ? (
    <GuestNotice isBanned={isBanned} isWaiting={view.report.status === "waiting"} />
  ) : (
    <Breadcrumb items={path} />
  );
  return (
    <ReporterFrame isGuest={isGuest}>
      <OwnReportSections view={view} answer={answer} base={base} above={above} />
    </ReporterFrame>
  );
}

/**
 * Notice for guests. Opening the link changes nothing, since mail programs open links by themselves; the button
 * publishes the report, unless the guest is banned.
 */
function GuestNotice({ isBanned, isWaiting }: { isBanned: boolean; isWaiting: boolean }) {
  const t = useT();
  return (
    <div className="mb-5">
      {isBanned && <BannedNotice />}
      {!isBanned && isWaiting && (
        <Notice tone="sun" title={t("lostFound.manage.publishTitle")}>
          <p>{t("lostFound.manage.publishText")}</p>
          <AppForm intent="publish" className="mt-3">
            <SubmitButton size="lg">{t("lostFound.manage.publish")}</SubmitButton>
          </AppForm>
        </Notice>
      )}
      {!isBanned && !isWaiting && <Notice tone="info">{t("lostFound.manage.keep")}</Notice>}
    </div>
  );
}
