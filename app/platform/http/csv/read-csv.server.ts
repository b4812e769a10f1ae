import { CsvError, parse } from "csv-parse/sync";
import { withoutUnstorable } from "../../i18n/plain-text.ts";
import { AppError } from "../app-error.server.ts";

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

const separators = [",", ";", "\t"];
/** Number of lines in which the column headers are looked for. */
const maxTitleLines = 20;
/** Maximum size of one row in bytes; an unclosed quotation mark would turn the rest of the file into one row. */
const maxRowLength = 64 * 1024;

/**
 * Decodes an uploaded file: UTF-8, or UTF-16 if it starts with that byte order mark, as files of some spreadsheets do.
 * Removes what PostgreSQL cannot store.
 */
export function readCsvText(bytes: Uint8Array): string {
  const mark = Buffer.from(bytes.subarray(0, 2)).toString("hex");
  const encoding = mark === "fffe" ? "utf-16le" : mark === "feff" ? "utf-16be" : "utf-8";
  return withoutUnstorable(new TextDecoder(encoding).decode(bytes));
}

/**
 * Parses a CSV file (RFC 4180); returns all rows, or the first `maxRows`. Accepts a byte order mark, any kind of line
 * end, and semicolons or tabs instead of commas; skips empty lines, but not rows of empty cells. `isHead` recognises
 * the column headers if lines such as a title may precede them. Throws an AppError for the form's `field` if a
 * quotation mark is not closed within 64 KB.
 */
export function readCsv(text: string, { field, maxRows = -1, isHead }: CsvOptions = {}): CsvRow[] {
  // csv-parse counts \r\n as two lines inside quotation marks.
  const lines = text.replace(/\r\n?/g, "\n");
  const rows: CsvRow[] = [];
  try {
    parse(lines, {
      bom: true,
      delimiter: separatorOf(lines, isHead),
      record_delimiter: "\n",
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      max_record_size: maxRowLength,
      to: maxRows,
      on_record: (cells, { lines }) => {
        rows.push({ line: lines - cells.join("").split("\n").length + 1, cells });
        return null;
      },
    });
    return rows;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new AppError("errors.csvRow", 400, { ...(field && { field }), params: { line: rows.at(-1)?.line ?? 0 } });
  }
}

/** Returns the separator of the column headers, or else the one that occurs most often in the first line. */
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
