import { useTranslation } from "react-i18next";
import { requireUser } from "#app/features/accounts/guards.server.ts";
import { submitForm } from "#app/platform/http/submit-form.ts";
import { useRefusalToast } from "#app/platform/http/use-error-toast.ts";
import { Breadcrumb } from "#app/platform/ui/breadcrumb.tsx";
import { redirectIfMerged } from "../kept-report.server.ts";
import { handlePosterForm, viewPosters } from "../poster-actions.server.ts";
import { aboutInWords } from "../report-words.ts";
import type { Route } from "./+types/posters";
import { PostersPage } from "./posters/posters-page.tsx";

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  await redirectIfMerged(ctx, actor, params.reportId, "/posters");
  return viewPosters(ctx, actor, params.reportId);
}

export async function action(args: Route.ActionArgs) {
  const { ctx, actor } = await requireUser(args.request, args.context);
  const { reportId } = args.params;
  const here = `/dashboard/lost-found/${reportId}/posters`;
  return handlePosterForm(args, { ctx, holder: actor, reportId, here });
}

export const clientAction = submitForm;

export const handle = { i18n: ["lostFound", "pets", "posters"], title: "posters.title" };

export default function Posters({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { t } = useTranslation();
  const view = loaderData;
  useRefusalToast(answer);
  const above = `/dashboard/lost-found/${view.report.id}`;
  const path = [
    { label: t("lostFound.own.title"), to: "/dashboard/lost-found" },
    { label: aboutInWords(t, view.report), to: above },
    { label: t("posters.title") },
  ];
  return (
    <PostersPage view={view} answer={answer} base={above} above={<Breadcrumb label={t("pets.path")} items={path} />} />
  );
}
