import ImagePlus from "lucide-react/icons/image-plus";
import Lock from "lucide-react/icons/lock-keyhole";
import Send from "lucide-react/icons/send";
import ShieldAlert from "lucide-react/icons/shield-exclamation-point";
import { type ReactNode, useEffect, useRef } from "react";
import { useRevalidator, useSearchParams } from "react-router";
import { useViewer } from "#app/features/users/use-viewer.ts";
import type { FormAnswer } from "#app/platform/http/forms/form.server.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { cx } from "#app/platform/ui/cx.ts";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { TextArea } from "#app/platform/ui/forms/text-input.tsx";
import { useAcceptedForm } from "#app/platform/ui/forms/use-accepted-form.ts";
import { openLiveStream } from "#app/platform/ui/live/live-client.ts";
import { usePhotoButton } from "./attachments/photo-button.tsx";
import { PhotoCopyNote } from "./attachments/photo-copy-note.tsx";
import { useVoiceButton } from "./attachments/voice-button.tsx";
import { type Bubble, ChatLog, type ChatStyles } from "./chat-log.tsx";
import { messageMaxLength } from "./conversations.rules.ts";
import { type QuickReplies, quickReplies } from "./quick-replies.ts";
import { scamSignsIn } from "./scam-signs.rules.ts";

interface ChatProps {
  /** Heading: who the other side is, or what it is about. */
  /** Name of the other person. */
  title: string;
  level?: 1 | 2;
  /** Line below the heading. */
  text?: ReactNode;
  avatar?: ReactNode;
  menu?: ReactNode;
  /** Rows between the head and the messages. */
  children?: ReactNode;
  messages: readonly Bubble[];
  /** `before` of the page with earlier messages; null if there are none. */
  earlier: string | null;
  side: Bubble["author"];
  otherName: string;
  /** Address of this side's attachments, to which a message's id is added. */
  files: string;
  /** What stands above the composer, or in its place. */
  notices?: ReactNode;
  /** The composer; null where nothing can be written. */
  composer: ComposerProps | null;
  /** Advice above the messages. */
  safety?: string;
  /** Fills the rest of the screen, whose frame makes room for `data-fill`. */
  isPage?: boolean;
}

interface ComposerProps {
  answer: FormAnswer | undefined;
  quickRepliesOf: QuickReplies;
  /** Whether one press asks for a fresh photo (`ask-photo`). */
  asksPhoto?: boolean;
}

const styles: ChatStyles = {
  day: "justify-self-center rounded-full bg-sunken px-3 py-0.5 text-xs text-ink-2",
  mine: "w-fit max-w-[85%] justify-self-end rounded-2 rounded-ee-sm bg-brand-soft px-3.5 py-2 whitespace-pre-wrap wrap-anywhere",
  theirs: "w-fit max-w-[85%] rounded-2 rounded-es-sm bg-sunken px-3.5 py-2 whitespace-pre-wrap wrap-anywhere",
  name: "sr-only",
  time: "block text-end text-xs text-ink-3 tabular-nums",
  link: "link justify-self-center text-sm",
  proof: "font-semibold",
  voice: "my-1 flex w-72 max-w-full items-center gap-2 text-xs [&>audio]:h-12 [&>audio]:min-w-0 [&>audio]:flex-1",
  photo:
    "my-1 block w-60 max-w-full [&>img]:h-auto [&>img]:max-h-64 [&>img]:w-full [&>img]:rounded-2 [&>img]:object-cover",
};

/** A conversation: head, messages from the bottom up, and the composer, in one box of at most the screen's height. */
export function Chat(props: ChatProps) {
  const {
    title,
    level = 2,
    text,
    avatar,
    menu,
    children,
    messages,
    earlier,
    notices,
    composer,
    safety,
    isPage,
  } = props;
  const { t, language, timeZone } = useViewer();
  const [search] = useSearchParams();
  const Heading = `h${level}` as const;
  return (
    <section
      id="conversation"
      data-fill={isPage ? "" : undefined}
      className={cx(
        "flex flex-col overflow-hidden border border-line bg-surface wrap-anywhere",
        isPage
          ? "h-full min-h-96 max-md:border-x-0 max-md:border-t-0 md:rounded-3"
          : "max-h-[max(30rem,min(44rem,calc(100dvh-5.5rem-var(--foot-height,0px))))] scroll-mt-18 rounded-3",
      )}
    >
      <header className="flex items-center gap-3 border-b border-line px-4 py-2.5 md:px-5">
        {avatar}
        <div className="min-w-0 flex-1">
          <Heading className="text-base">
            <bdi className="truncate">{title}</bdi>
          </Heading>
          {text && <p className="text-sm text-ink-2">{text}</p>}
        </div>
        {menu}
      </header>
      {children}
      {/* Reversed, so that a browser shows its end first, with and without scripts. */}
      <div className="flex min-h-0 flex-1 flex-col-reverse overflow-y-auto overscroll-contain px-4 py-4 md:px-5">
        <div role="log" aria-label={t("conversations.conversation")} className="mt-auto grid grid-cols-1 gap-2">
          <p className="text-center text-xs text-ink-3">
            <Lock aria-hidden className="me-1.5 inline size-3.5 align-[-2px]" />
            {t("conversations.masked")}
          </p>
          {safety && <p className="text-center text-xs text-ink-3">{safety}</p>}
          {messages.length === 0 && <p className="text-center text-sm text-ink-3">{t("conversations.empty")}</p>}
          <ChatLog
            {...props}
            {...{ t, language, timeZone, styles }}
            earlier={earlier && `?before=${earlier}#conversation`}
            latest={search.has("before") ? "?#conversation" : null}
            Warning={MessageWarning}
          />
        </div>
      </div>
      {(notices || composer) && (
        <div data-bar className="grid grid-cols-1 gap-2 border-t border-line p-3 md:px-5">
          {notices}
          {composer && <Composer {...composer} />}
        </div>
      )}
    </section>
  );
}

