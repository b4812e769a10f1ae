import { foldForSearch, withoutArticle } from "#app/platform/i18n/text/arabic-fold.rules.ts";

/** Maximum length of a text; the rest is ignored. */
const maxTextLength = 2_000;
const maxWords = 80;

/** Returns the distinct words of a text, normalized, without articles and punctuation. */
function wordsOf(text: string | null | undefined): string[] {
  if (!text) return [];
  const words = foldForSearch(text.slice(0, maxTextLength)).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return [...new Set(words.map(withoutArticle))].slice(0, maxWords);
}

/** Returns whether two normalized words are equal apart from typos: one from four letters on, two from eight. */
function isSameWord(a: string, b: string): boolean {
  if (a === b) return true;
  const shorter = Math.min(a.length, b.length);
  if (shorter < 4 || /\d/.test(a + b)) return false;
  const maxTypos = shorter >= 8 ? 2 : 1;
  return Math.abs(a.length - b.length) <= maxTypos && editDistance(a, b) <= maxTypos;
}

/** Returns the Damerau–Levenshtein distance: letters to insert, delete, replace or swap with a neighbour. */
function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const line = [row];
    for (let column = 1; column <= b.length; column++) {
      const isEqual = a[row - 1] === b[column - 1];
      let least = Math.min(above[column]! + 1, line[column - 1]! + 1, above[column - 1]! + (isEqual ? 0 : 1));
      const isSwapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (isSwapped) least = Math.min(least, before[column - 2]! + 1);
      line.push(least);
    }
    before = above;
    above = line;
  }
  return above[b.length]!;
}

export interface Reading {
  /** Recognized meanings. */
  meanings: Set<string>;
  /** Words without a known meaning. */
  others: readonly string[];
}

export interface Synonyms {
  read(text: string | null | undefined): Reading;
}

/** A report is compared with many others, so its texts are read repeatedly. */
const maxCached = 20_000;

function memoize<T>(read: (text: string) => T): (text: string) => T {
  const cache = new Map<string, T>();
  return (text) => {
    const known = cache.get(text);
    if (known !== undefined) return known;
    if (cache.size >= maxCached) cache.clear();
    const value = read(text);
    cache.set(text, value);
    return value;
  };
}

/** In Arabic, "and" is a prefix of the following word. */
const withoutAnd = (word: string) => word.replace(/^و(?=\p{L}{3})/u, "");

/** Creates a reader for these meanings, which recognizes normalized spellings and typos. */
export function synonymsOf(meanings: readonly (readonly string[])[], empty: readonly string[] = []): Synonyms {
  const known = new Map<string, string>();
  for (const [name, ...spellings] of meanings)
    for (const spelling of [name!, ...spellings]) for (const word of wordsOf(spelling)) known.set(word, name!);
  const skipped = new Set(empty.flatMap((word) => wordsOf(word)));
  const spellings = [...known.keys()].filter((word) => word.length >= 5);
  const nearlyKnown = memoize((word) => {
    const near = word.length >= 5 ? spellings.find((spelling) => isSameWord(spelling, word)) : undefined;
    return near ? known.get(near)! : null;
  });

  const read = memoize((text): Reading => {
    const meanings = new Set<string>();
    const others: string[] = [];
    for (const word of wordsOf(text)) {
      if (skipped.has(word)) continue;
      const meaning = known.get(word) ?? known.get(withoutAnd(word)) ?? nearlyKnown(word);
      if (meaning) meanings.add(meaning);
      else others.push(word);
    }
    return { meanings, others };
  });
  return { read: (text) => read(text ?? "") };
}

/** Returns the words that both lists contain, allowing for typos. Symmetric. */
export function sharedWords(a: readonly string[], b: readonly string[]): string[] {
  const [first, second] = a.join(" ") <= b.join(" ") ? [a, b] : [b, a];
  const left = [...second];
  return first.filter((word) => {
    const at = left.findIndex((other) => isSameWord(word, other));
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}
