import { eq } from "drizzle-orm";
import { users } from "#app/features/users/users.tables.server.ts";
import { getTranslator } from "#app/locales/words.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { type FinderLanguage, finderLanguages } from "#app/platform/i18n/finder-languages.ts";
import type { WordKey } from "#app/platform/i18n/words.ts";
import type { Attachment } from "./conversations.rules.ts";
import { quickReplies } from "./quick-replies.ts";

const keys: readonly WordKey[] = [
  ...quickReplies.owner,
  ...quickReplies.finder,
  "finderPage.finder.say.safe",
  "finderPage.finder.say.hurt",
  "finderPage.finder.say.gone",
];

const keyOf = new Map(
  finderLanguages.flatMap((language) => keys.map((key) => [getTranslator(language)(key), key] as const)),
);

/** Translates the quick reply that a message begins with to the reader's language; own words are unchanged. */
export function translateQuickReply(body: string, language: FinderLanguage): string {
  const [first = "", ...ownWords] = body.split("\n");
  const key = keyOf.get(first);
  return key ? [getTranslator(language)(key), ...ownWords].join("\n") : body;
}

/**
 * Returns a message as it is stored: the quick reply that it begins with in English, whatever language it was chosen
 * in, so that a better translation later does not make it unknown.
 */
export const toStoredBody = (body: string): string => translateQuickReply(body, "en");

/** Translates the quick replies of messages to the reader's language. */
export function translateQuickReplies<Message extends { body: string }>(messages: Message[], language: FinderLanguage) {
  return messages.map((message) => ({ ...message, body: translateQuickReply(message.body, language) }));
}

/** A message, and what it carries besides its text. */
interface MessageContent {
  body: string;
  attachment?: Pick<Attachment, "kind"> | null | undefined;
  photoWords?: string | null | undefined;
}

/** Returns a message in words for a notification to an account, in its language: what it carries, then the text. */
export async function describeMessage(
  { db }: Pick<AppContext, "db">,
  userId: string,
  message: MessageContent,
): Promise<string> {
  const [user] = await db.select({ language: users.language }).from(users).where(eq(users.id, userId));
  return user ? formatMessage(message, user.language) : message.body;
}

/** Returns a message in words where what it carries cannot be shown, in the reader's language. */
export function formatMessage({ body, attachment, photoWords }: MessageContent, language: FinderLanguage): string {
  const t = getTranslator(language);
  const sent = attachment && t(`conversations.attachment.${attachment.kind}`);
  const asked = photoWords && t("conversations.photoRequest.ask", { words: photoWords });
  return [sent, asked, translateQuickReply(body, language)].filter(Boolean).join("\n");
}
