import { type Language, languageCookie } from "./language.ts";

/** Stores the language in local storage, which outlives the cookie. Storage may be disabled. */
export function storeLanguage(language: Language): void {
  try {
    localStorage.setItem(languageCookie, language);
  } catch {
    return;
  }
}
