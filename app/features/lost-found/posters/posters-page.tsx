import { useTranslation } from "react-i18next";
import { submitForm } from "#app/platform/http/forms/submit-form.ts";
import { useErrorToast } from "#app/platform/http/forms/use-error-toast.ts";
import { redirectIfMerged } from "../duplicates/merge-redirect.server.ts";
import { ReporterFrame, ReporterPath } from "../own/reporter-frame.tsx";
import { getReportHolder, reportHolder } from "../report-holder.server.ts";
import type { Route } from "./+types/posters-page";
import { getPostersView, handlePosterForm } from "./poster-actions.server.ts";
import { PostersSections } from "./posters-view.tsx";

export const middleware = [reportHolder];

export async function loader({ context }: Route.LoaderArgs) {
  const { ctx, holder, reportId, base, isGuest } = await getReportHolder(context);
  await redirectIfMerged(ctx, holder, reportId, "/posters");
  return { view: await getPostersView(ctx, holder, reportId), base, isGuest };
}

export async function action(args: Route.ActionArgs) {
  const { ctx, holder, reportId, base } = await getReportHolder(args.context);
  return handlePosterForm(args, { ctx, holder, reportId, here: `${base}/posters` });
}

export const clientAction = submitForm;

export const handle = { i18n: ["lostFound", "pets", "posters"], title: "posters.title" };

/** Page with the posters of a report, for its owner or guest. */
export default function PostersPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { view, base, isGuest } = loaderData;
  useErrorToast(answer);
  const above = <ReporterPath isGuest={isGuest} base={base} report={view.report} title={t("posters.title")} />;
  return (
    <ReporterFrame isGuest={isGuest}>
      <PostersSections view={view} answer={answer} base={base} above={above} />
    </ReporterFrame>
  );
}
