import type { FinderLanguage } from "#app/platform/i18n/finder-languages.ts";
import { formatNumber } from "#app/platform/i18n/format-number.ts";
import { memoize } from "#app/platform/i18n/memoize.rules.ts";
import type { Words } from "#app/platform/i18n/use-t.ts";

/** Texts by their keys: `tags.claimed` is `claimed` in the namespace `tags`. */
export interface WordTree {
  [key: string]: string | WordTree;
}

/** Words of one language; more may be added later. */
export interface WordSource {
  language: FinderLanguage;
  words: WordTree;
}

const slot = /\{\{(\w+)\}\}/g;

/** A missing translation is a defect; it appears in the browser's error log and fails end-to-end tests. */
function reportMissing(key: string): void {
  const defect = new Error(`No words for ${key}`);
  if ("reportError" in globalThis) reportError(defect);
  else process.emitWarning(defect);
}

function find(words: WordTree, key: string): string | undefined {
  let found: string | WordTree | undefined = words;
  for (const part of key.split(".")) found = typeof found === "object" ? found[part] : undefined;
  return typeof found === "string" ? found : undefined;
}

/**
 * Returns the translate function of the first source's language; the other sources have what it lacks. A number `count`
 * selects the plural form (CLDR; `_zero` in every language that has one), `{{name}}` is filled in with the parameter of that
 * name, and numbers are formatted with thousands separators; those that must not have any, such as years, are passed as
 * text. Nothing is escaped, because React does that. A missing text is reported, and is its key.
 */
export function createTranslator(...sources: [WordSource, ...WordSource[]]): Pick<Words, "t" | "has"> {
  const [{ language }] = sources;
  const languages = sources.map((source) => ({
    plurals: new Intl.PluralRules(source.language),
    findText: memoize((key) => find(source.words, key)),
  }));
  function lookUp(key: string, count: unknown): string | undefined {
    for (const { plurals, findText } of languages) {
      const form = typeof count === "number" ? plurals.select(count) : undefined;
      const text =
        (count === 0 ? findText(`${key}_zero`) : undefined) ?? (form && findText(`${key}_${form}`)) ?? findText(key);
      if (text !== undefined) return text;
    }
    reportMissing(key);
    return undefined;
  }
  return {
    t(key, params) {
      const text = lookUp(key, params?.count);
      if (text === undefined || !params) return text ?? key;
      return text.replace(slot, (whole, name: string) => {
        const value = params[name];
        if (value === undefined) return whole;
        return typeof value === "number" ? formatNumber(value, language) : String(value ?? "");
      });
    },
    has: (key) => languages.some(({ findText }) => findText(key) !== undefined),
  };
}
