import { buffer } from "node:stream/consumers";
import type PDFDocument from "pdfkit";
import { createPdfDocument, type PdfOptions } from "./pdf.server.ts";
import { createPdfPieces, type PdfCell, type PdfText } from "./pdf-pieces.server.ts";

export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

export type Sheet = ReturnType<typeof createSheet>;

/** All A sizes have the same aspect ratio, so drawings use the points of A4. */
const a4 = { width: 595.28, height: 841.89 };

/** Creates a one-page document with absolute positions. Lengths are points of A4; smaller paper scales the drawing. */
export async function createPdfSheet(options: PdfOptions): Promise<Sheet> {
  return createSheet(await createPdfDocument(options), options);
}

function createSheet(doc: InstanceType<typeof PDFDocument>, { language }: PdfOptions) {
  const written = buffer(doc);
  const piecesOf = createPdfPieces(doc, language);
  doc.scale(doc.page.width / a4.width);

  const heightOf = (cell: PdfCell, width: number) =>
    piecesOf(cell, width).reduce((sum, piece) => sum + piece.height, 0);

  /** Draws a cell at `y`; returns the y below it. */
  function write(cell: PdfCell, { x, y, width }: Omit<Area, "height">): number {
    let at = y;
    for (const piece of piecesOf(cell, width)) {
      piece.draw(x, at);
      at += piece.height;
    }
    return at;
  }

  const isWhole = (styledText: PdfText, width: number) =>
    styledText.text.split(/\s+/).every((word) => piecesOf({ ...styledText, text: word }, width).length <= 1);

  /**
   * Returns the text in the largest size that fits without breaking a word; if the smallest does not fit, truncates the
   * text.
   */
  function fitText(styledText: PdfText, area: Area, from: number, to: number): PdfText {
    const fits = (one: PdfText) => heightOf(one, area.width) <= area.height;
    for (let size = from; size > to; size *= 0.94) {
      const one = { ...styledText, size };
      if (fits(one) && isWhole(one, area.width)) return one;
    }
    let one = { ...styledText, size: to };
    for (let shortened = styledText.text; !fits(one) && shortened.length > 1; ) {
      shortened = shortened.slice(0, Math.floor(shortened.length * 0.9)).trimEnd();
      one = { ...one, text: `${shortened}…` };
    }
    return one;
  }

  return {
    ...a4,
    write,
    heightOf,
    /** Draws a text vertically centred, in the largest size between `from` and `to` that fits. */
    fit(styledText: PdfText, area: Area, { from, to }: { from: number; to: number }): void {
      const text = fitText(styledText, area, from, to);
      write(text, { ...area, y: area.y + (area.height - heightOf(text, area.width)) / 2 });
    },
    /** Draws a text from the area's top, truncated to its height; returns the y below it. */
    flow(styledText: PdfText, area: Area): number {
      const size = styledText.size ?? 10;
      return write(fitText(styledText, area, size, size), area);
    },
    box({ x, y, width, height }: Area, { fill, radius }: { fill: string; radius: number }): void {
      doc.roundedRect(x, y, width, height, radius).fill(fill);
    },
    picture(image: Uint8Array, { x, y, width, height }: Area, radius: number): void {
      write({ image, width, height, radius }, { x, y, width });
    },
    qr(text: string, { x, y, width }: Omit<Area, "height">): void {
      write({ qr: text, width }, { x, y, width });
    },
    /** Draws a cutting line. */
    cutLine(x1: number, y1: number, x2: number, y2: number): void {
      doc.save();
      doc.moveTo(x1, y1).lineTo(x2, y2).lineWidth(0.8).dash(4, { space: 3 }).strokeColor("#8a948f").stroke();
      doc.restore();
    },
    /** Runs `draw` rotated by 90° counterclockwise, with its origin at this point. */
    rotated(x: number, y: number, draw: () => void): void {
      doc.save();
      doc.translate(x, y).rotate(-90);
      draw();
      doc.restore();
    },
    finish(): Promise<Buffer> {
      doc.end();
      return written;
    },
  };
}
