import { type Language, languageCookie } from "./language.ts";

/** Keeps the choice in this browser beside the cookie, so that it outlives it. Storage may be switched off. */
export function keepLanguage(language: Language): void {
  try {
    localStorage.setItem(languageCookie, language);
  } catch {
    return;
  }
}
