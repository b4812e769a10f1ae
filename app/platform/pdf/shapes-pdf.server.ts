import type PDFDocument from "pdfkit";
import type { Language } from "../i18n/language.ts";
import { createPdfDocument, type PdfOptions } from "./pdf.server.ts";
import { getFontName } from "./pdf-fonts.server.ts";
import { colors, createPdfPieces } from "./pdf-pieces.server.ts";
import { a4, hairline, noteHeight, type Shape } from "./shapes.ts";

const points = 72 / 25.4;

/** Streams A4 sheets as one PDF, exact to a tenth of a millimetre at 100 %; only one page is in memory at a time. */
export async function* renderShapesPdf(
  options: Pick<PdfOptions, "language" | "title" | "now">,
  pages: Iterable<readonly Shape[]>,
): AsyncGenerator<Uint8Array> {
  const doc = await createPdfDocument(options, { autoFirstPage: false });
  let ready: Buffer[] = [];
  doc.on("data", (chunk: Buffer) => ready.push(chunk));
  const ended = new Promise((resolve, reject) => doc.on("end", resolve).on("error", reject));
  const draw = createShapePainter(doc, options.language);
  for (const page of pages) {
    doc.addPage();
    for (const shape of page) draw(shape);
    // Lets the previous page be written before the next one starts.
    await new Promise(setImmediate);
    yield* ready;
    ready = [];
  }
  doc.end();
  await ended;
  yield* ready;
}

function createShapePainter(doc: InstanceType<typeof PDFDocument>, language: Language) {
  const piecesOf = createPdfPieces(doc, language);
  const inner = (a4.width - 2 * a4.margin) * points;
  const setHairline = () => doc.lineWidth(hairline * points).strokeColor("#000000");

  function code({ text, x, y, height, width, isBold }: Extract<Shape, { kind: "code" }>) {
    doc.font(getFontName("latin", isBold ? 700 : 500));
    const widthAtSizeOne = doc.fontSize(1).widthOfString(text, { features: [] });
    const size = Math.min(height * points, (width * points) / widthAtSizeOne);
    doc
      .fontSize(size)
      .fillColor("#000000")
      .text(text, x * points - (widthAtSizeOne * size) / 2, y * points - size * 0.59, {
        lineBreak: false,
        features: [],
      });
  }

  return (shape: Shape) => {
    if (shape.kind === "dark") {
      for (const box of shape.boxes) doc.rect(box.x * points, box.y * points, box.width * points, box.height * points);
      doc.fill("#000000");
    } else if (shape.kind === "cut") {
      const [x, y] = shape.from;
      const [toX, toY] = shape.to;
      setHairline();
      doc
        .moveTo(x * points, y * points)
        .lineTo(toX * points, toY * points)
        .stroke();
    } else if (shape.kind === "circle") {
      setHairline();
      doc.circle(shape.x * points, shape.y * points, shape.radius * points).stroke();
    } else if (shape.kind === "code") code(shape);
    else {
      const note = { text: shape.text, size: noteHeight * points, color: colors.soft };
      piecesOf(note, inner)[0]?.draw(a4.margin * points, shape.y * points);
    }
  };
}
