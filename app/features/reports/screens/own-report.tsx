import { useTranslation } from "react-i18next";
import { requireUser } from "#app/features/accounts/guards.server.ts";
import { useAlertsSeen } from "#app/features/notifications/inbox/use-notifications-seen.ts";
import { countUnread } from "#app/features/notifications/notifications.server.ts";
import { requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { submitForm } from "#app/platform/http/submit-form.ts";
import { useRefusalToast } from "#app/platform/http/use-error-toast.ts";
import { Breadcrumb } from "#app/platform/ui/breadcrumb.tsx";
import { redirectIfMerged } from "../kept-report.server.ts";
import { viewOwnReport } from "../own-report-view.server.ts";
import { handleReportActions } from "../report-actions.server.ts";
import { aboutInWords } from "../report-words.ts";
import { getOwnReport } from "../reports.server.ts";
import type { Route } from "./+types/own-report";
import { OwnReportPage } from "./manage/own-report-page.tsx";

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const { language } = context.get(requestInfoContext);
  await redirectIfMerged(ctx, actor, params.reportId);
  const view = await viewOwnReport(ctx, actor, params.reportId, language);
  return { ...view, unread: await countUnread(ctx, actor, `/dashboard/lost-found/${view.report.id}`) };
}

export async function action(args: Route.ActionArgs) {
  const { ctx, actor } = await requireUser(args.request, args.context);
  const { id } = await getOwnReport(ctx, actor, args.params.reportId);
  const here = `/dashboard/lost-found/${id}`;
  return handleReportActions(args, { ctx, holder: actor, reportId: id, here, gone: "/dashboard/lost-found" });
}

export const clientAction = submitForm;

export const handle = {
  i18n: ["duplicates", "lostFound", "map", "matching", "pets", "posters", "reportForm", "searchPlan"],
  title: "lostFound.page.title",
};

export default function OwnReportScreen({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { t } = useTranslation();
  const view = loaderData;
  useRefusalToast(answer);
  const base = `/dashboard/lost-found/${view.report.id}`;
  useAlertsSeen(base, view.unread);
  const path = [
    { label: t("lostFound.own.title"), to: "/dashboard/lost-found" },
    { label: aboutInWords(t, view.report) },
  ];
  return (
    <OwnReportPage view={view} answer={answer} base={base} above={<Breadcrumb label={t("pets.path")} items={path} />} />
  );
}
