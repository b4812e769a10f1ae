import type { ResourceLanguage } from "i18next";
import type { Language } from "#app/platform/i18n/language.ts";

/** The browser fetches one language's words, not both. */
export async function loadWords(language: Language): Promise<ResourceLanguage> {
  const module = language === "ar" ? await import("./words.ar.ts") : await import("./words.en.ts");
  return module.words;
}
