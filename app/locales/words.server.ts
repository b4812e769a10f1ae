import type { i18n } from "i18next";
import arabic from "#app/locales/arabic.ts";
import english from "#app/locales/english.ts";
import type { Language } from "#app/platform/i18n/language.ts";
import type { Words } from "#app/platform/i18n/use-t.ts";
import type { Translate, WordKey } from "#app/platform/i18n/words.ts";
import { openI18n } from "./i18n.ts";

const instances: Record<Language, i18n> = {
  en: openI18n("en", { en: english }),
  ar: openI18n("ar", { ar: arabic, en: english }),
};

/** Maximum of the numbers that occur often, such as ages, and are cached. */
const maxCachedCount = 100;
const slot = /\{\{(\w+)\}\}/g;

/**
 * Returns a translate function that looks up each sentence once: i18next parses it again for every call, which is too
 * slow for tag pages with high traffic. Sentences with text values only are filled in here; those with a small number
 * are cached per number; all others use i18next.
 */
function withCache(t: Translate): Translate {
  const cache = new Map<string, string>();
  function lookUp(cacheKey: string, key: WordKey, params?: Record<string, unknown>): string {
    let text = cache.get(cacheKey);
    if (text === undefined) {
      text = t(key, params);
      // Missing translations are returned as their key and not cached, because a cookie may contain any number of them.
      if (text !== key) cache.set(cacheKey, text);
    }
    return text;
  }
  return (key, params) => {
    if (!params) return lookUp(key, key);
    const { count, ...texts } = params;
    if (count !== undefined) {
      const isSmall = Number.isInteger(count) && (count as number) >= 0 && (count as number) <= maxCachedCount;
      return isSmall && Object.keys(texts).length === 0 ? lookUp(`${key} ${count}`, key, params) : t(key, params);
    }
    const template = lookUp(`${key} template`, key, { skipInterpolation: true });
    const isPlain = !template.includes("$t(") && Object.values(texts).every((value) => typeof value === "string");
    const filled = isPlain ? template.replace(slot, (whole, name: string) => (texts[name] as string) ?? whole) : "{{";
    return filled.includes("{{") ? t(key, params) : filled;
  };
}

const translators: Record<Language, Translate> = {
  en: withCache(instances.en.t as unknown as Translate),
  ar: withCache(instances.ar.t as unknown as Translate),
};

/** Returns the words for rendering React components. */
export function getWords(language: Language): Words {
  return { t: translators[language], language, has: (key) => instances[language].exists(key) };
}

/** Returns the translate function for server-side texts: pages, e-mails and push notifications. */
export function getTranslator(language: Language): Translate {
  return translators[language];
}
