import { getI18n } from "react-i18next";
import type { Language } from "../../i18n/language.ts";

/** A message of the server in each language. */
export type Message = Record<Language, string>;

const known = new Map<string, Message>();
const mostKnown = 500;

/** Stores the messages of a response, so that they can be shown in another language. */
export function keepMessages(messages: readonly Message[] = []): void {
  if (known.size > mostKnown) known.clear();
  for (const message of messages) for (const text of Object.values(message)) known.set(text, message);
}

/** Returns a server message in the page's current language; other texts unchanged. */
export function readMessage(text: string): string {
  return known.get(text)?.[getI18n()?.language as Language] ?? text;
}