const getBody = (form: HTMLFormElement | null) => form?.elements.namedItem("body") as HTMLTextAreaElement | null;

/**
 * Ready answers, each sent by one press, and the text box. The text is kept while the page revalidates and when the
 * submission is rejected or does not reach the server, and cleared after it was sent.
 */
function Composer({ answer, quickRepliesOf, asksPhoto }: ComposerProps) {
  const t = useT();
  const rejectedReply = answer?.intent === "reply" ? answer : undefined;
  const typedBody = rejectedReply?.form.initialValue?.body;
  const refused = rejectedReply?.form.error;
  const errors =
    refused?.body ?? refused?.photo ?? refused?.voice ?? (rejectedReply?.refusal ? [rejectedReply.refusal] : undefined);
  const photo = usePhotoButton();
  const voice = useVoiceButton();
  const form = useRef<HTMLFormElement>(null);
  useAcceptedForm(form, (sent) => {
    const box = getBody(form.current);
    // What was typed since the press stays.
    if (box?.value === String(sent.get("body")).replaceAll("\r\n", "\n")) box.value = "";
    photo.clear();
    voice.clear();
  });
  useEffect(() => {
    if (rejectedReply) getBody(form.current)?.focus();
  }, [rejectedReply]);
  return (
    <>
      <div className="fade-more -mx-3 flex gap-2 overflow-x-auto px-3 [scrollbar-width:none] md:-mx-5 md:px-5">
        {asksPhoto && (
          <AppForm intent="ask-photo" action="#conversation" preventScrollReset className="contents">
            <SubmitButton size="sm" variant="ghost" className="shrink-0" icon={<ImagePlus aria-hidden />}>
              {t("conversations.photoRequest.button")}
            </SubmitButton>
          </AppForm>
        )}
        <AppForm
          intent="reply"
          action="#conversation"
          preventScrollReset
          aria-label={t("conversations.quickLabel")}
          className="flex shrink-0 gap-2"
        >
          {quickReplies[quickRepliesOf].map((key) => (
            <SubmitButton key={key} name="body" value={t(key)} size="sm" variant="ghost" className="shrink-0">
              {t(key)}
            </SubmitButton>
          ))}
        </AppForm>
      </div>
      <AppForm
        intent="reply"
        action="#conversation"
        encType="multipart/form-data"
        preventScrollReset
        ref={form}
        className="grid grid-cols-1 gap-2"
      >
        {photo.chosen}
        {voice.chosen}
        <div className={cx("items-end gap-0.5 noscript:flex-wrap", voice.isRecording ? "hidden" : "flex")}>
          <span className={voice.isChosen ? "hidden" : "contents"}>{photo.button}</span>
          <span className={photo.isChosen ? "hidden" : "contents"}>{voice.button}</span>
          <Field label={t("conversations.writeLabel")} hideLabel errors={errors} className="flex-1">
            <TextArea
              name="body"
              rows={1}
              maxLength={messageMaxLength}
              dir="auto"
              className="max-h-36 min-h-12! resize-none! rounded-3! py-2.5"
              placeholder={t("conversations.write")}
              defaultValue={typeof typedBody === "string" ? typedBody : undefined}
            />
          </Field>
          <SubmitButton
            icon={<Send aria-hidden className="size-5 rtl:-scale-x-100" />}
            className="ms-1.5 mb-0.5 size-12 shrink-0 gap-0! p-0!"
          >
            <span className="sr-only">{t("conversations.send")}</span>
          </SubmitButton>
        </div>
      </AppForm>
    </>
  );
}

function MessageWarning({ message: { body, attachment } }: { message: Bubble }) {
  return (
    <>
      {attachment?.copy && <PhotoCopyNote copy={attachment.copy} />}
      <ScamWarning body={body} />
    </>
  );
}

function ScamWarning({ body }: { body: string }) {
  const t = useT();
  const signs = scamSignsIn(body);
  if (signs.length === 0) return null;
  return (
    <div role="note" className="mt-2 flex gap-2 rounded-1 bg-lost-soft px-3 py-2 text-xs text-ink">
      <ShieldAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-lost" />
      <div>
        <p className="font-semibold text-lost">{t("conversations.scam.title")}</p>
        {signs.map((sign) => (
          <p key={sign}>{t(`conversations.scam.${sign}`)}</p>
        ))}
      </div>
    </div>
  );
}

/** Keeps a conversation up to date for users without an account; others use the stream of their notifications. */
export function LiveConversation({ address }: { address: string }) {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const reload = () => void revalidate();
    return openLiveStream({ address, on: { change: reload }, onReturn: reload });
  }, [address, revalidate]);
  return null;
}
