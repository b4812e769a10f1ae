// An administrator's list from a spreadsheet would be read with shifted rows or garbled Arabic.
import { text } from "node:stream/consumers";
import fc from "fast-check";
import { expect, test } from "vitest";
import { formatCsv } from "./csv.server.ts";
import { readCsv, readCsvTable, readCsvText } from "./read-csv.server.ts";

const cellsOf = (text: string) => readCsv(text).map(({ cells }) => cells);

test.each([
  [
    "a,b\r\n1,2\r\n",
    [
      ["a", "b"],
      ["1", "2"],
    ],
  ],
  [
    "\uFEFFa;b\n1;2",
    [
      ["a", "b"],
      ["1", "2"],
    ],
  ],
  [
    "a\tb\r1\t2\r",
    [
      ["a", "b"],
      ["1", "2"],
    ],
  ],
  [
    'a,b\r\n"say ""hi"", friend","two\r\nlines"',
    [
      ["a", "b"],
      ['say "hi", friend', "two\nlines"],
    ],
  ],
  [
    "a,b\n\n , \n1,\n",
    [
      ["a", "b"],
      [" ", " "],
      ["1", ""],
    ],
  ],
  ["", []],
  ["\uFEFF", []],
  ["alone", [["alone"]]],
])("parses %j", (text, rows) => {
  expect(cellsOf(text)).toEqual(rows);
});

test("each row has the number of the line on which it starts", () => {
  expect(readCsv('a,b\r\n"1\r\n2",x\n\n3,4').map(({ line }) => line)).toEqual([1, 2, 5]);
});

test("decodes UTF-16 from a spreadsheet", () => {
  const text = "\uFEFFالرمز\tuid\r\n";
  expect(cellsOf(readCsvText(Buffer.from(text, "utf16le")))).toEqual([["الرمز", "uid"]]);
  expect(cellsOf(readCsvText(Buffer.from(text, "utf16le").swap16()))).toEqual([["الرمز", "uid"]]);
  expect(cellsOf(readCsvText(Buffer.from(text)))).toEqual([["الرمز", "uid"]]);
});

test("removes characters that the database cannot store, as a file in UTF-16 without a byte order mark has", () => {
  expect(readCsvText(Buffer.from("ab,12", "utf16le"))).toBe("ab,12");
});

test("reads what formatCsv writes unchanged", async () => {
  const cell = fc
    .string({ unit: fc.constantFrom(..."ab,;\"' 1é") })
    .map((text) => `x${text.trim()}`.replace(/\s+/g, " "));
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(cell, { minLength: 2, maxLength: 2 }), { minLength: 1, maxLength: 5 }),
      async (rows) => {
        const batches = (async function* () {
          yield rows;
        })();
        const csv = await text(formatCsv("person", ["code", "uid"], batches));
        expect(cellsOf(csv)).toEqual([["code", "uid"], ...rows]);
      },
    ),
  );
});

test.each([
  ["at the end", '1,2\n"3', 1],
  ["beyond the maximum row size", `1,2\n3,4\n\n"${"5,6\n".repeat(2_000_000)}`, 2],
])("an unclosed quotation mark %s is rejected with the line of the row before", (_, text, line) => {
  const refusal = { code: "errors.csvRow", status: 400, field: "file", params: { line } };
  expect(() => readCsv(text, { field: "file" })).toThrow(expect.objectContaining(refusal));
});

test("reads at most `maxRows` rows", () => {
  expect(readCsv("1,2\n".repeat(2_000_000), { maxRows: 3 })).toHaveLength(3);
});

test("recognises UTF-16 by both bytes of its byte order mark", () => {
  expect(readCsvText(new Uint8Array([0xff, 0xfe, 0x61, 0, 0x62, 0]))).toBe("ab");
  expect(readCsvText(new Uint8Array([0xff, 0x61]))).toBe("ےa");
  expect(readCsvText(new Uint8Array([0x61, 0xfe]))).not.toContain("\uFEFF");
  expect(readCsvText(new Uint8Array())).toBe("");
});

test("the first line determines the separator, even if it is the only one", () => {
  expect(cellsOf("a;b;c,d")).toEqual([["a", "b", "c,d"]]);
  expect(cellsOf("a;b\n1,2,3,4;x")).toEqual([
    ["a", "b"],
    ["1,2,3,4", "x"],
  ]);
});

/** «رقم الطلب» and «المبلغ» in Windows-1256. */
const arabic1256 = Buffer.from("d1dee32007e1d8e1c8".replace("07", "c7"), "hex");

test.each<[string, (text: string) => Uint8Array]>([
  ["UTF-8", (text) => Buffer.from(text)],
  ["UTF-8 with a byte order mark", (text) => Buffer.from(`\uFEFF${text}`)],
  ["UTF-16 with a byte order mark", (text) => Buffer.from(`\uFEFF${text}`, "utf16le")],
  ["UTF-16 without one", (text) => Buffer.from(text, "utf16le")],
  ["big-endian UTF-16 with a byte order mark", (text) => Buffer.from(`\uFEFF${text}`, "utf16le").swap16()],
  ["big-endian UTF-16 without one", (text) => Buffer.from(text, "utf16le").swap16()],
  [
    "Windows-1256",
    (text) =>
      Buffer.concat(
        text.split(/(رقم الطلب)/).map((part) => (part === "رقم الطلب" ? arabic1256 : Buffer.from(part, "latin1"))),
      ),
  ],
])("reads a table in %s, with every separator and a line that names it", (_name, encode) => {
  for (const separator of [",", ";", "\t"])
    for (const first of ["", `sep=${separator}\r\n`, "Settlement of May\r\n\r\n"]) {
      const text = `${first}رقم الطلب${separator}COD (EGP)${separator}Note\r\n'AL-1${separator}19.99${separator}\r\n`;
      const table = readCsvTable(readCsvText(encode(text)), {
        field: "file",
        maxRows: 10,
        columns: { order: ["رقم الطلب"], cash: ["cod"], other: ["other"] },
        required: [["order", "other"], ["cash"]],
      });
      expect(table, JSON.stringify(text)).toEqual([
        { line: text.split("\n").length - 1, order: "AL-1", cash: "19.99", other: "" },
      ]);
    }
});

test("a table without a required column is none", () => {
  const options = { field: "file", maxRows: 10, columns: { order: ["order"], cash: ["cod"] } };
  expect(readCsvTable("Order,Note\n1,2", { ...options, required: [["order"], ["cash"]] })).toBeNull();
  expect(readCsvTable("", { ...options, required: [["order"]] })).toBeNull();
});

test.each(["504b03041400", "d0cf11e0a1b11ae1"])("a workbook is named as such", (signature) => {
  expect(() => readCsvText(Buffer.from(signature, "hex"), "file")).toThrow(
    expect.objectContaining({ code: "errors.csvNotText", field: "file" }),
  );
});

test.each([",", ";", "a,", '"', "\n", ",\n", "\r"])(
  "a file of nothing but %j is read to its end without looking at more of it than a row",
  (sign) => {
    let compared = 0;
    const isHead = (cells: readonly string[]) => {
      compared += cells.length;
      return false;
    };
    const text = sign.repeat(24_000_000 / sign.length);
    try {
      readCsv(text, { field: "file", maxRows: 10, isHead });
    } catch (error) {
      expect(error).toMatchObject({ code: "errors.csvRow" });
    }
    expect(compared).toBeLessThan(1_000_000);
  },
);
