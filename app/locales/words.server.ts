import type { i18n } from "i18next";
import arabic from "#app/locales/arabic.ts";
import english from "#app/locales/english.ts";
import type { Language } from "#app/platform/i18n/language.ts";
import type { Translate } from "#app/platform/i18n/words.ts";
import { openI18n } from "./i18n.ts";

const instances: Record<Language, i18n> = {
  en: openI18n("en", { en: english }),
  ar: openI18n("ar", { ar: arabic, en: english }),
};

export function getI18n(language: Language): i18n {
  return instances[language];
}

/** Sentences without values never change, so each is looked up once. */
function remember(t: Translate): Translate {
  const known = new Map<string, string>();
  return (key, params) => {
    if (params) return t(key, params);
    let text = known.get(key);
    if (text === undefined) {
      text = t(key);
      known.set(key, text);
    }
    return text;
  };
}

const voices: Record<Language, Translate> = {
  en: remember(instances.en.t as unknown as Translate),
  ar: remember(instances.ar.t as unknown as Translate),
};

/** The product's words on the server: for pages, letters and pushes. */
export function getTranslator(language: Language): Translate {
  return voices[language];
}
