import { foldDigits } from "./digits.rules.ts";

const dropped = /[\u0610-\u061A\u064B-\u065F\u0670\u06D6-\u06ED\u0640\u200B-\u200F\u202A-\u202E\u2066-\u2069]/g;

const oneEmail: Record<string, string> = {
  أ: "ا",
  إ: "ا",
  آ: "ا",
  ٱ: "ا",
  ى: "ي",
  ئ: "ي",
  ی: "ي",
  ؤ: "و",
  ة: "ه",
  ک: "ك",
  گ: "ك",
};

/**
 * A text as a search compares it: lower case, Latin digits, without vowel signs and tatweel, and one spelling for each
 * Arabic letter that people spell differently. The database's `ar_norm()` says the same; one table of cases tests both.
 */
export function foldForSearch(text: string): string {
  const bare = text.normalize("NFKC").toLowerCase().replace(dropped, "");
  return foldDigits(bare.replace(/[أإآٱىئیؤةکگ]/g, (letter) => oneEmail[letter] ?? letter));
}

/** Arabic writes *and*, *with*, *the* onto the word itself; what remains must still be a word of three letters. */
const article = /^[وف]?(?:ال|بال|كال|لل)(?=\p{L}{3})/u;

/** A folded word without them. */
export const withoutArticle = (word: string): string => word.replace(article, "");

const mostWords = 6;
const longestQuery = 80;

/** The words of what somebody typed into a search box, folded, without the Arabic article; at most six. */
export function searchWords(query: string): string[] {
  const words = foldForSearch(query.slice(0, longestQuery)).split(/\s+/).filter(Boolean);
  return [...new Set(words.map(withoutArticle))].slice(0, mostWords);
}
