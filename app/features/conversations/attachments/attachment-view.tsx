import type { Translate } from "#app/platform/i18n/words.ts";
import type { Attachment } from "../conversations.rules.ts";

interface AttachmentViewProps {
  t: Translate;
  attachment: Attachment;
  /** Address of the file for this reader. */
  address: string;
  /** Who sent it. */
  by: string;
  className?: string;
}

/** A photo in a message, which opens whole when pressed. Uses no hooks: finders' pages are static. */
export function AttachmentView({ t, attachment: { width, height }, address, by, className }: AttachmentViewProps) {
  return (
    <a className={className} href={address} target="_blank" rel="noreferrer">
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
