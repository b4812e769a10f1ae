import { useTranslation } from "react-i18next";
import { type ActionFunctionArgs, type LoaderFunctionArgs, useActionData, useLoaderData } from "react-router";
import { insiderOf } from "#app/features/accounts/actor.server.ts";
import type { FormAnswer } from "#app/platform/http/form.server.ts";
import { submitForm } from "#app/platform/http/submit-form.ts";
import { useRefusalToast } from "#app/platform/http/use-refusal-toast.ts";
import { Breadcrumb } from "#app/platform/ui/breadcrumb.tsx";
import { leadToKept } from "../kept-report.server.ts";
import { aboutInWords } from "../report-words.ts";
import { handleTalkActions, viewReporterTalk } from "../talk-actions.server.ts";
import { ReporterTalk } from "./talk/reporter-talk.tsx";

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { world, actor } = await insiderOf(request, context);
  await leadToKept(world, actor, params.reportId, `/talk/${params.talkId}`);
  return viewReporterTalk(world, actor, params.reportId, params.talkId);
}

export async function action(args: ActionFunctionArgs) {
  const { world, actor } = await insiderOf(args.request, args.context);
  const { reportId, talkId } = args.params;
  const here = `/dashboard/lost-found/${reportId}/talk/${talkId}`;
  return handleTalkActions(args, { world, holder: actor, reportId, talkId, here });
}

export const clientAction = submitForm;

export const handle = { title: "reports.talk.page" };

export default function OwnTalkScreen() {
  const { t } = useTranslation();
  const view = useLoaderData<typeof loader>();
  const answer = useActionData() as FormAnswer | undefined;
  useRefusalToast(answer);
  const path = [
    { label: t("reports.own.title"), to: "/dashboard/lost-found" },
    { label: aboutInWords(t, view.report), to: `/dashboard/lost-found/${view.report.id}` },
    { label: t("reports.talk.page") },
  ];
  return <ReporterTalk view={view} answer={answer} above={<Breadcrumb label={t("pets.path")} items={path} />} />;
}
