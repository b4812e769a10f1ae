import FileText from "lucide-react/icons/file-text";
import { data, href } from "react-router";
import { getUser } from "#app/features/auth/guards.server.ts";
import { Chat, LiveConversation } from "#app/features/conversations/chat.tsx";
import { messageForm } from "#app/features/conversations/conversations.forms.server.ts";
import { translateQuickReplies } from "#app/features/conversations/translate-quick-replies.server.ts";
import { useNotificationsSeen } from "#app/features/notifications/inbox/use-notifications-seen.ts";
import { countUnread } from "#app/features/notifications/notifications.server.ts";
import { defineIntent, handleIntents } from "#app/platform/http/forms/form.server.ts";
import { appContext, requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { Chip } from "#app/platform/ui/chip.tsx";
import { Ltr } from "#app/platform/ui/ltr.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import { linkHeaders } from "../report-holder.server.ts";
import { ReportPicture } from "../report-picture.tsx";
import { formatReportName, formatState, toneOf } from "../report-texts.ts";
import type { GrantedContact } from "../reports.tables.server.ts";
import type { Route } from "./+types/writer-conversation-page";
import { ChatFrame } from "./chat-frame.tsx";
import { getWriterConversation, sendWriterMessage } from "./report-conversations.server.ts";

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const ctx = context.get(appContext);
  const view = await getWriterConversation(ctx, params.key, new URL(request.url).searchParams.get("before"));
  const actor = await getUser(request, context);
  const here = href("/community-reports/conversations/:key", { key: params.key });
  const unread = actor ? await countUnread(ctx, actor, here) : 0;
  const messages = translateQuickReplies(view.messages, context.get(requestInfoContext).language);
  return data({ ...view, messages, isGuest: actor === null, here, unread }, { headers: linkHeaders });
}

export function headers({ loaderHeaders }: { loaderHeaders: Headers }) {
  return loaderHeaders;
}

export async function action(args: Route.ActionArgs) {
  const ctx = args.context.get(appContext);
  const { address } = args.context.get(requestInfoContext);
  const { key } = args.params;
  return handleIntents(
    args,
    {
      reply: defineIntent(messageForm, async ({ body, ...files }) => {
        await sendWriterMessage(ctx, key, body, address, files);
        return redirectWithToast(
          `${href("/community-reports/conversations/:key", { key })}#conversation`,
          "conversations.sent",
        );
      }),
    },
    { failed: "conversations.sendFailed", files: true },
  );
}

export const handle = { i18n: ["conversations", "lostFound", "reportConversation"], title: "reportConversation.page" };

/** Page of a conversation for the person who wrote to a reporter, with or without an account. */
export default function WriterConversationPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const t = useT();
  const { report, messages, earlier, contact, isClosed, hasOwnerStopped, isPublic, isGuest, here, unread } = loaderData;
  useNotificationsSeen(here, unread);
  const about = formatReportName(t, report);
  const isFamily = report.kind === "lost" && report.petName !== null;
  const family = isFamily ? t("conversations.family", { petName: about }) : t("reportConversation.reporter");
  const otherName = contact?.name ?? family;
  return (
    <ChatFrame>
      <LiveConversation address={`${here}/live`} />
      <Chat
        isPage
        level={1}
        title={otherName}
        text={t("reportConversation.title", { about })}
        avatar={
          <span className="size-10 shrink-0 overflow-hidden rounded-full">
            <ReportPicture report={report} sizes="3.5rem" />
          </span>
        }
        menu={
          <>
            {report.status === "resolved" && <Chip tone={toneOf(report)}>{formatState(t, report)}</Chip>}
            {isPublic && (
              <ButtonLink
                to={href("/community-reports/:reportId", { reportId: report.id })}
                variant="ghost"
                size="sm"
                icon={<FileText aria-hidden />}
                className="max-sm:size-10 max-sm:gap-0 max-sm:p-0"
              >
                <span className="max-sm:sr-only">{t("reportConversation.seeReport")}</span>
              </ButtonLink>
            )}
          </>
        }
        messages={messages}
        earlier={earlier}
        side="finder"
        files={`${here}/attachments`}
        safety={[t("reportConversation.safety"), isGuest && t("reportConversation.keepLink")].filter(Boolean).join(" ")}
        otherName={otherName}
        notices={
          <>
            <p className="hidden noscript:block">
              <ButtonLink to="." reloadDocument variant="ghost" size="sm">
                {t("reportConversation.refresh")}
              </ButtonLink>
            </p>
            {isClosed ? (
              <Notice>{t("reportConversation.closed")}</Notice>
            ) : (
              hasOwnerStopped && <Notice>{t("conversations.ownerStopped")}</Notice>
            )}
          </>
        }
        composer={
          !isClosed || answer?.intent === "reply"
            ? { answer, quickRepliesOf: report.kind === "lost" ? "finder" : "owner" }
            : null
        }
      >
        {contact && <SharedContact contact={contact} />}
      </Chat>
    </ChatFrame>
  );
}

/** Row with what the reporter shared, each to be pressed. */
function SharedContact({ contact: { name, phone, email, place } }: { contact: GrantedContact }) {
  const t = useT();
  return (
    <div className="shrink-0 border-b border-line bg-ok-soft px-4 py-2 text-sm md:px-5">
      <p className="font-semibold">{t("reportConversation.sharedTitle")}</p>
      <p className="flex flex-wrap gap-x-4">
        {name && <bdi>{name}</bdi>}
        {phone && (
          <a href={`tel:${phone}`} className="link">
            <Ltr>{phone}</Ltr>
          </a>
        )}
        {email && (
          <a href={`mailto:${email}`} className="link">
            <Ltr>{email}</Ltr>
          </a>
        )}
        {place && <bdi>{place}</bdi>}
      </p>
    </div>
  );
}
