import RefreshCw from "lucide-react/icons/refresh-cw";
import { data, href } from "react-router";
import { getUser } from "#app/features/auth/guards.server.ts";
import { Chat, LiveConversation } from "#app/features/conversations/chat.tsx";
import { messagesInLanguage } from "#app/features/conversations/ready-sentences.server.ts";
import { useNotificationsSeen } from "#app/features/notifications/inbox/use-notifications-seen.ts";
import { countUnread } from "#app/features/notifications/notifications.server.ts";
import { defineIntent, handleIntents } from "#app/platform/http/forms/form.server.ts";
import { appContext, requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Avatar } from "#app/platform/ui/avatar.tsx";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { Chip } from "#app/platform/ui/chip.tsx";
import { Ltr } from "#app/platform/ui/ltr.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import { PageHeader } from "#app/platform/ui/page/page-header.tsx";
import { linkHeaders } from "../report-holder.server.ts";
import { aboutInWords, formatState, toneOf } from "../report-texts.ts";
import { messageForm } from "../reports.forms.server.ts";
import type { Route } from "./+types/writer-conversation-page";
import { getWriterConversation, sendWriterMessage } from "./report-conversations.server.ts";

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const ctx = context.get(appContext);
  const view = await getWriterConversation(ctx, params.key, new URL(request.url).searchParams.get("before"));
  const actor = await getUser(request, context);
  const here = href("/community-reports/conversations/:key", { key: params.key });
  const unread = actor ? await countUnread(ctx, actor, here) : 0;
  const messages = messagesInLanguage(view.messages, context.get(requestInfoContext).language);
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
      reply: defineIntent(messageForm, async ({ body }) => {
        await sendWriterMessage(ctx, key, body, address);
        return redirectWithToast(
          `${href("/community-reports/conversations/:key", { key })}#conversation`,
          "conversations.sent",
        );
      }),
    },
    { failed: "conversations.sendFailed" },
  );
}

export const handle = { i18n: ["conversations", "lostFound"], title: "lostFound.conversation.page" };

/** Page of a conversation for the person who wrote to a reporter, with or without an account. */
export default function WriterConversationPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const t = useT();
  const { report, messages, earlier, contact, isClosed, hasOwnerStopped, isPublic, isGuest, here, unread } = loaderData;
  useNotificationsSeen(here, unread);
  const otherName = contact?.name ?? t("lostFound.conversation.reporter");
  return (
    <div className="wrap py-8 md:py-12">
      <div className="mx-auto grid max-w-3xl gap-5 wrap-anywhere">
        <PageHeader
          title={t("lostFound.conversation.title", { about: aboutInWords(t, report) })}
          lead={report.status === "resolved" && <Chip tone={toneOf(report)}>{formatState(t, report)}</Chip>}
          actions={
            <>
              <ButtonLink to="." reloadDocument variant="ghost" size="sm" icon={<RefreshCw aria-hidden />}>
                {t("lostFound.conversation.refresh")}
              </ButtonLink>
              {isPublic && (
                <ButtonLink
                  to={href("/community-reports/:reportId", { reportId: report.id })}
                  variant="ghost"
                  size="sm"
                >
                  {t("lostFound.conversation.seeReport")}
                </ButtonLink>
              )}
            </>
          }
        />
        <LiveConversation address={`${here}/live`} />
        {isGuest && <Notice>{t("lostFound.conversation.keepLink")}</Notice>}
        {contact && (
          <Notice tone="ok" title={t("lostFound.conversation.sharedTitle")}>
            <p className="flex flex-wrap gap-x-4">
              {contact.name && <bdi>{contact.name}</bdi>}
              {contact.phone && (
                <a href={`tel:${contact.phone}`} className="link">
                  <Ltr>{contact.phone}</Ltr>
                </a>
              )}
              {contact.email && (
                <a href={`mailto:${contact.email}`} className="link">
                  <Ltr>{contact.email}</Ltr>
                </a>
              )}
              {contact.place && <bdi>{contact.place}</bdi>}
            </p>
          </Notice>
        )}
        <Chat
          title={<bdi>{otherName}</bdi>}
          text={aboutInWords(t, report)}
          avatar={<Avatar size="sm">{otherName.slice(0, 1)}</Avatar>}
          messages={messages}
          earlier={earlier}
          side="finder"
          safety={t("lostFound.conversation.safety")}
          otherName={otherName}
          notices={
            isClosed ? (
              <Notice>{t("lostFound.conversation.closed")}</Notice>
            ) : (
              hasOwnerStopped && <Notice>{t("conversations.ownerStopped")}</Notice>
            )
          }
          composer={
            !isClosed || answer?.intent === "reply"
              ? { answer, quick: report.kind === "lost" ? "keeper" : "seeker" }
              : null
          }
        />
      </div>
    </div>
  );
}
