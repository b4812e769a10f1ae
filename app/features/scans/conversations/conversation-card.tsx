import Footprints from "lucide-react/icons/footprints";
import PawPrint from "lucide-react/icons/paw-print";
import { Chat } from "#app/features/conversations/chat.tsx";
import type { Bubble } from "#app/features/conversations/chat-log.tsx";
import { ConversationMenu, StateNotice } from "#app/features/conversations/conversation-controls.tsx";
import { acceptsMessages, ownFiles } from "#app/features/conversations/conversations.rules.ts";
import type { Conversation } from "#app/features/conversations/conversations.server.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import type { FormAnswer } from "#app/platform/http/forms/form.server.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Avatar } from "#app/platform/ui/avatar.tsx";
import { Card } from "#app/platform/ui/card.tsx";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import { contactLink, isolated } from "../scan-texts.ts";

interface ShownConversation
  extends Pick<Conversation, "finderName" | "finderContact" | "finderLanguage" | "onTheWayAt" | "state"> {
  /** The tag was deactivated or changed owner: the finder can read, but not write. */
  isOneWay: boolean;
  isNotRelayed: boolean;
  /** Ways on which an answer still reaches a finder who stopped messages to their phone; null if they did not. */
  leftAfterStop: "email" | "page" | null;
}

/**
 * Card with the conversation with the finder. Neither side sees the other's contact details unless they wrote them
 * down.
 */
export function ConversationCard({
  conversation,
  messages,
  earlier,
  isHome,
  isFinder,
  helper,
  answer,
}: {
  conversation: ShownConversation | null;
  messages: readonly Bubble[];
  /** `before` of the page with earlier messages. */
  earlier: string | null;
  /** Whether the pet is home, so that no finder is waiting. */
  isHome: boolean;
  /** Whether the other side has the pet. */
  isFinder: boolean;
  /** Name of the emergency contact who is on the way. */
  helper: string | null;
  answer: FormAnswer | undefined;
}) {
  const t = useT();
  if (!conversation)
    return <QuietCard id="conversation" title={t("conversations.conversation")} text={t("scans.noConversation")} />;
  const isOpen = acceptsMessages(conversation.state);
  const { finderName } = conversation;
  const name = finderName ?? t("conversations.finder");
  return (
    <Chat
      title={name}
      text={<Contact conversation={conversation} />}
      avatar={<Avatar size="sm">{finderName ? finderName.slice(0, 1) : <PawPrint className="size-5" />}</Avatar>}
      menu={<ConversationMenu state={conversation.state} />}
      messages={messages}
      earlier={earlier}
      side="owner"
      files={ownFiles}
      otherName={name}
      notices={
        <>
          {isOpen && conversation.isOneWay && <Notice tone="sun">{t("conversations.oneWay")}</Notice>}
          {isOpen && conversation.leftAfterStop ? (
            <Notice tone="sun">{t(`conversations.finderStopped.${conversation.leftAfterStop}`)}</Notice>
          ) : (
            isOpen && conversation.isNotRelayed && <Notice tone="sun">{t("conversations.notRelayed")}</Notice>
          )}
          <StateNotice state={conversation.state} />
        </>
      }
      composer={
        isOpen || answer?.intent === "reply"
          ? {
              answer,
              quickRepliesOf: isFinder ? "owner" : "neither",
              asksPhoto: isOpen && isFinder && !conversation.isOneWay,
            }
          : null
      }
    >
      {isFinder && !isHome && <span id="coming" />}
      {isFinder && !isHome && (isOpen || conversation.onTheWayAt) && (
        <OnTheWay conversation={conversation} helper={helper} />
      )}
    </Chat>
  );
}

function OnTheWay({ conversation, helper }: { conversation: ShownConversation; helper: string | null }) {
  const { t, format } = useViewer();
  if (conversation.onTheWayAt)
    return (
      <Notice
        tone="ok"
        icon={<Footprints />}
        title={helper ? t("escalation.accepted", { name: isolated(helper) }) : t("conversations.onMyWayDone")}
        className="rounded-none px-4 py-3 md:px-5"
      >
        <p className="text-ink-2">
          {t("scanDetails.onMyWaySince", { time: format.date(conversation.onTheWayAt, "dateTime") })}
        </p>
      </Notice>
    );
  const title = conversation.finderName
    ? t("scanDetails.finderWaits", { name: conversation.finderName })
    : t("scanDetails.finderWaitsNameless");
  return (
    <AppForm
      intent="on-the-way"
      preventScrollReset
      className="flex flex-wrap items-center gap-x-6 gap-y-2 bg-sun-soft px-4 py-3 md:px-5"
    >
      <div className="min-w-0 flex-[1_1_16rem]">
        <p className="leading-snug font-semibold">{title}</p>
        <p className="text-sm text-ink-2">{t("scanDetails.onMyWayHint")}</p>
      </div>
      <SubmitButton icon={<Footprints aria-hidden />} className="max-md:w-full">
        {t("conversations.onMyWay")}
      </SubmitButton>
    </AppForm>
  );
}

function Contact({ conversation }: { conversation: ShownConversation }) {
  const t = useT();
  const viewer = useViewer();
  const { finderLanguage: reads } = conversation;
  const language =
    reads === viewer.language ? null : t("conversations.reads", { language: t(`scans.languages.${reads}`) });
  if (!conversation.finderContact) return language ?? t("conversations.conversation");
  const link = contactLink(conversation.finderContact);
  return (
    <>
      {language && `${language}\u00a0· `}
      {t("conversations.contact")}:{" "}
      {link ? (
        <a href={link} className="link">
          <bdi dir="ltr">{conversation.finderContact}</bdi>
        </a>
      ) : (
        <bdi className="font-medium text-ink">{conversation.finderContact}</bdi>
      )}
    </>
  );
}

/** Card with one line that explains why there is nothing to show. */
export function QuietCard({ title, text, id }: { title: string; text: string; id?: string }) {
  return (
    <Card as="section" tone="sunken" id={id}>
      <h2 className="text-lg">{title}</h2>
      <p className="mt-0.5 text-sm text-ink-2">{text}</p>
    </Card>
  );
}
