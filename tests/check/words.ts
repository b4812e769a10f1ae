// Checks that all plural forms of a language exist and that parameters are equal.

import { readdir } from "node:fs/promises";
import path from "node:path";
import * as arabic from "#app/locales/arabic.ts";
import * as english from "#app/locales/english.ts";
import { isFinderWord } from "#app/locales/finder-words.ts";
import { finderWordFiles } from "#app/locales/words.server.ts";
import { finderOnlyLanguages } from "#app/platform/i18n/finder-languages.ts";
import { listFiles, readText } from "./files.ts";
import { counted, type Outcome } from "./report.ts";

interface Tree {
  [key: string]: string | Tree;
}

/** Returns the plural forms of a language (CLDR). */
const formsOf = (language: string) => new Intl.PluralRules(language).resolvedOptions().pluralCategories;
export const plural = /_(zero|one|two|few|many|other)$/;
export function flatten(tree: Tree, before = ""): [key: string, text: string][] {
  return Object.entries(tree).flatMap(([key, value]): [string, string][] =>
    typeof value === "string" ? [[before + key, value]] : flatten(value, `${before}${key}.`),
  );
}

const parametersOf = (text: string) => [...text.matchAll(/\{\{\s*(\w+)/g)].map(([, name]) => name as string);

/** Compares a language's texts with the English ones: every key, all its plural forms, the same parameters. */
function compareTexts(en: Map<string, string>, texts: Map<string, string>, language: string): string[] {
  const problems: string[] = [];
  for (const [key, text] of en) {
    const base = key.replace(plural, "");
    const wanted = plural.test(key) ? formsOf(language).map((form) => `${base}_${form}`) : [key];
    for (const one of wanted) {
      const other = texts.get(one);
      if (!other?.trim()) problems.push(`${language}: ${one}: no text`);
      // The forms zero, one and two may omit the number.
      else if (parametersOf(text).some((name) => name !== "count" && !parametersOf(other).includes(name)))
        problems.push(`${language}: ${one}: leaves a parameter out`);
      else if (parametersOf(other).some((name) => name !== "count" && !parametersOf(text).includes(name)))
        problems.push(`${language}: ${one}: names a parameter that there is not`);
    }
  }
  return problems;
}

/** Compares the texts of a language that only finders read: exactly the finder's texts, each reviewed or not. */
function compareFinderTexts(en: Map<string, string>, language: (typeof finderOnlyLanguages)[number]): string[] {
  const wanted = new Map([...en].filter(([key]) => isFinderWord(key.replace(plural, ""))));
  const bases = new Set([...wanted.keys()].map((key) => key.replace(plural, "")));
  const { reviewed, notReviewed } = finderWordFiles[language];
  const given = [...flatten(reviewed), ...flatten(notReviewed)];
  const texts = new Map(given);
  const isWanted = (key: string) =>
    plural.test(key)
      ? bases.has(key.replace(plural, "")) && formsOf(language).some((form) => key.endsWith(`_${form}`))
      : wanted.has(key);
  return [
    ...compareTexts(wanted, texts, language),
    ...given.filter(([key]) => !isWanted(key)).map(([key]) => `${language}: ${key}: no page for finders says it`),
    ...given
      .filter(([key], index) => given.findIndex(([one]) => one === key) !== index)
      .map(([key]) => `${language}: ${key}: both reviewed and not`),
  ];
}

/**
 * Finds keys in quotes, and patterns for composed keys: `scans.reasons.${reason}` matches every key below
 * `scans.reasons`.
 */
export function findUses(text: string): { exact: string[]; patterns: RegExp[] } {
  const exact = [...text.matchAll(/["'`]([a-zA-Z][\w-]*(?:\.[\w-]+)+)["'`]/g)].map(([, key]) => key as string);
  const patterns = [...text.matchAll(/`((?:[a-zA-Z][\w-]*\.)[^`\s]*\$\{[^`\n]*)`/g)].map(([, template]) => {
    const pieces = (template as string)
      .split(/\$\{[^}]*\}/)
      .map((piece) => piece.replace(/[.\\^$*+?()[\]{}|]/g, "\\$&"));
    return new RegExp(`^${pieces.join("[\\w-]+(?:\\.[\\w-]+)*")}$`);
  });
  return { exact, patterns };
}

/** Returns the namespace files that are missing in a folder or in the list of their language. */
async function findUnlisted(): Promise<string[]> {
  const listFolder = async (language: string) =>
    (await readdir(`app/locales/${language}`)).map((file) => path.basename(file, ".json"));
  const lists = [Object.keys(english), Object.keys(arabic), await listFolder("en"), await listFolder("ar")];
  return [...new Set(lists.flat())]
    .filter((one) => !lists.every((list) => list.includes(one)))
    .map((one) => `app/locales: ${one} is not in both folders, english.ts and arabic.ts`);
}

/** Checks that every text exists in both languages, those for finders in all of theirs, and is used. */
export async function checkWords(): Promise<Outcome> {
  const en = new Map(flatten(english));
  const ar = new Map(flatten(arabic as Tree));
  const exact = new Set<string>();
  const patterns: RegExp[] = [];
  for (const file of await listFiles()) {
    if (!/^(app|seed|server).*\.tsx?$/.test(file) || file.endsWith(".test.ts")) continue;
    const uses = findUses((await readText(file)) ?? "");
    for (const key of uses.exact) exact.add(key);
    patterns.push(...uses.patterns);
  }
  const keys = new Set([...en.keys()].map((key) => key.replace(plural, "")));
  const unused = [...keys].filter((key) => !exact.has(key) && !patterns.some((pattern) => pattern.test(key)));
  return {
    summary: `${counted(keys.size, "word")} in two languages, ${counted([...keys].filter(isFinderWord).length, "word")} in ${2 + finderOnlyLanguages.length}`,
    problems: [
      ...(await findUnlisted()),
      ...new Set(compareTexts(en, ar, "ar")),
      ...new Set(finderOnlyLanguages.flatMap((language) => compareFinderTexts(en, language))),
      ...unused.map((key) => `${key}: said nowhere`),
    ],
  };
}
