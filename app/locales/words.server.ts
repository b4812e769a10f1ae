import type { i18n, ResourceLanguage } from "i18next";
import am from "#app/locales/am/finder.json" with { type: "json" };
import arabic from "#app/locales/arabic.ts";
import bn from "#app/locales/bn/finder.json" with { type: "json" };
import ckb from "#app/locales/ckb/finder.json" with { type: "json" };
import english from "#app/locales/english.ts";
import fa from "#app/locales/fa/finder.json" with { type: "json" };
import fr from "#app/locales/fr/finder.json" with { type: "json" };
import hi from "#app/locales/hi/finder.json" with { type: "json" };
import id from "#app/locales/id/finder.json" with { type: "json" };
import ml from "#app/locales/ml/finder.json" with { type: "json" };
import tl from "#app/locales/tl/finder.json" with { type: "json" };
import tr from "#app/locales/tr/finder.json" with { type: "json" };
import ur from "#app/locales/ur/finder.json" with { type: "json" };
import { type FinderLanguage, finderLanguages, finderOnlyLanguages } from "#app/platform/i18n/finder-languages.ts";
import { isLanguage, type Language } from "#app/platform/i18n/language.ts";
import type { Words } from "#app/platform/i18n/use-t.ts";
import type { Translate, WordKey } from "#app/platform/i18n/words.ts";
import { openI18n } from "./i18n.ts";

export interface WordTree {
  [key: string]: string | WordTree;
}

/** The words of a language that only the finder's pages have: each text stands in one of the two parts. */
export interface FinderWordFile {
  /** Texts that a native speaker has read. */
  reviewed: WordTree;
  /** Texts that none has read yet. */
  notReviewed: WordTree;
}

export const finderWordFiles: Record<Exclude<FinderLanguage, Language>, FinderWordFile> = {
  ...{ fr, ur, hi, bn, tl, fa, ckb, tr, ml, id, am },
};

function merge(one: WordTree, other: WordTree): WordTree {
  const merged = { ...one };
  for (const [key, value] of Object.entries(other)) {
    const known = merged[key];
    merged[key] = typeof known === "object" && typeof value === "object" ? merge(known, value) : value;
  }
  return merged;
}

const resources: Record<Language, ResourceLanguage> = { en: english, ar: arabic };

function openLanguage(language: FinderLanguage): i18n {
  if (isLanguage(language)) return openI18n(language, { [language]: resources[language], en: english });
  const { reviewed, notReviewed } = finderWordFiles[language];
  return openI18n(language, { [language]: merge(reviewed, notReviewed), en: english });
}

const entries = finderLanguages.map((language) => [language, openLanguage(language)] as const);
const instances = Object.fromEntries(entries) as Record<FinderLanguage, i18n>;

const unreviewed = new Set<FinderLanguage>(
  finderOnlyLanguages.filter((one) => Object.keys(finderWordFiles[one].notReviewed).length > 0),
);

/** Returns whether no native speaker has read all texts of this language yet. */
export const isUnreviewed = (language: FinderLanguage): boolean => unreviewed.has(language);

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

const translators = Object.fromEntries(
  entries.map(([language, { t }]) => [language, withCache(t as unknown as Translate)]),
) as Record<FinderLanguage, Translate>;

/** Returns the words for rendering React components. */
export function getWords(language: Language): Words {
  return { t: translators[language], language, has: (key) => instances[language].exists(key) };
}

/** Returns the translate function for server-side texts: pages, e-mails and push notifications. */
export function getTranslator(language: FinderLanguage): Translate {
  return translators[language];
}
