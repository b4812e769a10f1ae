/**
 * States of a conversation, set by the owner:
 * - `muted`: the finder's messages are stored, but the owner is not notified.
 * - `closed` and `reported`: the finder's messages are rejected. Administrators review reported conversations.
 */
export const conversationStates = ["open", "muted", "closed", "reported"] as const;
export type ConversationState = (typeof conversationStates)[number];

/** Returns whether the finder's messages are accepted in this state. */
export function acceptsMessages(state: ConversationState): boolean {
  return state === "open" || state === "muted";
}

export const authors = ["owner", "finder"] as const;

export const messageMaxLength = 2000;

export const attachmentKinds = ["photo", "voice"] as const;
export type AttachmentKind = (typeof attachmentKinds)[number];

/** What is shown of a message's photo or voice message. */
export interface Attachment {
  kind: AttachmentKind;
  width: number | null;
  height: number | null;
  milliseconds: number | null;
  /** What the photo is a copy of; only on the owner's side and for administrators. */
  copy?: PhotoCopy | null;
}

/** Pictures that a finder's photo resembles. */
export interface PhotoCopy {
  /** When the owner added their own photo that it resembles. */
  ownPhotoAt: Date | null;
  /** Picture of another conversation or report that it resembles: an attachment's file or a report's photo. */
  copyOf: string | null;
}

/** Address of the attachments of an account's conversations, to which a message's id is added. */
export const ownFiles = "/dashboard/attachments";

/** Writes the length of a voice message: `0:07`. */
export function formatLength(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
