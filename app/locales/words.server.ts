import am from "#app/locales/am/finder.json" with { type: "json" };
import * as arabic from "#app/locales/arabic.ts";
import bn from "#app/locales/bn/finder.json" with { type: "json" };
import ckb from "#app/locales/ckb/finder.json" with { type: "json" };
import * as english from "#app/locales/english.ts";
import fa from "#app/locales/fa/finder.json" with { type: "json" };
import fr from "#app/locales/fr/finder.json" with { type: "json" };
import hi from "#app/locales/hi/finder.json" with { type: "json" };
import id from "#app/locales/id/finder.json" with { type: "json" };
import ml from "#app/locales/ml/finder.json" with { type: "json" };
import tl from "#app/locales/tl/finder.json" with { type: "json" };
import tr from "#app/locales/tr/finder.json" with { type: "json" };
import ur from "#app/locales/ur/finder.json" with { type: "json" };
import { type FinderLanguage, finderLanguages, finderOnlyLanguages } from "#app/platform/i18n/finder-languages.ts";
import type { Language } from "#app/platform/i18n/language.ts";
import type { Words } from "#app/platform/i18n/use-t.ts";
import type { Translate } from "#app/platform/i18n/words.ts";
import { createTranslator, type WordSource, type WordTree } from "./translator.ts";

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

const fallback: WordSource = { language: "en", words: english };

function openLanguage(language: FinderLanguage): ReturnType<typeof createTranslator> {
  if (language === "en") return createTranslator(fallback);
  if (language === "ar") return createTranslator({ language, words: arabic }, fallback);
  const { reviewed, notReviewed } = finderWordFiles[language];
  return createTranslator({ language, words: merge(reviewed, notReviewed) }, fallback);
}

const translators = Object.fromEntries(finderLanguages.map((language) => [language, openLanguage(language)])) as Record<
  FinderLanguage,
  ReturnType<typeof createTranslator>
>;

const unreviewed = new Set<FinderLanguage>(
  finderOnlyLanguages.filter((one) => Object.keys(finderWordFiles[one].notReviewed).length > 0),
);

/** Returns whether no native speaker has read all texts of this language yet. */
export const isUnreviewed = (language: FinderLanguage): boolean => unreviewed.has(language);

/** Returns the words for rendering React components. */
export function getWords(language: Language): Words {
  return { ...translators[language], language };
}

/** Returns the translate function for server-side texts: pages, e-mails and push notifications. */
export function getTranslator(language: FinderLanguage): Translate {
  return translators[language].t;
}
