import { type ConversationState, takesMessages } from "#app/features/conversations/conversations.rules.ts";

/** How long after a scan its page may still start a conversation, in milliseconds. */
const tokenSpan = 24 * 3_600_000;

/** How long a conversation stays open after its last message, in milliseconds. */
const conversationSpan = 30 * 24 * 3_600_000;

/**
 * Why a finder can no longer send anything: the tag was deactivated, deleted or changed owner; the scan is too old to
 * start a conversation; the last message is too old; the owner closed the conversation.
 */
export type ChannelEnd = "tagGone" | "pageOld" | "conversationOld" | "closed";

export interface Channel {
  scan: { at: Date; ownerId: string | null };
  /** Current state of the tag; null when it was deleted. */
  tag: { status: "active" | "inactive"; ownerId: string | null; claimedAt: Date | null } | null;
  /** Conversation that the scan started, if any, and the time of its last message. */
  conversation: { state: ConversationState; lastAt: Date } | null;
}

/** Returns why a finder can no longer write to the owner at the given time; null while they can. */
export function channelEnd({ scan, tag, conversation }: Channel, at: Date): ChannelEnd | null {
  if (tag?.status !== "active" || !scan.ownerId || tag.ownerId !== scan.ownerId) return "tagGone";
  if (tag.claimedAt && tag.claimedAt > scan.at) return "tagGone";
  if (conversation && !takesMessages(conversation.state)) return "closed";
  const [since, span] = conversation ? [conversation.lastAt, conversationSpan] : [scan.at, tokenSpan];
  if (at.getTime() - since.getTime() <= span) return null;
  return conversation ? "conversationOld" : "pageOld";
}
