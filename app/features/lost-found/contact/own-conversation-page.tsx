import { useTranslation } from "react-i18next";
import { submitForm } from "#app/platform/http/forms/submit-form.ts";
import { useErrorToast } from "#app/platform/http/forms/use-error-toast.ts";
import { redirectIfMerged } from "../duplicates/merge-redirect.server.ts";
import { ReporterFrame, ReporterPath } from "../own/reporter-frame.tsx";
import { getReportHolder, reportHolder } from "../report-holder.server.ts";
import type { Route } from "./+types/own-conversation-page";
import { getConversationView, handleConversationActions } from "./conversation-actions.server.ts";
import { LiveConversation } from "./live-conversation.tsx";
import { ReporterConversation } from "./reporter-conversation.tsx";

export const middleware = [reportHolder];

export async function loader({ request, context, params: { conversationId } }: Route.LoaderArgs) {
  const { ctx, holder, reportId, base, isGuest } = await getReportHolder(context);
  await redirectIfMerged(ctx, holder, reportId, `/talk/${conversationId}`);
  const before = new URL(request.url).searchParams.get("before");
  return { view: await getConversationView(ctx, holder, reportId, conversationId, before), base, isGuest };
}

export async function action(args: Route.ActionArgs) {
  const { ctx, holder, reportId, base } = await getReportHolder(args.context);
  const { conversationId } = args.params;
  return handleConversationActions(args, {
    ctx,
    holder,
    reportId,
    conversationId,
    here: `${base}/talk/${conversationId}`,
  });
}

export const clientAction = submitForm;

export const handle = { i18n: ["conversations", "lostFound", "pets"], title: "lostFound.conversation.page" };

/**
 * Page of a conversation for the reporter. Guests get updates through the conversation's own stream, users through
 * their account's.
 */
export default function OwnConversationPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { view, base, isGuest } = loaderData;
  useErrorToast(answer);
  const above = (
    <ReporterPath isGuest={isGuest} base={base} report={view.report} title={t("lostFound.conversation.page")} />
  );
  return (
    <ReporterFrame isGuest={isGuest}>
      {isGuest && <LiveConversation address={`${base}/talk/${view.conversation.id}/live`} />}
      <ReporterConversation view={view} answer={answer} above={above} />
    </ReporterFrame>
  );
}
