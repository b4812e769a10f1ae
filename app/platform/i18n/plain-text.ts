// PostgreSQL takes no NUL; the marks would turn the reading direction of whatever follows them on a page.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const unwanted = /[\u0000-\u0008\u000B-\u001F\u007F\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/g;

/** A text of several lines as somebody typed it, without control signs and direction marks. */
export function asProse(text: string): string {
  return text.replace(/\r\n?/g, "\n").replace(unwanted, "").trim();
}

/** The same for a text of one line. */
export function asLine(text: string): string {
  return asProse(text).replace(/\s+/g, " ");
}

/** What a mail program or a person could take for an address: a slash, a colon, or a dot between words. */
const linkLike = /[/:\\]|[\p{L}\p{N}-]{2}[.。．]\p{L}{2}/u;

/** Whether a name reads like an address on the web: names stand in letters to people who never asked for one. */
export const readsAsLink = (text: string): boolean => linkLike.test(text);

/**
 * A name as it stands in a letter to somebody who may not know the writer: isolated from the reading direction around it,
 * and without what a mail program would make a link of (names kept from before such were refused).
 */
export function nameInEmail(name: string): string {
  const harmless = name.replace(/[/:\\]+/g, " ").replace(/([\p{L}\p{N}-])[.。．](?=\p{L}{2})/gu, "$1 ");
  return `\u2068${harmless}\u2069`;
}

/** The text as the database can hold it: without NUL and without halves of signs (PostgreSQL takes neither). */
export function withoutUnstorable(text: string): string {
  return text.replaceAll("\0", "").toWellFormed();
}
