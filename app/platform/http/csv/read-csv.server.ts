import { CsvError, parse } from "csv-parse/sync";
import { AppError } from "../../app-error.server.ts";
import { foldForSearch } from "../../i18n/text/arabic-fold.rules.ts";
import { withoutUnstorable } from "../../i18n/text/plain-text.ts";

export interface CsvRow {
  /** Number of the line on which the row starts, counted from 1. */
  line: number;
  cells: string[];
}

interface CsvOptions {
  field?: string;
  maxRows?: number;
  isHead?: (cells: readonly string[]) => boolean;
}

/** First bytes of workbooks: XLSX, ODS and Numbers are ZIP files, XLS is an OLE file. */
const workbooks = ["504b0304", "d0cf11e0"];
const separators = [",", ";", "\t"];
/** Number of lines in which the column headers are looked for. */
const maxTitleLines = 20;
/** Maximum size of one row in bytes; an unclosed quotation mark would turn the rest of the file into one row. */
const maxRowLength = 64 * 1024;

/**
 * Decodes an uploaded CSV file as spreadsheets write it: UTF-8, UTF-16 with or without a byte order mark, and
 * Windows-1256 (Arabic Windows) where it is not UTF-8. Removes what PostgreSQL cannot store. Throws an AppError for the
 * form's `field` for a workbook.
 */
export function readCsvText(bytes: Uint8Array, field?: string): string {
  const signature = Buffer.from(bytes.subarray(0, 4)).toString("hex");
  if (workbooks.includes(signature)) throw new AppError("errors.csvNotText", 400, { ...(field && { field }) });
  return withoutUnstorable(decodeText(bytes));
}

function decodeText(bytes: Uint8Array): string {
  const mark = Buffer.from(bytes.subarray(0, 2)).toString("hex");
  if (mark === "fffe") return new TextDecoder("utf-16le").decode(bytes);
  if (mark === "feff") return new TextDecoder("utf-16be").decode(bytes);
  // In UTF-16 without a mark every second byte of separators, digits and Latin letters is zero.
  const zeros = [0, 0];
  for (const [at, byte] of bytes.subarray(0, 1024).entries()) if (byte === 0) zeros[at % 2]!++;
  const share = Math.min(1024, bytes.byteLength) / 16;
  if (zeros[1]! > share && zeros[0] === 0) return new TextDecoder("utf-16le").decode(bytes);
  if (zeros[0]! > share && zeros[1] === 0) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1256").decode(bytes);
  }
}

/**
 * Parses a CSV file (RFC 4180); returns all rows, or the first `maxRows`. Accepts a byte order mark, any kind of line
 * end, semicolons or tabs instead of commas, and a first line `sep=;` that names the separator; skips empty lines, but not rows of empty cells. `isHead` recognises
 * the column headers if lines such as a title may precede them. Throws an AppError for the form's `field` if a
 * quotation mark is not closed within 64 KB.
 */
export function readCsv(text: string, { field, maxRows = -1, isHead }: CsvOptions = {}): CsvRow[] {
  // csv-parse counts \r\n as two lines inside quotation marks.
  const all = text.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
  const [declaration, declared] = /^"?sep=([,;\t|])"?\n/i.exec(all) ?? ["", null];
  const lines = all.slice(declaration.length);
  const rows: CsvRow[] = [];
  try {
    parse(lines, {
      delimiter: declared ?? separatorOf(lines.slice(0, maxRowLength), isHead),
      record_delimiter: "\n",
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      max_record_size: maxRowLength,
      to: maxRows,
      on_record: (cells, { lines }) => {
        rows.push({ line: lines - cells.join("").split("\n").length + 1 + (declared ? 1 : 0), cells });
        return null;
      },
    });
    return rows;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new AppError("errors.csvRow", 400, { ...(field && { field }), params: { line: rows.at(-1)?.line ?? 0 } });
  }
}

/**
 * Returns the separator of the column headers, or else the one that occurs most often in the first line. `text` is the
 * beginning of the file, because a first line can be as long as the file.
 */
function separatorOf(text: string, isHead: CsvOptions["isHead"]): string {
  if (isHead)
    for (const line of text.split("\n", maxTitleLines)) {
      const found = separators.find((separator) => isHead(line.split(separator)));
      if (found) return found;
    }
  const head = text.slice(0, text.search(/\n|$/));
  const count = (sign: string) => head.split(sign).length;
  return separators.toSorted((a, b) => count(b) - count(a))[0] as string;
}

/** A row of a table: its line number, counted from 1, and the trimmed text of each known column, empty if missing. */
export type TableRow<Column extends string> = { line: number } & Record<Column, string>;

interface TableOptions<Column extends string> {
  field: string;
  maxRows: number;
  /** Headers of each column, as `normalizeHead` returns them. */
  columns: Record<Column, readonly string[]>;
  /** Columns without which the file cannot be used; of a group any one is enough. */
  required: readonly (readonly NoInfer<Column>[])[];
}

/** A currency as the last word of a header, as in "COD - EGP" and «المبلغ بالجنيه». */
const lastCurrency = /[\s_–-](?:egp|usd|sar|aed|kwd|qar|omr|bhd|jod|(?:ب?ال)?(?:جنيه|ريال|درهم|دينار|دولار))\s*$/i;

/** Returns a header in lower case, only letters and digits, without a currency or what stands in brackets. */
const normalizeHead = (head: string) =>
  foldForSearch(head.replace(/\([^()]{0,40}\)|\[[^[\]]{0,40}\]/g, "").replace(lastCurrency, "")).replace(
    /[^\p{Letter}\p{Number}]/gu,
    "",
  );

/**
 * Reads the known columns of a CSV file, in any order, by their headers, which may follow lines such as a title. An
 * apostrophe before a cell, which spreadsheets put before text, is removed. Returns null if a required column is
 * missing, and the first `maxRows + 1` rows if there are more.
 */
export function readCsvTable<Column extends string>(
  text: string,
  { field, maxRows, columns, required }: TableOptions<Column>,
): TableRow<Column>[] | null {
  const names = Object.keys(columns) as Column[];
  const known = names.map((name) => columns[name].map(normalizeHead));
  const find = (cells: readonly string[]) => {
    const heads = cells.map(normalizeHead);
    const places = new Map(names.map((name, at) => [name, heads.findIndex((head) => known[at]!.includes(head))]));
    return required.every((group) => group.some((name) => places.get(name)! >= 0)) ? places : null;
  };
  const rows = readCsv(text, { field, maxRows: maxRows + 2 + maxTitleLines, isHead: (cells) => find(cells) !== null });
  const headAt = rows.slice(0, maxTitleLines).findIndex(({ cells }) => find(cells));
  const places = find(rows[headAt]?.cells ?? []);
  if (!places) return null;
  const cellOf = (cells: readonly string[], name: Column) =>
    (cells[places.get(name)!] ?? "").trim().replace(/^['\u2018\u2019]/, "");
  return rows.slice(headAt + 1, headAt + 2 + maxRows).map(({ line, cells }) => ({
    line,
    ...(Object.fromEntries(names.map((name) => [name, cellOf(cells, name)])) as Record<Column, string>),
  }));
}
