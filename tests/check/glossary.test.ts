import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { prescribedWords } from "#tests/prescribed-words.ts";
import { listFiles } from "./files.ts";
import { flatten } from "./words.ts";

const prescribed = new Set<string>(prescribedWords.map(([key]) => key));

/** Returns the terms in backticks in the column `Never`. Fails if the page has no table with exactly three columns. */
function readNever(page: string): string[] {
  const rows = page
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .map((line) => line.split("|").slice(1, -1));
  expect(rows[0]?.map((cell) => cell.trim())).toEqual(["Term", "Say", "Never"]);
  expect(rows.filter((cells) => cells.length !== 3)).toEqual([]);
  return rows.flatMap(([, , never = ""]) => [...never.matchAll(/`([^`]+)`/g)].map(([, term = ""]) => term));
}

/**
 * Returns a pattern that matches a term as a whole word, case-insensitively. Arabic words may carry the prefixes و, ف,
 * ب, ك, ل and ال.
 */
function matcherOf(term: string): RegExp {
  const words = term
    .replace(/[.\\^$*+?()[\]{}|]/g, "\\$&")
    .split(/\s+/)
    .join("\\s+");
  const prefix = /^\p{Script=Arabic}/u.test(term) ? "[وف]?[بكل]?(?:ال|ل)?" : "";
  return new RegExp(`(?<![\\p{L}\\p{M}\\p{N}_])${prefix}${words}(?![\\p{L}\\p{M}\\p{N}_])`, "iu");
}

/** Finds forbidden terms in the texts of one file. Returns them as `file: key: term`. */
function findForbidden(file: string, words: [key: string, text: string][], never: string[]): string[] {
  const namespace = path.basename(file, ".json");
  const matchers = never.map((term) => [term, matcherOf(term)] as const);
  return words
    .filter(([key]) => !prescribed.has(`${namespace}.${key}`))
    .flatMap(([key, text]) => {
      const plain = text.replace(/\{\{[^}]*\}\}/g, "…");
      return matchers.filter(([, matcher]) => matcher.test(plain)).map(([term]) => `${file}: ${key}: ${term}`);
    });
}

const files = await listFiles();

describe.each([
  ["en", "docs/words-english.md"],
  ["ar", "docs/words-arabic.md"],
])("texts in %s", (language, page) => {
  const never = existsSync(page) ? readNever(readFileSync(page, "utf8")) : [];
  const locales = files.filter((file) => path.matchesGlob(file, `app/locales/${language}/*.json`));

  test("contain no term that the glossary forbids", () => {
    expect(locales.length).toBeGreaterThan(50);
    expect(never.length).toBeGreaterThan(40);
    const found = locales.flatMap((file) =>
      findForbidden(file, flatten(JSON.parse(readFileSync(file, "utf8"))), never),
    );
    expect(found).toEqual([]);
  });
});

test("finds a forbidden term as a whole word, in any case and after a full stop", () => {
  const words: [string, string][] = [
    ["a", "Saved. Whoever scans it sees nothing."],
    ["b", "Press e-mail"],
    ["list.c", "An expression of pieces"],
  ];
  expect(findForbidden("app/locales/en/a.json", words, ["whoever", "press", "e-mail", "piece", "pieces"])).toEqual([
    "app/locales/en/a.json: a: whoever",
    "app/locales/en/a.json: b: press",
    "app/locales/en/a.json: b: e-mail",
    "app/locales/en/a.json: list.c: pieces",
  ]);
});

test("finds an Arabic term with prefixes, but not inside another word", () => {
  const words: [string, string][] = [
    ["a", "وكارت جديد"],
    ["b", "بالكارت"],
    ["c", "للكارت"],
    ["d", "الكارتون"],
  ];
  expect(findForbidden("app/locales/ar/a.json", words, ["كارت"])).toEqual([
    "app/locales/ar/a.json: a: كارت",
    "app/locales/ar/a.json: b: كارت",
    "app/locales/ar/a.json: c: كارت",
  ]);
});

test("ignores parameter names and the texts fixed by the specification", () => {
  expect(findForbidden("app/locales/en/a.json", [["a", "{{piece}} left"]], ["piece"])).toEqual([]);
  expect(findForbidden("app/locales/en/tags.json", [["selectPet", "Please select a pet to link"]], ["please"])).toEqual(
    [],
  );
  expect(findForbidden("app/locales/en/tags.json", [["title", "Please"]], ["please"])).toHaveLength(1);
});
