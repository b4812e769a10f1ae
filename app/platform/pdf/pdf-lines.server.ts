import bidiFactory from "bidi-js";
import { isInvisible, type Subset } from "./pdf-fonts.server.ts";

/** Characters drawn together in one font subset, in the order that the shaper expects. */
export interface Run {
  text: string;
  subset: Subset;
}

export type Direction = "ltr" | "rtl";

export interface Type {
  subsetOf(sign: string): Subset | null;
  /** Returns the width of a run in points. */
  measure(run: Run): number;
}

const bidi = bidiFactory();
const nonJoiner = "\u200C";

/** Returns the direction of a text's first letter, as `dir="auto"` does. */
export function findTextDirection(text: string): Direction | null {
  const letter = /\p{L}/u.exec(text)?.[0];
  if (!letter) return null;
  return /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(letter) ? "rtl" : "ltr";
}

/**
 * Lays out one paragraph: breaks lines between words (within a word only if it is longer than a line) and puts each
 * line in visual order (Unicode Standard Annex #9).
 */
export function formatLines(paragraph: string, width: number, direction: Direction, type: Type): Run[][] {
  const text = paragraph.trim();
  if (!text) return [[]];
  const parts = subsetsOf(text, type);
  const levels = bidi.getEmbeddingLevels(text, direction);
  const measure = (start: number, end: number) =>
    logicalRuns(text.slice(start, end), parts.slice(start, end)).reduce((sum, run) => sum + type.measure(run), 0);
  return breakLines(text, width, measure).map(([start, end]) => {
    const last = start + text.slice(start, end).trimEnd().length - 1;
    const order = Array.from({ length: last - start + 1 }, (_, index) => start + index);
    for (const [from, to] of bidi.getReorderSegments(text, levels, start, last) as [number, number][])
      order.splice(from - start, to - from + 1, ...order.slice(from - start, to - start + 1).reverse());
    return visualRuns(text, parts, levels.levels, order);
  });
}

/**
 * Returns the font subset of each character; spaces and joiners get that of the preceding word, so that it is shaped as
 * a whole.
 */
function subsetsOf(text: string, type: Type): Subset[] {
  const parts: Subset[] = [];
  for (const sign of text) {
    const before = parts.at(-1);
    const isLoose = sign === " " || isInvisible(sign);
    parts.push((isLoose && before) || (type.subsetOf(sign) ?? "latin"));
  }
  return parts;
}

function logicalRuns(text: string, parts: Subset[]): Run[] {
  const runs: Run[] = [];
  for (const [index, subset] of parts.entries()) {
    const sign = text[index]!;
    if (isInvisible(sign)) continue;
    const last = runs.at(-1);
    if (last?.subset === subset && text[index - 1] !== nonJoiner) last.text += sign;
    else runs.push({ text: sign, subset });
  }
  return runs;
}

function breakLines(text: string, width: number, measure: (start: number, end: number) => number): [number, number][] {
  const lines: [number, number][] = [];
  let start = 0;
  let used = 0;
  for (const { 0: token, index } of text.matchAll(/[^ ]+ */g)) {
    const end = index + token.length;
    const bareEnd = index + token.trimEnd().length;
    let at = index;
    if (at > start && used + measure(at, bareEnd) > width) {
      lines.push([start, at]);
      start = at;
      used = 0;
    }
    if (used === 0 && measure(at, bareEnd) > width) {
      for (let cut = at; cut < bareEnd; at = cut) {
        cut = furthest(at, bareEnd, (from, to) => measure(from, to) <= width);
        if (cut === bareEnd) break;
        lines.push([at, cut]);
        start = cut;
      }
    }
    used += measure(at, end);
  }
  lines.push([start, text.length]);
  return lines;
}

/** Returns the furthest end that fits, but at least one character. The search is limited, however long the word is. */
function furthest(start: number, end: number, fits: (start: number, end: number) => boolean): number {
  let low = start + 1;
  let high = Math.min(end, start + 16);
  while (high < end && fits(start, high)) {
    low = high;
    high = Math.min(end, start + 2 * (high - start));
  }
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(start, middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * Splits a line into runs for the shaper: Arabic words in logical order, because it reverses them itself, and
 * left-to-right words; everything else character by character.
 */
function visualRuns(text: string, parts: Subset[], levels: Uint8Array, order: number[]): Run[] {
  const runs: (Run & { kind: "arabic" | "words" | "sign" })[] = [];
  for (const index of order) {
    const sign = text[index]!;
    const subset = parts[index]!;
    const isRight = levels[index]! % 2 === 1;
    if (isInvisible(sign)) continue;
    const kind = isRight && subset === "arabic" ? "arabic" : isRight || subset === "arabic" ? "sign" : "words";
    const last = runs.at(-1);
    // In right-to-left text, the next character is the one on the left.
    const isApart = text[index + (isRight ? 1 : -1)] === nonJoiner;
    if (last && kind !== "sign" && last.kind === kind && last.subset === subset && !isApart)
      last.text = kind === "arabic" ? sign + last.text : last.text + sign;
    else runs.push({ text: isRight ? (bidi.getMirroredCharacter(sign) ?? sign) : sign, subset, kind });
  }
  return runs.flatMap(({ text: run, subset, kind }) => {
    const isTurned = kind !== "arabic" || /\p{Script=Arabic}/u.test(run);
    return isTurned ? [{ text: run, subset }] : [...run].reverse().map((sign) => ({ text: sign, subset }));
  });
}
