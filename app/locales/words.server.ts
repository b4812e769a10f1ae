import type { i18n } from "i18next";
import arabic from "#app/locales/arabic.ts";
import english from "#app/locales/english.ts";
import type { Language } from "#app/platform/i18n/language.ts";
import type { Translate, WordKey } from "#app/platform/i18n/words.ts";
import { openI18n } from "./i18n.ts";

const instances: Record<Language, i18n> = {
  en: openI18n("en", { en: english }),
  ar: openI18n("ar", { ar: arabic, en: english }),
};

export function getI18n(language: Language): i18n {
  return instances[language];
}

/** Numbers up to this one occur again and again, such as ages. */
const maxRemembered = 100;
const slot = /\{\{(\w+)\}\}/g;

/**
 * Looks each sentence up once: i18next reads and parses it anew for every call, which a page that a whole country opens
 * cannot afford. Sentences with texts alone are filled in here, those with a small number are remembered for each;
 * all others go to i18next.
 */
function remember(t: Translate): Translate {
  const known = new Map<string, string>();
  function lookUp(memoryKey: string, key: WordKey, params?: Record<string, unknown>): string {
    let text = known.get(memoryKey);
    if (text === undefined) {
      text = t(key, params);
      // Words that do not exist come back as their key: a cookie may name any number of them.
      if (text !== key) known.set(memoryKey, text);
    }
    return text;
  }
  return (key, params) => {
    if (!params) return lookUp(key, key);
    const { count, ...texts } = params;
    if (count !== undefined) {
      const isSmall = Number.isInteger(count) && (count as number) >= 0 && (count as number) <= maxRemembered;
      return isSmall && Object.keys(texts).length === 0 ? lookUp(`${key} ${count}`, key, params) : t(key, params);
    }
    const template = lookUp(`${key} template`, key, { skipInterpolation: true });
    const isPlain = !template.includes("$t(") && Object.values(texts).every((value) => typeof value === "string");
    const filled = isPlain ? template.replace(slot, (whole, name: string) => (texts[name] as string) ?? whole) : "{{";
    return filled.includes("{{") ? t(key, params) : filled;
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
