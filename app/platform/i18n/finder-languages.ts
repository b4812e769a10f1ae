import { isLanguage, type Language } from "./language.ts";

/** Languages of the finder's pages, each by its own name; the product's first. The rest of the product has fewer. */
export const finderLanguageNames = {
  en: "English",
  ar: "العربية",
  fr: "Français",
  ur: "اردو",
  hi: "हिन्दी",
  bn: "বাংলা",
  tl: "Filipino",
  fa: "فارسی",
  ckb: "کوردی",
  tr: "Türkçe",
  ml: "മലയാളം",
  id: "Indonesia",
  am: "አማርኛ",
} as const satisfies Record<Language, string> & Record<string, string>;

export type FinderLanguage = keyof typeof finderLanguageNames;

export const finderLanguages = Object.keys(finderLanguageNames) as [FinderLanguage, ...FinderLanguage[]];

/** Languages that only the finder's pages have. */
export const finderOnlyLanguages = finderLanguages.filter(
  (one): one is Exclude<FinderLanguage, Language> => !isLanguage(one),
);

/** Other tags that phones send for these languages (BCP 47), in lower case. */
const otherTags: Record<string, FinderLanguage> = {
  fil: "tl",
  in: "id",
  prs: "fa",
  "ku-arab": "ckb",
  "ku-iq": "ckb",
  "ku-ir": "ckb",
};

export function isFinderLanguage(value: unknown): value is FinderLanguage {
  return typeof value === "string" && Object.hasOwn(finderLanguageNames, value);
}

/** Returns the language of a tag such as `ur-PK` or `fil`; null for any other text. */
export function findFinderLanguage(tag: string): FinderLanguage | null {
  for (let name = tag.trim().toLowerCase(); name; name = name.slice(0, Math.max(0, name.lastIndexOf("-")))) {
    const language = Object.hasOwn(otherTags, name) ? otherTags[name] : name;
    if (isFinderLanguage(language)) return language;
  }
  return null;
}

/** Returns the language in which the rest of the product speaks to a reader of the finder's pages. */
export function productLanguageOf(language: FinderLanguage): Language {
  return isLanguage(language) ? language : "en";
}
