import { foldForSearch, withoutArticle } from "#app/platform/i18n/arabic-fold.rules.ts";

/** Characters of a text that are compared; the rest is ignored. */
const maxTextLength = 2_000;
const maxWords = 80;

/** The different words of a text as they are compared: folded, without article, without signs. */
function wordsOf(text: string | null | undefined): string[] {
  if (!text) return [];
  const words = foldForSearch(text.slice(0, maxTextLength)).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return [...new Set(words.map(withoutArticle))].slice(0, maxWords);
}

/** Whether two folded words are one word but for a slip of the finger: one in four letters, two in eight. */
function isSameWord(a: string, b: string): boolean {
  if (a === b) return true;
  const shorter = Math.min(a.length, b.length);
  if (shorter < 4 || /\d/.test(a + b)) return false;
  const slips = shorter >= 8 ? 2 : 1;
  return Math.abs(a.length - b.length) <= slips && slipsBetween(a, b) <= slips;
}

/** How many letters must be added, taken, changed or swapped with their neighbour to turn one word into the other. */
function slipsBetween(a: string, b: string): number {
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
  /** What a synonyms knows of a text. */
  meanings: Set<string>;
  /** The words that it does not know. */
  others: readonly string[];
}

export interface Synonyms {
  read(text: string | null | undefined): Reading;
}

/** A report is compared with many, so that its texts are read again and again. */
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

/** Arabic writes *and* onto the word that follows it. */
const withoutAnd = (word: string) => word.replace(/^و(?=\p{L}{3})/u, "");

/** Makes a list of meanings ready for reading: spellings folded, and those with a slip recognised too. */
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

/** How many words of one list are in the other, slips forgiven; the same whichever list comes first. */
export function sharedWords(a: readonly string[], b: readonly string[]): string[] {
  const [first, second] = a.join(" ") <= b.join(" ") ? [a, b] : [b, a];
  const left = [...second];
  return first.filter((word) => {
    const at = left.findIndex((other) => isSameWord(word, other));
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}
