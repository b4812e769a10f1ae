import { CsvError, parse } from "csv-parse/sync";
import { AppError } from "../app-error.server.ts";

export interface CsvRow {
  /** The line on which the row begins, counted from 1. */
  line: number;
  cells: string[];
}

const separators = [",", ";", "\t"];
/** Most bytes of one row; an unclosed quotation mark would make one row of the rest of the file. */
const maxRowLength = 64 * 1024;

/** Decodes an uploaded file: UTF-8, or UTF-16 when its byte order mark says so, as from some spreadsheets. */
export function readCsvText(bytes: Uint8Array): string {
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe;
  return new TextDecoder(isWide ? "utf-16le" : "utf-8").decode(bytes);
}

/**
 * The rows of a CSV file (RFC 4180), the first `most` of them when said. Accepts a byte order mark, any kind of line end,
 * and semicolons or tabs in place of commas; leaves out empty lines, but not rows of empty cells. Throws an AppError at
 * the form's `field` for a quotation mark that is not closed within 64 KB.
 */
export function readCsv(text: string, { field, most = -1 }: { field?: string; most?: number } = {}): CsvRow[] {
  // csv-parse counts \r\n as two lines inside quotation marks.
  const lines = text.replace(/\r\n?/g, "\n");
  const rows: CsvRow[] = [];
  try {
    parse(lines, {
      bom: true,
      delimiter: separatorOf(lines),
      record_delimiter: "\n",
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      max_record_size: maxRowLength,
      to: most,
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

/** Returns the separator that occurs most often in the first line. */
function separatorOf(text: string): string {
  const head = text.slice(0, text.search(/\n|$/));
  const count = (sign: string) => head.split(sign).length;
  return separators.toSorted((a, b) => count(b) - count(a))[0] as string;
}
