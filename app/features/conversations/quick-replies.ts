import type { WordKey } from "#app/platform/i18n/words.ts";

/** Ready answers of the owner, of the finder, and of two people who are neither. */
export const quickReplies = {
  owner: [
    "conversations.quick.owner.coming",
    "conversations.quick.owner.where",
    "conversations.quick.owner.wait",
    "conversations.quick.owner.water",
    "conversations.quick.owner.call",
    "conversations.quick.thanks",
  ],
  finder: [
    "conversations.quick.finder.here",
    "conversations.quick.finder.soon",
    "conversations.quick.finder.when",
    "conversations.quick.thanks",
  ],
  neither: ["conversations.quick.thanks"],
} as const satisfies Record<string, readonly WordKey[]>;

export type QuickReplies = keyof typeof quickReplies;
