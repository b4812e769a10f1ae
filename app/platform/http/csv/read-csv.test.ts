import fc from "fast-check";
import { expect, test } from "vitest";
import { formatCsv } from "./csv.server.ts";
import { readCsv, readCsvText } from "./read-csv.server.ts";

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
        let text = "";
        for await (const piece of formatCsv(
          ["code", "uid"],
          (async function* () {
            yield rows;
          })(),
        ))
          text += piece;
        expect(cellsOf(text)).toEqual([["code", "uid"], ...rows]);
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
  expect(readCsvText(new Uint8Array([0xff, 0x61]))).toBe("\uFFFDa");
  expect(readCsvText(new Uint8Array([0x61, 0xfe]))).toBe("a\uFFFD");
  expect(readCsvText(new Uint8Array())).toBe("");
});

test("the first line determines the separator, even if it is the only one", () => {
  expect(cellsOf("a;b;c,d")).toEqual([["a", "b", "c,d"]]);
  expect(cellsOf("a;b\n1,2,3,4;x")).toEqual([
    ["a", "b"],
    ["1,2,3,4", "x"],
  ]);
});
