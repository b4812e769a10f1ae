/**
 * States of a conversation, set by the owner:
 * - `muted`: the finder's messages are stored, but the owner is not notified.
 * - `closed` and `reported`: the finder's messages are rejected. Administrators review reported conversations.
 */
export const conversationStates = ["open", "muted", "closed", "reported"] as const;
export type ConversationState = (typeof conversationStates)[number];

/** Returns whether the finder's messages are accepted in this state. */
export function takesMessages(state: ConversationState): boolean {
  return state === "open" || state === "muted";
}

export const authors = ["owner", "finder"] as const;

export const messageMaxLength = 2000;
