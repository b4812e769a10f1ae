import { stringify } from "csv-stringify/sync";
import { attachment } from "../../files/attachment.ts";
import { asLine } from "../../i18n/text/plain-text.ts";
import { inBatches } from "../list-pages.server.ts";

/** Value of a cell. A `decimal` is a number written with all its decimals, such as `-14.50`. */
export type CsvCell = string | number | null | { decimal: string };

/** Numbers are no formulas, even if they are negative. */
const asNumber = (value: string) => ({ value, escape_formulas: false });

/** Matches a semicolon before a formula; spreadsheets separate cells by it where the comma is a decimal sign. */
const innerFormula = /;(?=\s*[=+\-@＝＋－＠])/g;

/** Returns a text as one line, in which no formula follows a separator. */
export const formatCsvText = (text: string): string => asLine(text).replace(innerFormula, ";'");

/**
 * Who opens a file. A person's spreadsheet would execute some texts as formulas: those get an apostrophe in front. A
 * machine (a courier's, a printer's, an importer) reads every character, so its values stay as they are.
 */
type CsvReader = "person" | "machine";

/**
 * Streams rows as CSV: RFC 4180, UTF-8 with a byte order mark, one line per row. Rows are passed in batches, so that
 * memory use does not grow with their number.
 */
export async function* formatCsv(
  reader: CsvReader,
  head: string[],
  batches: AsyncIterable<CsvCell[][]>,
): AsyncGenerator<string> {
  const asText = reader === "person" ? formatCsvText : asLine;
  const write = (rows: CsvCell[][]) =>
    stringify(
      rows.map((row) => row.map((cell) => (typeof cell === "string" ? asText(cell) : cell))),
      {
        record_delimiter: "windows",
        escape_formulas: reader === "person",
        cast: {
          number: (value) => asNumber(String(value)),
          object: (cell) => asNumber((cell as { decimal: string }).decimal),
        },
      },
    );
  yield `\uFEFF${write([head])}`;
  for await (const rows of batches) yield write(rows);
}

/** Columns of a list's file: the head of each, and its cell for a row. */
export type CsvColumns<Row> = readonly (readonly [head: string, cell: (row: Row) => CsvCell])[];

/** Streams a list as CSV for a person, in batches of `size`: `read` returns the rows after the given id, at most `size`. */
export async function* formatCsvList<Row extends { id: string }>(
  columns: CsvColumns<Row>,
  size: number,
  read: (after: string | undefined) => PromiseLike<Row[]>,
): AsyncGenerator<string> {
  async function* batches() {
    for await (const rows of inBatches(size, read)) yield rows.map((row) => columns.map(([, cell]) => cell(row)));
  }
  const head = columns.map(([name]) => name);
  yield* formatCsv("person", head, batches());
}

/** Returns a download response with the pieces. If the client disconnects, reading rows stops. */
export function sendCsv(pieces: AsyncGenerator<string>, fileName: string): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await pieces.return(undefined);
    },
  });
  return new Response(body, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": attachment(fileName),
    },
  });
}
