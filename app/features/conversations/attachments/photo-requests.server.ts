import { randomInt } from "node:crypto";
import { and, desc, eq, gt, notExists, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as english from "#app/locales/english.ts";
import { getTranslator } from "#app/locales/words.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { FinderLanguage } from "#app/platform/i18n/finder-languages.ts";
import { conversations, messageAttachments, messages, photoRequests } from "../conversations.tables.server.ts";

/** Short words for things that everybody knows and can write. */
const keys = Object.keys(english.proofWords) as (keyof typeof english.proofWords)[];

type Db = Pick<AppContext, "db">;

/** Returns two different words in a language at random. */
function chooseWords(language: FinderLanguage): string {
  const t = getTranslator(language);
  const first = randomInt(keys.length);
  const second = (first + 1 + randomInt(keys.length - 1)) % keys.length;
  return [first, second].map((at) => t(`proofWords.${keys[at]!}`)).join(" ");
}

/** Returns words in the finder's language that were not asked for in this conversation before. */
export async function createPhotoWords({ db }: Db, conversationId: string): Promise<string> {
  const [conversation] = await db
    .select({ language: conversations.finderLanguage })
    .from(conversations)
    .where(eq(conversations.id, conversationId));
  const used = await db
    .select({ words: photoRequests.words })
    .from(photoRequests)
    .innerJoin(messages, eq(messages.id, photoRequests.messageId))
    .where(eq(messages.conversationId, conversationId));
  for (;;) {
    const words = chooseWords(conversation?.language ?? "en");
    if (!used.some((one) => one.words === words)) return words;
  }
}

/** Returns the words of the latest request that the finder has not answered with a photo; null if there is none. */
export async function findOpenRequest({ db }: Db, conversationId: string): Promise<string | null> {
  const answers = alias(messages, "answers");
  const answered = db
    .select({ one: sql`1` })
    .from(answers)
    .innerJoin(messageAttachments, eq(messageAttachments.messageId, answers.id))
    .where(
      and(
        eq(answers.conversationId, conversationId),
        eq(answers.author, "finder"),
        eq(messageAttachments.kind, "photo"),
        gt(answers.id, messages.id),
      ),
    );
  const [open] = await db
    .select({ words: photoRequests.words })
    .from(photoRequests)
    .innerJoin(messages, eq(messages.id, photoRequests.messageId))
    .where(and(eq(messages.conversationId, conversationId), notExists(answered)))
    .orderBy(desc(messages.id))
    .limit(1);
  return open?.words ?? null;
}
