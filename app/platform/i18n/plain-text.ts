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

/** The text as the database can hold it: without NUL and without halves of signs (PostgreSQL takes neither). */
export function withoutUnstorable(text: string): string {
  return text.replaceAll("\0", "").toWellFormed();
}
