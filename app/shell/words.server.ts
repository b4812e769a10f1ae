import type { i18n } from "i18next";
import type { Language } from "#app/platform/i18n/language.ts";
import type { Say } from "#app/platform/i18n/words.ts";
import { openI18n } from "./i18n.ts";
import { words as arabic } from "./words.ar.ts";
import { words as english } from "./words.en.ts";

const instances: Record<Language, i18n> = {
  en: openI18n("en", { en: english }),
  ar: openI18n("ar", { ar: arabic, en: english }),
};

export function i18nOf(language: Language): i18n {
  return instances[language];
}

/** The product's words on the server: for pages, letters and pushes. */
export function say(language: Language): Say {
  return instances[language].t as unknown as Say;
}
