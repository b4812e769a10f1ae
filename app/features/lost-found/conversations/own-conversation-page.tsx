import type { ReactNode } from "react";
import { ConversationControls } from "#app/features/conversations/conversation-controls.tsx";
import { takesMessages } from "#app/features/conversations/conversations.rules.ts";
import { LiveConversation, MessageList } from "#app/features/conversations/message-list.tsx";
import { ReplyForm } from "#app/features/conversations/reply-form.tsx";
import type { FormAnswer } from "#app/platform/http/forms/form.server.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import { PageHeader } from "#app/platform/ui/page/page-header.tsx";
import { useMarkSeen } from "#app/platform/ui/use-page-visible.ts";
import { getReportHolder, redirectIfMerged, requireReportHolder } from "../report-holder.server.ts";
import { aboutInWords } from "../report-texts.ts";
import { ReporterFrame, ReporterPath } from "../reporter-frame.tsx";
import type { Route } from "./+types/own-conversation-page";
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
    here: `${base}/conversations/${conversationId}`,
  });
}

export const handle = { i18n: ["conversations", "lostFound", "pets"], title: "lostFound.conversation.page" };

/**
 * A conversation from the reporter's side: the writer's answer to the hidden mark, messages, and sharing of contact
 * details.
 */
function ReporterConversation({
  view,
  answer,
  above,
}: {
  view: ReporterConversationView;
  answer: FormAnswer | undefined;
  above: ReactNode;
}) {
  const t = useT();
  const { conversation, messages, earlier, report, isNew } = view;
  useMarkSeen(isNew);
  const hasLeft = conversation.writerLeftAt !== null;
  const isOpen = takesMessages(conversation.state);
  const isShared = conversation.grantedAt !== null;
  const name = conversation.writerName ?? t("lostFound.own.somebody");
  return (
    <div className="mx-auto grid max-w-3xl gap-5 wrap-anywhere">
      <PageHeader
        above={above}
        title={t("lostFound.conversation.title", { about: aboutInWords(t, report) })}
        lead={t("lostFound.conversation.withName", { name })}
      />
      {report.hiddenMark && <HiddenMarkComparison hiddenMark={report.hiddenMark} claimed={conversation.claimedMark} />}
      <Card as="section" id="conversation" className="grid gap-4">
        <MessageList messages={messages} earlier={earlier} side="owner" otherName={name} />
        {conversation.notSentOnAt && isOpen && !hasLeft && <Notice tone="sun">{t("conversations.notSentOn")}</Notice>}
        {hasLeft && <Notice>{t("lostFound.conversation.writerLeft")}</Notice>}
        {!hasLeft && (isOpen || answer?.intent === "reply") && <ReplyForm answer={answer} />}
        <ConversationControls state={conversation.state} />
      </Card>
      {!hasLeft && (isOpen || isShared) && <ShareContact isShared={isShared} hasContact={report.hasContact} />}
      <p className="text-xs text-ink-3">{t("lostFound.conversation.safety")}</p>
    </div>
  );
}

/** Shows the hidden mark as described by the writer beside the reporter's own description. */
function HiddenMarkComparison({ hiddenMark, claimed }: { hiddenMark: string; claimed: string | null }) {
  const t = useT();
  return (
    <Card as="section" tone="sun">
      <CardHeader title={t("lostFound.conversation.markTitle")} />
      <dl className="grid gap-4 sm:grid-cols-2">
        <div>
          <dt className="text-xs text-ink-2">{t("lostFound.conversation.markTrue")}</dt>
          <dd dir="auto">{hiddenMark}</dd>
        </div>
        <div>
          <dt className="text-xs text-ink-2">{t("lostFound.conversation.markClaimed")}</dt>
          <dd dir="auto">{claimed ?? t("lostFound.conversation.markNone")}</dd>
        </div>
      </dl>
    </Card>
  );
}

function ShareContact({ isShared, hasContact }: { isShared: boolean; hasContact: boolean }) {
  const t = useT();
  if (!hasContact && !isShared)
    return <p className="text-sm text-ink-3">{t("lostFound.conversation.nothingToShare")}</p>;
  return (
    <Notice
      tone={isShared ? "ok" : "info"}
      action={
        <AppForm intent={isShared ? "unshare" : "share"} preventScrollReset>
          <SubmitButton size="sm" variant={isShared ? "ghost" : "brand"}>
            {t(isShared ? "lostFound.conversation.unshare" : "lostFound.conversation.share")}
          </SubmitButton>
        </AppForm>
      }
    >
      {t(isShared ? "lostFound.conversation.isShared" : "lostFound.conversation.shareText")}
    </Notice>
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
    <ReporterPath isGuest={isGuest} base={base} report={view.report} title={t("lostFound.conversation.page")} />
  );
  return (
    <ReporterFrame isGuest={isGuest}>
      {isGuest && <LiveConversation address={`${base}/conversations/${view.conversation.id}/live`} />}
      <ReporterConversation view={view} answer={answer} above={above} />
    </ReporterFrame>
  );
}
