import { type ConversationState, takesMessages } from "#app/features/conversations/conversations.rules.ts";

/** How long the page that a scan opened may begin something. Milliseconds. */
const tokenSpan = 24 * 3_600_000;

/** How long a conversation stays open after its last word. Milliseconds. */
const conversationSpan = 30 * 24 * 3_600_000;

/** Why a finder can send nothing any more: the tag is off or has another owner, the page or the conversation is too old, the owner closed it. */
export type ChannelEnd = "tagGone" | "pageOld" | "conversationOld" | "closed";

export interface Channel {
  scan: { at: Date; ownerId: string | null };
  /** The tag as it is now; null: it was deleted. */
  tag: { status: "active" | "inactive"; ownerId: string | null; claimedAt: Date | null } | null;
  /** The conversation that the scan led to, if any, and when something was last said in it. */
  conversation: { state: ConversationState; lastAt: Date } | null;
}

/** Why the way from a finder to the owner is no longer open at that moment; null while it is. */
export function channelEnd({ scan, tag, conversation }: Channel, at: Date): ChannelEnd | null {
  if (tag?.status !== "active" || !scan.ownerId || tag.ownerId !== scan.ownerId) return "tagGone";
  if (tag.claimedAt && tag.claimedAt > scan.at) return "tagGone";
  if (conversation && !takesMessages(conversation.state)) return "closed";
  const [since, span] = conversation ? [conversation.lastAt, conversationSpan] : [scan.at, tokenSpan];
  if (at.getTime() - since.getTime() <= span) return null;
  return conversation ? "conversationOld" : "pageOld";
}
