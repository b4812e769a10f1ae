/** Vowel signs, hamzas and maddas above and below, tatweel, signs without a shape, and accents of Latin letters. */
const dropped =
  /[\uFE00-\uFE0F\u0300-\u036F\u0610-\u061A\u064B-\u065F\u0670\u06D6-\u06ED\u0897-\u089F\u08C9-\u08FF\u00AD\u061C\u0640\u0674\u0883-\u0885\u0887\u088E\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFE73\uFEFF]/g;

/**
 * Each letter of search, and the letters that people write for it. Of Arabic script these are all letters of Unicode:
 * each belongs to the letter of the Arabic keyboard that Unicode names it after, or to one of the same shape that sounds
 * more like it (ڠ غ, ښ ش).
 */
const spellings = {
  ا: "ٱٲٳ\u0773\u0774\u0870\u0871\u0872\u0873\u0874\u0875\u0876\u0877\u0878\u0879\u087A\u087B\u087C\u087D\u087E\u087F\u0880\u0881\u0882\u08AD",
  ب: "پٻڀٮ\u0750\u0751\u0752\u0753\u0754\u0755\u0756\u08A0\u08A1\u08B6\u08B7\u08BE",
  ت: "ٹٺټٽٿ\u08B8\u08BF\u08C0",
  ج: "چڃڄڇځڂڅڿ\u0757\u0758\u076E\u076F\u0772\u077C\u088A\u08A2\u08C1\u08C5\u08C6",
  د: "ڈډڊڋڌڍڎڏڐۮ\u0759\u075A\u08AE",
  ر: "ڑڒړڔڕږڗۯ\u075B\u076B\u08AA\u08B9",
  ز: "ژڙ\u076C\u0771\u08B2",
  س: "ڛ",
  ش: "ښڜۺ\u075C\u076D\u0770\u077D\u077E",
  ص: "ڝڞ\u08AF",
  ض: "ۻ",
  ط: "ڟ\u088B\u088C\u08A3",
  غ: "ڠۼ\u075D\u075E\u075F\u08B3\u08C3",
  ف: "ڤڡڢڣڥڦ\u0760\u0761\u08A4\u08BB",
  ق: "ڧڨٯ\u08A5\u08B5\u08BC\u08C4",
  ك: "کگڪګڬڭڮڰڱڲڳڴػؼ\u0762\u0763\u0764\u077F\u088D\u08B0\u08B4\u08C2\u08C8",
  ل: "ڵڶڷڸ\u076A\u08A6\u08C7",
  م: "\u0765\u0766\u08A7",
  ن: "ںڻڼڽڹ\u0767\u0768\u0769\u0889\u088F\u08BD",
  ه: "ةھہۃەۿ",
  و: "ۄۅۆۇۈۉۊۋۏ\u0778\u0779\u08AB\u08B1",
  ي: "ىیۍێېۑےؠؽؾؿ\u0775\u0776\u0777\u077A\u077B\u0886\u08A8\u08A9\u08AC\u08BA",
  o: "ø",
  l: "ł",
  d: "đ",
  i: "ı",
  ...Object.fromEntries(Array.from("٠١٢٣٤٥٦٧٨٩", (digit, value) => [value, `${digit}${"۰۱۲۳۴۵۶۷۸۹"[value]}`])),
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
  return plain.replace(/(?<!ء)ء+ا/g, "ا");
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
