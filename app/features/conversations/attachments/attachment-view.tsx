import type { Translate } from "#app/platform/i18n/words.ts";
import { type Attachment, formatLength } from "../conversations.rules.ts";

/** CSS classes of a photo's link and of a voice message. */
export interface AttachmentStyles {
  photo: string;
  voice: string;
}

interface AttachmentViewProps {
  t: Translate;
  attachment: Attachment;
  /** Address of the file for this reader. */
  address: string;
  /** Who sent it. */
  by: string;
  styles: AttachmentStyles;
}

/**
 * A photo in a message, which opens whole when pressed, or a voice message with its length. Uses no hooks: finders'
 * pages are static.
 */
export function AttachmentView({ t, attachment, address, by, styles }: AttachmentViewProps) {
  const { kind, width, height, milliseconds } = attachment;
  if (kind === "voice") {
    const length = formatLength(Math.max(1000, milliseconds ?? 0));
    const label = t("conversations.attachment.voiceOf", { name: by });
    return (
      <span className={styles.voice}>
        {/* biome-ignore lint/a11y/useMediaCaption: nobody has written down what was said */}
        <audio controls preload="metadata" src={address} aria-label={label} />
        <a href={address} download aria-label={`${length}: ${t("conversations.attachment.download")}`}>
          <bdi>{length}</bdi>
        </a>
      </span>
    );
  }
  return (
    <a className={styles.photo} href={address} target="_blank" rel="noreferrer">
      <img
        src={`${address}?small`}
        width={width ?? undefined}
        height={height ?? undefined}
        alt={t("conversations.attachment.photoOf", { name: by })}
        loading="lazy"
      />
    </a>
  );
}
