/**
 * Whether the other side may still write. `muted`: their words are kept and nobody is told. `closed` and `reported`: nothing
 * is taken any more; what is reported stands before the administrators.
 */
export const conversationStates = ["open", "muted", "closed", "reported"] as const;
export type ConversationState = (typeof conversationStates)[number];

/** Whether words of the other side are still taken. */
export function takesMessages(state: ConversationState): boolean {
  return state === "open" || state === "muted";
}

export const authors = ["owner", "finder"] as const;

export const messageMaxLength = 2000;
