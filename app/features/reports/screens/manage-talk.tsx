import { useTranslation } from "react-i18next";
import { data, Link } from "react-router";
import { appContext } from "#app/platform/http/request-info.server.ts";
import { submitForm } from "#app/platform/http/submit-form.ts";
import { useRefusalToast } from "#app/platform/http/use-error-toast.ts";
import { getGuestHolder, linkHeaders } from "../guest-link.server.ts";
import { redirectIfMerged } from "../kept-report.server.ts";
import { handleTalkActions, viewReporterTalk } from "../talk-actions.server.ts";
import type { Route } from "./+types/manage-talk";
import { LiveTalk } from "./talk/live-talk.tsx";
import { ReporterTalk } from "./talk/reporter-talk.tsx";

export async function loader({ context, params }: Route.LoaderArgs) {
  const ctx = context.get(appContext);
  const holder = await getGuestHolder(ctx, params.key);
  await redirectIfMerged(ctx, holder, holder.guestOf, `/talk/${params.talkId}`);
  const view = await viewReporterTalk(ctx, holder, holder.guestOf, params.talkId);
  return data({ view, key: params.key }, { headers: linkHeaders });
}

export function headers({ loaderHeaders }: { loaderHeaders: Headers }) {
  return loaderHeaders;
}

export async function action(args: Route.ActionArgs) {
  const ctx = args.context.get(appContext);
  const { key, talkId } = args.params;
  const holder = await getGuestHolder(ctx, key);
  const here = `/community-reports/manage/${key}/talk/${talkId}`;
  return handleTalkActions(args, { ctx, holder, reportId: holder.guestOf, talkId, here });
}

export const clientAction = submitForm;

export const handle = { i18n: ["conversations", "lostFound"], title: "lostFound.talk.page" };

/** A guest's side of a talk, behind the mailed link of their report. */
export default function ManageTalk({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { view, key } = loaderData;
  useRefusalToast(answer);
  return (
    <div className="wrap py-8 md:py-12">
      <LiveTalk address={`/community-reports/manage/${key}/talk/${view.talk.id}/live`} />
      <ReporterTalk
        view={view}
        answer={answer}
        above={
          <Link to={`/community-reports/manage/${key}`} className="link text-sm">
            {t("lostFound.manage.title")}
          </Link>
        }
      />
    </div>
  );
}
