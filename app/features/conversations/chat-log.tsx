import { type ComponentType, Fragment } from "react";
import type { FinderLanguage } from "#app/platform/i18n/finder-languages.ts";
import { formatDate } from "#app/platform/i18n/format.ts";
import type { Translate } from "#app/platform/i18n/words.ts";
import { type AttachmentStyles, AttachmentView } from "./attachments/attachment-view.tsx";
import type { Attachment, authors } from "./conversations.rules.ts";

export interface Bubble {
  id: string;
  author: (typeof authors)[number];
  body: string;
  createdAt: Date;
  attachment: Attachment | null;
  /** Words that the owner asks for in a fresh photo. */
  photoWords: string | null;
}

/** CSS classes of the parts; the finder's pages have a style sheet of their own. */
export interface ChatStyles extends AttachmentStyles {
  day: string;
  mine: string;
  theirs: string;
  name: string;
  time: string;
  /** The words of a request for a photo. */
  proof: string;
  link: string;
}

export interface ChatLogProps {
  t: Translate;
  language: FinderLanguage;
  timeZone: string;
  messages: readonly Bubble[];
  /** Addresses of the page with earlier messages and of the latest ones; null if there are none. */
  earlier: string | null;
  latest: string | null;
  side: Bubble["author"];
  /** Display name of the other side. */
  otherName: string;
  styles: ChatStyles;
  /** Address of this side's attachments, to which a message's id is added. */
  files: string;
  /** Shown below each message of the other side. */
  Warning?: ComponentType<{ message: Bubble }>;
}

/** Returns the words asked for, by the photo with which the finder answered. */
function answersOf(messages: readonly Bubble[]): Map<string, string> {
  const answers = new Map<string, string>();
  let open: string | null = null;
  for (const { id, author, attachment, photoWords } of messages) {
    if (photoWords) open = photoWords;
    if (!open || author !== "finder" || attachment?.kind !== "photo") continue;
    answers.set(id, open);
    open = null;
  }
  return answers;
}

/** The messages of a conversation as seen from one side, under a line for each day. Uses no hooks: finders' pages are static. */
export function ChatLog(props: ChatLogProps) {
  const { t, language, timeZone, messages, earlier, latest, side, otherName, styles, files, Warning } = props;
  const answered = answersOf(messages);
  const dayOf = ({ createdAt }: Bubble) => formatDate(createdAt, language, timeZone, "weekday");
  return (
    <>
      {earlier && (
        <a className={styles.link} href={earlier}>
          {t("conversations.earlier")}
        </a>
      )}
      {messages.map((message, index) => {
        const previous = messages[index - 1];
        const isMine = message.author === side;
        const day = dayOf(message);
        return (
          <Fragment key={message.id}>
            {(!previous || dayOf(previous) !== day) && <p className={styles.day}>{day}</p>}
            <div className={isMine ? styles.mine : styles.theirs}>
              <b className={styles.name}>
                <bdi>{isMine ? t("conversations.you") : otherName}</bdi>
              </b>
              {message.attachment && (
                <AttachmentView
                  {...{ t, attachment: message.attachment }}
                  address={`${files}/${message.id}`}
                  by={isMine ? t("conversations.you") : otherName}
                  styles={styles}
                />
              )}
              {answered.has(message.id) && side === "owner" && (
                <p className={styles.proof}>
                  {t("conversations.photoRequest.compare", { words: answered.get(message.id) })}
                </p>
              )}
              {message.photoWords && (
                <p className={styles.proof}>
                  {t(`conversations.photoRequest.${isMine ? "asked" : "ask"}`, { words: message.photoWords })}
                </p>
              )}
              {message.body && <p dir="auto">{message.body}</p>}
              {!isMine && Warning && <Warning message={message} />}
              <time className={styles.time} dateTime={message.createdAt.toISOString()}>
                {formatDate(message.createdAt, language, timeZone, "time")}
              </time>
            </div>
          </Fragment>
        );
      })}
      {latest && (
        <a className={styles.link} href={latest}>
          {t("conversations.latest")}
        </a>
      )}
    </>
  );
}
