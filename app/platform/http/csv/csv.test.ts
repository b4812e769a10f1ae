// A cell that a stranger wrote would run as a formula on the computer of whoever opens the download.
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { type CsvCell, formatCsv, sendCsv } from "./csv.server.ts";

async function* batchesOf(...batches: CsvCell[][][]) {
  yield* batches;
}

const written = (...batches: CsvCell[][][]) => text(formatCsv("person", ["code", "name"], batchesOf(...batches)));

test("writes RFC 4180 with a byte order mark: CRLF line ends, doubled quotation marks", async () => {
  expect(
    await written(
      [
        ["A1", 'He said "hi", then left'],
        [7, null],
      ],
      [["B2", "لولو"]],
    ),
  ).toBe('\uFEFFcode,name\r\nA1,"He said ""hi"", then left"\r\n7,\r\nB2,لولو\r\n');
});

test.each(["=1+1", "+1", "-1", "@sum(a1)", "＝1", "＋1", "－1", "＠a"])(
  "escapes %j, so that no spreadsheet executes it",
  async (text) => {
    expect(await written([["A1", text]])).toBe(`\uFEFFcode,name\r\nA1,'${text}\r\n`);
  },
);

test("escapes a formula behind a semicolon, which separates cells where the comma is a decimal sign", async () => {
  expect(await written([["A1", "Mona; =1+1;-2;x"]])).toBe("\uFEFFcode,name\r\nA1,Mona;' =1+1;'-2;x\r\n");
});

test("keeps numbers and replaces line breaks by spaces", async () => {
  expect(await written([[-5, "one\r\ntwo"]])).toBe("\uFEFFcode,name\r\n-5,one two\r\n");
});

test("sendCsv returns a download", async () => {
  const answer = sendCsv(formatCsv("person", ["code"], batchesOf([["A1"]])), "tags.csv");
  expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(answer.headers.get("content-disposition")).toBe('attachment; filename="tags.csv"');
  expect(new TextDecoder("utf-8", { ignoreBOM: true }).decode(await answer.arrayBuffer())).toBe("\uFEFFcode\r\nA1\r\n");
});

test("sendCsv stops reading rows when the client disconnects", async () => {
  let ended = false;
  async function* endless() {
    try {
      for (;;) yield [["A1"]];
    } finally {
      ended = true;
    }
  }
  const reader = sendCsv(formatCsv("person", ["code"], endless()), "tags.csv").body!.getReader();
  await reader.read();
  await reader.read();
  await reader.cancel();
  expect(ended).toBe(true);
});

test("files for machines carry every value as it is", async () => {
  const cells = batchesOf([["+201117654321"], ["=1+1"], ["a;-1"], ["x,y"]]);
  expect(await text(formatCsv("machine", ["phone"], cells))).toBe(
    '\uFEFFphone\r\n+201117654321\r\n=1+1\r\na;-1\r\n"x,y"\r\n',
  );
});
