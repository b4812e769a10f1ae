import { foldDigits } from "./digits.rules.ts";

const dropped = /[\u0610-\u061A\u064B-\u065F\u0670\u06D6-\u06ED\u0640\u200B-\u200F\u202A-\u202E\u2066-\u2069]/g;

const accents = /[\u0300-\u036F]/g;

const oneLetterForm: Record<string, string> = {
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
  ø: "o",
  ł: "l",
  đ: "d",
  ı: "i",
};

/**
 * Normalises a text for search: lower case, Latin digits, no vowel signs or tatweel, one spelling of Arabic letters
 * that people spell differently, and no accents on Latin letters. Same as the database function `ar_norm()`; one table
 * of cases tests both.
 */
export function foldForSearch(text: string): string {
  const bare = text.normalize("NFKC").toLowerCase().replace(dropped, "");
  const plain = bare.normalize("NFD").replace(accents, "").normalize("NFC");
  return foldDigits(plain.replace(/[أإآٱىئیؤةکگøłđı]/g, (letter) => oneLetterForm[letter] ?? letter));
}

/** Arabic prefixes for *and*, *with*, *the*, before a word of at least three letters. */
const article = /^[وف]?(?:ال|بال|كال|لل)(?=\p{L}{3})/u;

/** Removes these prefixes from a normalised word. */
export const withoutArticle = (word: string): string => word.replace(article, "");

const maxWords = 6;
const maxQueryLength = 80;

/** Splits a search query into at most six normalised words, without Arabic prefixes. */
export function searchWords(query: string): string[] {
  const words = foldForSearch(query.slice(0, maxQueryLength)).split(/\s+/).filter(Boolean);
  return [...new Set(words.map(withoutArticle))].slice(0, maxWords);
}
