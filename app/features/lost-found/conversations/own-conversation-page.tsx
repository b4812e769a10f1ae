import ChevronDown from "lucide-react/icons/chevron-down";
import Fingerprint from "lucide-react/icons/fingerprint-pattern";
import type { ReactNode } from "react";
import { Chat, LiveConversation } from "#app/features/conversations/chat.tsx";
import {
  ConversationAction,
  ConversationMenu,
  StateNotice,
} from "#app/features/conversations/conversation-controls.tsx";
import { acceptsMessages, ownFiles } from "#app/features/conversations/conversations.rules.ts";
import { translateQuickReplies } from "#app/features/conversations/translate-quick-replies.server.ts";
import type { FormAnswer } from "#app/platform/http/forms/form.server.ts";
import { requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Avatar } from "#app/platform/ui/avatar.tsx";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import { useMarkSeen } from "#app/platform/ui/use-page-visible.ts";
import { getReportHolder, redirectIfMerged, requireReportHolder } from "../report-holder.server.ts";
import { formatReportName } from "../report-texts.ts";
import { ReporterPath } from "../reporter-frame.tsx";
import type { Route } from "./+types/own-conversation-page";
import { ChatFrame } from "./chat-frame.tsx";
import {
  getConversationView,
  handleConversationActions,
  type ReporterConversationView,
} from "./conversation-actions.server.ts";

export const middleware = [requireReportHolder];

export async function loader({ request, context, params: { conversationId } }: Route.LoaderArgs) {
  const { ctx, holder, reportId, base, isGuest } = await getReportHolder(context);
  await redirectIfMerged(ctx, holder, reportId, `/conversations/${conversationId}`);
  const before = new URL(request.url).searchParams.get("before");
  const view = await getConversationView(ctx, holder, reportId, conversationId, before);
  const messages = translateQuickReplies(view.messages, context.get(requestInfoContext).language);
  return { view: { ...view, messages }, base, isGuest };
}

export async function action(args: Route.ActionArgs) {
  const { ctx, holder, reportId, base } = await getReportHolder(args.context);
  const { conversationId } = args.params;
  return handleConversationActions(args, {
    ctx,
    holder,
    reportId,
    conversationId,
    here: `${base}/conversations/${conversationId}`,
  });
}

export const handle = { i18n: ["conversations", "lostFound", "reportConversation"], title: "reportConversation.page" };

/**
 * A conversation from the reporter's side: the writer's answer to the hidden mark, messages, and sharing of contact
 * details.
 */
function ReporterConversation({
  view,
  base,
  answer,
  above,
  isGuest,
}: {
  view: ReporterConversationView;
  answer: FormAnswer | undefined;
  above: ReactNode;
  base: string;
  isGuest: boolean;
}) {
  const t = useT();
  const { conversation, messages, earlier, report, isNew } = view;
  useMarkSeen(isNew);
  const hasLeft = conversation.writerLeftAt !== null;
  const isOpen = acceptsMessages(conversation.state);
  const isShared = conversation.grantedAt !== null;
  const canShare = !hasLeft && (isOpen || isShared);
  const name = conversation.writerName ?? t("lostFound.somebody");
  return (
    <div className="mx-auto flex size-full max-w-3xl flex-col gap-4">
      <div className={isGuest ? "max-md:px-4 max-md:pt-3" : "max-md:sr-only"}>{above}</div>
      <Chat
        isPage
        level={1}
        title={name}
        text={
          isShared
            ? t("reportConversation.isShared")
            : t("reportConversation.title", { about: formatReportName(t, report) })
        }
        avatar={<Avatar size="sm">{name.slice(0, 1)}</Avatar>}
        menu={
          <ConversationMenu state={conversation.state}>
            {canShare && <ShareContact isShared={isShared} hasContact={report.hasContact} />}
          </ConversationMenu>
        }
        messages={messages}
        earlier={earlier}
        side="owner"
        files={isGuest ? `${base}/conversations/${conversation.id}/attachments` : ownFiles}
        otherName={name}
        safety={t("reportConversation.safety")}
        notices={
          <>
            {conversation.notRelayedAt && isOpen && !hasLeft && (
              <Notice tone="sun">{t("conversations.notRelayed")}</Notice>
            )}
            {hasLeft && <Notice>{t("reportConversation.writerLeft")}</Notice>}
            <StateNotice state={conversation.state} />
          </>
        }
        composer={
          !hasLeft && (isOpen || answer?.intent === "reply")
            ? {
                answer,
                quickRepliesOf: report.kind === "lost" ? "owner" : "finder",
                asksPhoto: isOpen && report.kind === "lost",
              }
            : null
        }
      >
        {report.hiddenMark && (
          <HiddenMarkComparison
            hiddenMark={report.hiddenMark}
            claimed={conversation.claimedMark}
            canShare={canShare && !isShared && report.hasContact}
            canClose={conversation.state === "open"}
          />
        )}
      </Chat>
    </div>
  );
}

