// No linter knows the prefixes that an Arabic word may carry.

import { readFileSync } from "node:fs";
import * as arabic from "#app/locales/arabic.ts";
import * as english from "#app/locales/english.ts";
import { prescribedWords } from "#tests/prescribed-words.ts";
import { counted, type Outcome } from "./report.ts";
import { flatten } from "./words.ts";

const prescribed = new Set<string>(prescribedWords.map(([key]) => key));

/** Returns the terms in backticks in the last column, `Never`, of the tables of a page. */
const readNever = (page: string) =>
  [...readFileSync(page, "utf8").matchAll(/^\|[^|]*\|[^|]*\|([^|]*)\|$/gm)].flatMap(([, never = ""]) =>
    [...never.matchAll(/`([^`]+)`/g)].map(([, term = ""]) => term),
  );

/** Matches a term as a whole word in any case. Arabic words may carry the prefixes و, ف, ب, ك, ل and ال. */
function matcherOf(term: string): RegExp {
  const words = term
    .replace(/[.\\^$*+?()[\]{}|]/g, "\\$&")
    .split(/\s+/)
    .join("\\s+");
  const prefix = /^\p{Script=Arabic}/u.test(term) ? "[وف]?[بكل]?(?:ال|ل)?" : "";
  return new RegExp(`(?<![\\p{L}\\p{M}\\p{N}_])${prefix}${words}(?![\\p{L}\\p{M}\\p{N}_])`, "iu");
}

/** Checks that no text uses a term that the glossary of its language forbids, except messages of the specification. */
export async function checkGlossary(): Promise<Outcome> {
  const problems: string[] = [];
  let terms = 0;
  for (const [page, texts] of [
    ["docs/words-english.md", english],
    ["docs/words-arabic.md", arabic],
  ] as const) {
    const matchers = readNever(page).map((term) => [term, matcherOf(term)] as const);
    if (matchers.length === 0) problems.push(`${page}: no table with the column Never`);
    terms += matchers.length;
    for (const [key, text] of flatten(texts).filter(([key]) => !prescribed.has(key))) {
      const plain = text.replace(/\{\{[^}]*\}\}/g, "…");
      for (const [term, matcher] of matchers) if (matcher.test(plain)) problems.push(`${page} forbids ${term}: ${key}`);
    }
  }
  return { summary: `${counted(terms, "term")} that no text uses`, problems };
}
