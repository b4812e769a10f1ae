const separators = [",", ";", "\t"];

/** The text of an uploaded file: UTF-8, or UTF-16 where its byte order mark says so, as some spreadsheets write it. */
export function decodeText(bytes: Uint8Array): string {
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe;
  return new TextDecoder(isWide ? "utf-16le" : "utf-8").decode(bytes);
}

/**
 * The rows of a CSV file (RFC 4180) one by one, each with the number of the line on which it begins. A byte order mark,
 * any kind of line end, and semicolons or tabs in the place of commas are taken as they come; empty lines are left out.
 */
export function* csvRows(text: string): Generator<{ line: number; cells: string[] }> {
  const separator = separatorOf(text);
  const next = new RegExp(`(?:"([^"]*(?:""[^"]*)*)"?)?([^${separator}\r\n]*)(${separator}|\r\n|\r|\n|$)`, "y");
  next.lastIndex = text.startsWith("\uFEFF") ? 1 : 0;
  let line = 1;
  let first = 1;
  let cells: string[] = [];
  while (next.lastIndex < text.length || cells.length > 0) {
    const [whole, quoted = "", plain = "", end = ""] = next.exec(text) ?? [];
    cells.push(quoted.replaceAll('""', '"') + plain);
    line += whole?.match(/\r\n|\r|\n/g)?.length ?? 0;
    if (end === separator) continue;
    if (cells.some((cell) => cell.trim())) yield { line: first, cells };
    cells = [];
    first = line;
  }
}

/** The sign that separates the cells of the first line most often. */
function separatorOf(text: string): string {
  const head = text.slice(0, text.search(/[\r\n]|$/));
  const count = (sign: string) => head.split(sign).length;
  return separators.toSorted((a, b) => count(b) - count(a))[0] as string;
}
