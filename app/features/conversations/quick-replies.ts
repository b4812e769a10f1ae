import type { WordKey } from "#app/platform/i18n/words.ts";

/** Ready answers of who looks for a pet, and of who has or saw it, and of two people of whom neither does. */
export const quickReplies = {
  seeker: [
    "conversations.quick.seeker.coming",
    "conversations.quick.seeker.where",
    "conversations.quick.seeker.wait",
    "conversations.quick.seeker.water",
    "conversations.quick.seeker.call",
    "conversations.quick.thanks",
  ],
  keeper: [
    "conversations.quick.keeper.here",
    "conversations.quick.keeper.soon",
    "conversations.quick.keeper.when",
    "conversations.quick.thanks",
  ],
  acquaintance: ["conversations.quick.thanks"],
} as const satisfies Record<string, readonly WordKey[]>;

export type QuickSet = keyof typeof quickReplies;
