import { foldDigits } from "./digits.rules.ts";

/** Letters as a search compares them: without case, vowel signs, the spellings of one Arabic letter and kinds of digits. */
export function searchForm(text: string): string {
  return foldDigits(text)
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\u064B-\u065F\u0670\u0640]/g, "")
    .replace(/[أإآٱ]/g, "ا")
    .replace(/ى/g, "ي")
    .replace(/ة/g, "ه")
    .replace(/\s+/g, " ")
    .trim();
}
