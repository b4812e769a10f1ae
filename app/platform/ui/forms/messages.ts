import { getI18n } from "react-i18next";
import type { Language } from "../../i18n/language.ts";

/** A message of the server in each language. */
export type Message = Record<Language, string>;

const messagesByText = new Map<string, Message>();
const maxMessages = 500;

/** Stores the messages of a response, so that they can be shown in another language. */
export function storeMessages(messages: readonly Message[] = []): void {
  if (messagesByText.size > maxMessages) messagesByText.clear();
  for (const message of messages) for (const text of Object.values(message)) messagesByText.set(text, message);
}

/** Returns a server message in the page's current language; other texts unchanged. */
export function readMessage(text: string): string {
  return messagesByText.get(text)?.[getI18n()?.language as Language] ?? text;
}