/** Row that unfolds the hidden mark as described by the writer beside the reporter's own description, to be judged. */
function HiddenMarkComparison({
  hiddenMark,
  claimed,
  canShare,
  canClose,
}: {
  hiddenMark: string;
  claimed: string | null;
  canShare: boolean;
  canClose: boolean;
}) {
  const t = useT();
  return (
    <details className="group shrink-0 border-b border-line bg-sun-soft text-sm">
      <summary className="flex min-h-11 list-none items-center gap-2 px-4 md:px-5 [&::-webkit-details-marker]:hidden">
        <Fingerprint aria-hidden className="size-5 shrink-0" />
        <span className="shrink-0 font-semibold">{t("reportConversation.markTitle")}</span>
        <bdi className="min-w-0 flex-1 truncate text-ink-2 group-open:invisible">
          {claimed ?? t("reportConversation.markNone")}
        </bdi>
        <ChevronDown aria-hidden className="size-5 shrink-0 group-open:rotate-180" />
      </summary>
      <div className="grid gap-3 px-4 pb-3 md:px-5">
        <dl className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
          <div>
            <dt className="text-xs text-ink-2">{t("reportConversation.markTrue")}</dt>
            <dd dir="auto">{hiddenMark}</dd>
          </div>
          <div>
            <dt className="text-xs text-ink-2">{t("reportConversation.markClaimed")}</dt>
            <dd dir="auto">{claimed ?? t("reportConversation.markNone")}</dd>
          </div>
        </dl>
        {claimed && (canShare || canClose) && (
          <AppForm preventScrollReset className="flex flex-wrap gap-2">
            {canShare && (
              <SubmitButton name="intent" value="share" size="sm">
                {t("reportConversation.markMatches")}
              </SubmitButton>
            )}
            {canClose && <ConversationAction action="close" label={t("reportConversation.markDiffers")} />}
          </AppForm>
        )}
      </div>
    </details>
  );
}

function ShareContact({ isShared, hasContact }: { isShared: boolean; hasContact: boolean }) {
  const t = useT();
  if (!hasContact && !isShared)
    return <p className="px-1 text-sm text-ink-3">{t("reportConversation.nothingToShare")}</p>;
  return (
    <AppForm intent={isShared ? "unshare" : "share"} preventScrollReset className="grid gap-2">
      <SubmitButton size="sm" full variant={isShared ? "ghost" : "main"}>
        {t(isShared ? "reportConversation.unshare" : "reportConversation.share")}
      </SubmitButton>
      {!isShared && <p className="px-1 text-xs text-ink-2">{t("reportConversation.shareText")}</p>}
    </AppForm>
  );
}

/**
 * Page of a conversation for the reporter. Guests get updates through the conversation's own stream, users through
 * their account's.
 */
export default function OwnConversationPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const t = useT();
  const { view, base, isGuest } = loaderData;
  const above = (
    <ReporterPath isGuest={isGuest} base={base} report={view.report} title={t("reportConversation.page")} />
  );
  const conversation = <ReporterConversation {...{ view, answer, above, base, isGuest }} />;
  if (!isGuest) return conversation;
  return (
    <ChatFrame>
      <LiveConversation address={`${base}/conversations/${view.conversation.id}/live`} />
      {conversation}
    </ChatFrame>
  );
}
