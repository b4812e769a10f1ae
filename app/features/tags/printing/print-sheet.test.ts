// A shop would print hundreds of labels that no phone can read or that are cut off at the edge.
import { arrayBuffer } from "node:stream/consumers";
import { getDocument, OPS } from "pdfjs-dist/legacy/build/pdf.mjs";
import decode from "qr/decode.js";
import { expect, test } from "vitest";
import { a4 } from "#app/platform/pdf/shapes.ts";
import { renderShapesPdf } from "#app/platform/pdf/shapes-pdf.server.ts";
import { renderShapesSvg } from "#app/platform/pdf/shapes-svg.server.ts";
import { createCode } from "../batches/batches.server.ts";
import { formatCode } from "../tag-code.rules.ts";
import { corrections, type LabelName, labelNames, labelSizes, layOut } from "./label-sizes.rules.ts";
import { renderTagSheets } from "./print-sheet.server.ts";
import { formatQrText } from "./qr.server.ts";

const publicUrl = "https://aleef.example";
const now = new Date("2026-11-21T12:00:00Z");
const note = (page: number, pages: number) => `دفعة Batch ${page} / ${pages}`;
const newCodes = (count: number) => Array.from({ length: count }, () => formatCode(createCode()));
const points = 72 / 25.4;
const dotsPerMm = 300 / 25.4;

async function pdfOf(codes: string[], size: LabelName, correction: "Q" | "H" = "Q", language: "en" | "ar" = "en") {
  const pages = renderTagSheets(codes, { size, correction, publicUrl, note });
  const pdf = await arrayBuffer(renderShapesPdf({ language, title: "Batch", now }, pages));
  return getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise;
}

type Pdf = Awaited<ReturnType<typeof pdfOf>>;

interface Paper {
  width: number;
  getContext(kind: "2d"): CanvasRenderingContext2D;
}

/** Renders a page at 300 dpi, as printed. */
async function printed(pdf: Pdf, number: number): Promise<Paper> {
  const page = await pdf.getPage(number);
  const viewport = page.getViewport({ scale: 300 / 72 });
  const factory = pdf.canvasFactory as { create(width: number, height: number): { canvas: Paper } };
  const { canvas } = factory.create(Math.ceil(viewport.width), Math.ceil(viewport.height));
  await page.render({ canvas: canvas as never, viewport }).promise;
  return canvas;
}

const layoutOf = (size: LabelName) => layOut(labelSizes[size], { ...a4, head: 9 });

function readLabel(canvas: Paper, size: LabelName, index: number): string {
  const { x, y } = layoutOf(size).at(index);
  const { qr } = labelSizes[size];
  const side = Math.round(qr.side * dotsPerMm);
  const cut = canvas
    .getContext("2d")
    .getImageData(Math.round((x + qr.x) * dotsPerMm), Math.round((y + qr.y) * dotsPerMm), side, side);
  return decode({ width: side, height: side, data: new Uint8Array(cut.data) });
}

test.each(labelNames)(
  "every QR code of a printed sheet of %s labels is readable, with its code below",
  async (size) => {
    const { perPage } = layoutOf(size);
    const codes = newCodes(perPage + 2);
    const pdf = await pdfOf(codes, size);
    expect(pdf.numPages).toBe(2);
    const first = await printed(pdf, 1);
    for (let index = 0; index < perPage; index++)
      expect(readLabel(first, size, index)).toBe(formatQrText(publicUrl, codes[index]!));
    const second = await printed(pdf, 2);
    expect(readLabel(second, size, 1)).toBe(formatQrText(publicUrl, codes[perPage + 1]!));
    let text = "";
    for (const number of [1, 2])
      for (const item of (await (await pdf.getPage(number)).getTextContent()).items)
        if ("str" in item) text += item.str;
    for (const code of codes) expect(text).toContain(code);
  },
);

