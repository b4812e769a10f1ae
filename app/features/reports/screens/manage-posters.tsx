import { useTranslation } from "react-i18next";
import { data, Link } from "react-router";
import { appContext } from "#app/platform/http/request-info.server.ts";
import { submitForm } from "#app/platform/http/submit-form.ts";
import { useRefusalToast } from "#app/platform/http/use-error-toast.ts";
import { getGuestHolder, linkHeaders } from "../guest-link.server.ts";
import { redirectIfMerged } from "../kept-report.server.ts";
import { handlePosterForm, viewPosters } from "../poster-actions.server.ts";
import type { Route } from "./+types/manage-posters";
import { PostersPage } from "./posters/posters-page.tsx";

export async function loader({ context, params }: Route.LoaderArgs) {
  const ctx = context.get(appContext);
  const holder = await getGuestHolder(ctx, params.key);
  await redirectIfMerged(ctx, holder, holder.guestOf, "/posters");
  const view = await viewPosters(ctx, holder, holder.guestOf);
  return data({ view, key: params.key }, { headers: linkHeaders });
}

export function headers({ loaderHeaders }: { loaderHeaders: Headers }) {
  return loaderHeaders;
}

export async function action(args: Route.ActionArgs) {
  const ctx = args.context.get(appContext);
  const { key } = args.params;
  const holder = await getGuestHolder(ctx, key);
  const here = `/community-reports/manage/${key}/posters`;
  return handlePosterForm(args, { ctx, holder, reportId: holder.guestOf, here });
}

export const clientAction = submitForm;

export const handle = { i18n: ["lostFound", "posters"], title: "posters.title" };

/** Posters of a guest's report, behind its mailed link. */
export default function ManagePosters({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { view, key } = loaderData;
  useRefusalToast(answer);
  const base = `/community-reports/manage/${key}`;
  const back = (
    <Link to={base} className="link text-sm">
      {t("lostFound.manage.title")}
    </Link>
  );
  return (
    <div className="wrap py-8 md:py-12">
      <PostersPage view={view} answer={answer} base={base} above={back} />
    </div>
  );
}
