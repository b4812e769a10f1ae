import { getI18n } from "react-i18next";
import type { Language } from "../../i18n/language.ts";

/** One message of the server in each language. */
export type Message = Record<Language, string>;

const known = new Map<string, Message>();
const mostKnown = 500;

/** Keeps the messages of an answer, so that they turn with the page's language. */
export function keepMessages(messages: readonly Message[] = []): void {
  if (known.size > mostKnown) known.clear();
  for (const message of messages) for (const text of Object.values(message)) known.set(text, message);
}

/** A message of the server in the language that the page has now; a text that is no such message as it is. */
export function readMessage(text: string): string {
  return known.get(text)?.[getI18n()?.language as Language] ?? text;
}