test.each(corrections)("is readable with a tenth of its area missing, at correction %s", async (correction) => {
  const codes = newCodes(4);
  const canvas = await printed(await pdfOf(codes, "round25", correction), 1);
  const { qr } = labelSizes.round25;
  const pen = canvas.getContext("2d");
  const inner = (qr.side * 29) / 37;
  const gone = inner * Math.sqrt(0.1);
  for (const [index, colour] of ["#fff", "#000", "#888", "#fff"].entries()) {
    const { x, y } = layoutOf("round25").at(index);
    pen.fillStyle = colour;
    const at = (start: number) => (start + qr.side * 0.52) * dotsPerMm;
    pen.fillRect(at(x + qr.x), at(y + qr.y) - gone * 0.5 * dotsPerMm, gone * dotsPerMm, gone * dotsPerMm);
    expect(readLabel(canvas, "round25", index)).toBe(formatQrText(publicUrl, codes[index]!));
  }
});

test("the page is A4, and each QR code has its exact size to 0.01 mm", async () => {
  for (const size of labelNames) {
    const codes = newCodes(2);
    const pdf = await pdfOf(codes, size, "H", "ar");
    const page = await pdf.getPage(1);
    expect(page.view.map((edge) => Math.round((edge / points) * 10) / 10)).toEqual([0, 0, 210, 297]);
    const { fnArray, argsArray } = await page.getOperatorList();
    const filled: number[][] = [];
    for (const [index, made] of fnArray.entries())
      if (made === OPS.constructPath && argsArray[index][0] === OPS.fill) filled.push([...argsArray[index][2]]);
    expect(filled).toHaveLength(2);
    const dots = /viewBox="0 0 (\d+)/.exec(
      (await import("./qr.server.ts")).renderQrSvg(formatQrText(publicUrl, codes[0]!), "H"),
    )![1];
    const modules = Number(dots) / 10;
    for (const [index, box] of filled.entries()) {
      const { x, y } = layoutOf(size).at(index);
      const { qr } = labelSizes[size];
      const dot = qr.side / modules;
      const [left, top, right, bottom] = [box[0]!, box[1]!, box[2]!, box[3]!].map((edge) => edge / points) as [
        number,
        number,
        number,
        number,
      ];
      expect(left).toBeCloseTo(x + qr.x + 4 * dot, 2);
      expect(right).toBeCloseTo(x + qr.x + qr.side - 4 * dot, 2);
      expect(bottom - top).toBeCloseTo(qr.side - 8 * dot, 2);
      expect(top).toBeCloseTo(y + qr.y + 4 * dot, 2);
    }
  }
});

test("the SVG sheet has the same dimensions and modules", () => {
  const codes = newCodes(3);
  const [marks] = renderTagSheets(codes, { size: "wide40", correction: "Q", publicUrl, note });
  const svg = renderShapesSvg(marks!, "ar");
  expect(svg).toContain('width="210mm" height="297mm" viewBox="0 0 210 297"');
  const paths = [...svg.matchAll(/<path d="([^"]+)"/g)].map(([, path]) => path as string);
  expect(paths).toHaveLength(3);
  for (const [index, path] of paths.entries()) {
    const { x, y } = layoutOf("wide40").at(index);
    const side = 18 * 40;
    const data = new Uint8Array(side * side * 4).fill(255);
    for (const [, left, top, width, height] of path.matchAll(/M([\d.]+) ([\d.]+)h([\d.]+)v([\d.]+)/g)) {
      const [fromX, fromY] = [(Number(left) - x - 1) * 40, (Number(top) - y - 1) * 40].map(Math.round) as [
        number,
        number,
      ];
      for (let row = fromY; row < fromY + Math.round(Number(height) * 40); row++)
        for (let column = fromX; column < fromX + Math.round(Number(width) * 40); column++)
          data.fill(0, (row * side + column) * 4, (row * side + column) * 4 + 3);
    }
    expect(decode({ width: side, height: side, data })).toBe(formatQrText(publicUrl, codes[index]!));
  }
  for (const code of codes) expect(svg).toContain(`>${code}</text>`);
});

test("labels are within the printable area and do not overlap", () => {
  for (const size of labelNames) {
    const { perPage, at } = layoutOf(size);
    expect(perPage).toBeGreaterThan(20);
    const { width, height } = labelSizes[size];
    for (let index = 0; index < perPage; index++) {
      const { x, y } = at(index);
      expect(x).toBeGreaterThanOrEqual(a4.margin);
      expect(x + width).toBeLessThanOrEqual(a4.width - a4.margin);
      expect(y + height).toBeLessThanOrEqual(a4.height - a4.margin);
    }
    expect(at(1).x - at(0).x - width).toBeGreaterThan(3);
  }
});
