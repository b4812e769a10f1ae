import { useTranslation } from "react-i18next";
import { requireUser } from "#app/features/accounts/guards.server.ts";
import { submitForm } from "#app/platform/http/submit-form.ts";
import { useRefusalToast } from "#app/platform/http/use-error-toast.ts";
import { Breadcrumb } from "#app/platform/ui/breadcrumb.tsx";
import { redirectIfMerged } from "../kept-report.server.ts";
import { aboutInWords } from "../report-words.ts";
import { handleTalkActions, viewReporterTalk } from "../talk-actions.server.ts";
import type { Route } from "./+types/own-talk";
import { ReporterTalk } from "./talk/reporter-talk.tsx";

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  await redirectIfMerged(ctx, actor, params.reportId, `/talk/${params.talkId}`);
  return viewReporterTalk(ctx, actor, params.reportId, params.talkId);
}

export async function action(args: Route.ActionArgs) {
  const { ctx, actor } = await requireUser(args.request, args.context);
  const { reportId, talkId } = args.params;
  const here = `/dashboard/lost-found/${reportId}/talk/${talkId}`;
  return handleTalkActions(args, { ctx, holder: actor, reportId, talkId, here });
}

export const clientAction = submitForm;

export const handle = { i18n: ["conversations", "lostFound", "pets"], title: "lostFound.talk.page" };

export default function OwnTalkScreen({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { t } = useTranslation();
  const view = loaderData;
  useRefusalToast(answer);
  const path = [
    { label: t("lostFound.own.title"), to: "/dashboard/lost-found" },
    { label: aboutInWords(t, view.report), to: `/dashboard/lost-found/${view.report.id}` },
    { label: t("lostFound.talk.page") },
  ];
  return <ReporterTalk view={view} answer={answer} above={<Breadcrumb label={t("pets.path")} items={path} />} />;
}
