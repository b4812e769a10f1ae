import { type Language, languageCookie } from "./language.ts";

/** Stores the language in this browser beside the cookie, which it outlives. Storage may be disabled. */
export function storeLanguage(language: Language): void {
  try {
    localStorage.setItem(languageCookie, language);
  } catch {
    return;
  }
}
