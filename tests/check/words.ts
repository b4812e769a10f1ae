// i18next-cli checks neither that all six Arabic plural forms exist nor that parameters are equal.

import { readdir } from "node:fs/promises";
import path from "node:path";
import arabic from "#app/locales/arabic.ts";
import english from "#app/locales/english.ts";
import { namespaces } from "#app/locales/namespaces.ts";
import { listFiles, readText } from "./files.ts";
import { counted, type Outcome } from "./report.ts";

interface Tree {
  [key: string]: string | Tree;
}

const forms = ["zero", "one", "two", "few", "many", "other"] as const;
export const plural = /_(zero|one|two|few|many|other)$/;
export function flatten(tree: Tree, before = ""): [key: string, text: string][] {
  return Object.entries(tree).flatMap(([key, value]): [string, string][] =>
    typeof value === "string" ? [[before + key, value]] : flatten(value, `${before}${key}.`),
  );
}

const parametersOf = (text: string) => [...text.matchAll(/\{\{\s*(\w+)/g)].map(([, name]) => name as string);

/** Compares the Arabic texts with the English ones: every key, all six plural forms, the same parameters. */
function compareTexts(en: Map<string, string>, ar: Map<string, string>): string[] {
  const problems: string[] = [];
  for (const [key, text] of en) {
    const base = key.replace(plural, "");
    const wanted = plural.test(key) ? forms.map((form) => `${base}_${form}`) : [key];
    for (const one of wanted) {
      const arabicText = ar.get(one);
      if (!arabicText?.trim()) problems.push(`${one}: nothing in Arabic`);
      // The forms zero, one and two may omit the number.
      else if (parametersOf(text).some((name) => name !== "count" && !parametersOf(arabicText).includes(name)))
        problems.push(`${one}: the Arabic text leaves a parameter out`);
      else if (parametersOf(arabicText).some((name) => name !== "count" && !parametersOf(text).includes(name)))
        problems.push(`${one}: the Arabic text names a parameter that there is not`);
    }
  }
  return problems;
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

/** Returns the namespace files that are missing from `namespaces.ts` or from the list of their language. */
async function findUnlisted(): Promise<string[]> {
  const lists = { en: Object.keys(english), ar: Object.keys(arabic) };
  const problems = await Promise.all(
    (["en", "ar"] as const).map(async (language) => {
      const files = (await readdir(`app/locales/${language}`)).map((file) => path.basename(file, ".json"));
      return [...new Set([...files, ...namespaces, ...lists[language]])]
        .filter((one) => ![files, namespaces, lists[language]].every((list) => (list as string[]).includes(one)))
        .map((one) => `app/locales: ${language}/${one}.json is not in namespaces.ts and in the list of its language`);
    }),
  );
  return problems.flat();
}

/** Checks that every text exists in both languages and is used. */
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
    summary: `${counted(keys.size, "word")} in two languages`,
    problems: [
      ...(await findUnlisted()),
      ...new Set(compareTexts(en, ar)),
      ...unused.map((key) => `${key}: said nowhere`),
    ],
  };
}
