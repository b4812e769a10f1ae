// PostgreSQL cannot store NUL; direction marks would affect the text after them.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const unwanted = /[\u0000-\u0008\u000B-\u001F\u007F\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/g;

/** Matches text of which nothing can be seen, such as a zero-width space. */
const blank = /^[\s\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** Cleans multi-line text: removes control characters and direction marks. Invisible text becomes empty. */
export function asProse(text: string): string {
  const clean = text.replace(/\r\n?/g, "\n").replace(unwanted, "").trim();
  return blank.test(clean) ? "" : clean;
}

/** Cleans a text and joins it to one line. */
export function asLine(text: string): string {
  return asProse(text).replace(/\s+/g, " ");
}

/** Ends of domains that are common in links; those of countries have two letters. */
const commonEnds = new Set(
  (
    "com net org info biz edu gov app dev xyz site online shop store link click top live club icu vip test example tech " +
    "space website page cloud world today life work fun buzz win loan zip mov ink pro name mobi asia cafe pet pets dog " +
    "care help support email chat news blog pub bid lol مصر السعودية امارات شبكة موقع كوم"
  ).split(" "),
);
/** Titles after which people leave out the space: `Mr.Bo`. */
const title = /^(?:mr|mrs|ms|miss|dr|prof|eng|st|sr|jr|sir|lady|capt)$/i;
const invisible = /\p{Default_Ignorable_Code_Point}/gu;

/** Whether a word is what mail programs turn into a link: a scheme, a path after a dot, or a domain. */
function isLinkLike(word: string): boolean {
  if (/[:\\]|\/\/|^www[.。]/i.test(word)) return true;
  const labels = word.split(/[.。]/);
  if (labels.length < 2) return false;
  if (word.includes("/")) return true;
  const end = /^[\p{L}\p{N}-]+/u.exec(labels.at(-1)!)?.[0].toLowerCase() ?? "";
  if (labels.length === 2 && title.test(labels[0]!) && /^\p{Lu}\p{Ll}+$/u.test(labels[1]!)) return false;
  const isDomain = /^[a-z]{2}$|^xn--/.test(end) || commonEnds.has(end);
  return isDomain && labels.at(-2)!.length > 1;
}

/**
 * Returns whether a name looks like a web address, also with characters that browsers ignore or take for others in one;
 * names appear in e-mails to people who did not ask for any. `Mr.Biscuit` and `Simba/Leo` are names.
 */
export const readsAsLink = (text: string): boolean =>
  text.replace(invisible, "").normalize("NFKC").split(/\s/).some(isLinkLike);

/** Matches seven or more digits in any script, with what is written between those of a phone number. */
const phoneLike = /\+?\(?\p{Nd}(?:[\s().-]{0,3}\p{Nd}){6,}/gu;

/** Matches an address or a scheme that is spelled out: "evil dot com", "evil .com", "hxxp". */
const spelledLink =
  /\bhxxps?\b|\bhttps?\b|\bwww\b|[\p{L}\p{N}]\s*(?:[[({]\s*)?(?:\.|\bdot\b|(?<!\p{L})(?:نقطة|دوت)(?!\p{L}))\s*(?:[\])}]\s*)?(?:com|net|org|info|io|co|me|app|dev|xyz|site|online|shop|store|link|click|top|live|ly|eg|sa|ae|test|كوم|نت)(?!\p{L})/iu;

/**
 * Returns whether a person's name carries a web address, also a spelled one, or a phone number: it would stand in
 * letters to people who never heard of them.
 */
export function readsAsContact(name: string): boolean {
  const plain = name.replace(invisible, "").normalize("NFKC");
  return readsAsLink(name) || spelledLink.test(plain) || plain.search(phoneLike) >= 0;
}

/** Removes from a name what a mail program would turn into a link; for messages in which a stranger is named. */
export function withoutLinks(name: string): string {
  return asLine(name)
    .replace(/[/:\\：∕⁄／＼]+/g, " ")
    .replace(/[.。．｡․﹒](?=\p{Default_Ignorable_Code_Point}*[\p{L}\p{N}])/gu, " ");
}

/**
 * Prepares a name for a message to somebody who may not know the sender: isolated from the surrounding text direction,
 * and without links and phone numbers.
 */
export function nameInEmail(name: string): string {
  return `\u2068${withoutLinks(name).replace(phoneLike, "…")}\u2069`;
}

/** Removes characters that PostgreSQL cannot store: NUL and lone surrogates. */
export function withoutUnstorable(text: string): string {
  return text.replaceAll("\0", "").toWellFormed();
}

/**
 * Parses JSON from outside; its texts contain only what PostgreSQL can store. Throws a SyntaxError for other text, and
 * for values that are nested too deeply.
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, (_, value) => (typeof value === "string" ? withoutUnstorable(value) : value)) as unknown;
  } catch (error) {
    if (error instanceof RangeError) throw new SyntaxError("nested too deeply");
    throw error;
  }
}

/** Shortens a text to `max` UTF-16 units without cutting a character in half, which JSON columns reject. */
export function cutText(text: string, max: number): string {
  return text.slice(0, max).replace(/[\uD800-\uDBFF]$/, "");
}

/**
 * Returns a text of at most `max` UTF-16 units, or its beginning up to a word's end, with an ellipsis. One of CSS stands
 * where a line ends on the screen: in a text of both directions it covers letters of the middle.
 */
export function excerptOf(text: string, max: number): string {
  if (text.length <= max) return text;
  const start = cutText(text, max - 1);
  const end = /\s/.test(text.charAt(start.length)) ? start.length : start.search(/\s\S*$/);
  return `${end > 0 ? start.slice(0, end).trimEnd() : start}…`;
}
