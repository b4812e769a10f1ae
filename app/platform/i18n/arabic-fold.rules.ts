import { foldDigits } from "./digits.rules.ts";

/** Vowel signs, hamzas and maddas above and below, tatweel, direction marks, and accents of Latin letters. */
const dropped =
  /[\u0300-\u036F\u0610-\u061A\u064B-\u065F\u0670\u0674\u06D6-\u06ED\u0640\u200B-\u200F\u202A-\u202E\u2066-\u2069]/g;

/** Each letter of search, and the letters of Arabic, Persian, Urdu, Kurdish and Latin names that people write for it. */
const spellings = {
  ا: "ٱٲٳ",
  ب: "پٻڀ",
  ت: "ٹٺټٽٿ",
  ج: "چڃڄڇ",
  د: "ڈډڊڌڍڎڏڐ",
  ر: "ڑڒړڔڕږ",
  ز: "ژڙ",
  س: "ښڛڜ",
  ف: "ڤڡڢڣڥڦ",
  ق: "ڧڨ",
  ك: "کگڪګڬڭڮڰڱڲڳڴ",
  ل: "ڵڶڷڸ",
  ن: "ںڻڼڽ",
  ه: "ةھہۃە",
  و: "ۄۅۆۇۈۉۊۋۏ",
  ي: "ىیۍێېۑے",
  o: "ø",
  l: "ł",
  d: "đ",
  i: "ı",
};

const letterOf = new Map(
  Object.entries(spellings).flatMap(([letter, others]) =>
    [...others].map((other): [string, string] => [other, letter]),
  ),
);

const spelledOtherwise = new RegExp(`[${Object.values(spellings).join("")}]`, "g");

/**
 * Normalises a text for search: lower case, Latin digits, no vowel signs or tatweel, one spelling of letters that people
 * spell differently (أ آ ءا, ة ه, ڤ ف, پ ب, چ ج), and no accents on Latin letters. Same as the database function
 * `ar_norm()`; one table of cases tests both.
 */
export function foldForSearch(text: string): string {
  const bare = text.normalize("NFKC").toLowerCase().normalize("NFD").replace(dropped, "").normalize("NFC");
  const plain = bare.replace(spelledOtherwise, (other) => letterOf.get(other) ?? other);
  return foldDigits(plain.replace(/(?<!ء)ء+ا/g, "ا"));
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
