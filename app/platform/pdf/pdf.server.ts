import { buffer } from "node:stream/consumers";
import type PDFDocument from "pdfkit";
import { directionOf, type Language } from "../i18n/language.ts";
import { listFontFiles, openDocument } from "./pdf-fonts.server.ts";
import { colors, createPdfPieces, type PdfCell, type PdfText, type Piece } from "./pdf-pieces.server.ts";

/** Converts millimetres to points. */
const mm = (millimetres: number) => (millimetres * 72) / 25.4;

const margins = { A4: mm(18), A5: mm(12), A6: mm(8) };

export interface PdfOptions {
  language: Language;
  title: string;
  /** Creation time, for the file's metadata. */
  now: Date;
  size?: "A4" | "A5" | "A6";
  /** Small text in each page's footer, before the page number. */
  footer?: string;
}

export interface RowOptions {
  /** Relative widths of the columns; equal by default. */
  columns?: number[];
  /** Points between columns. */
  gap?: number;
  /** Vertical padding in points. */
  padding?: number;
  fill?: string;
  /** Draws a thin line below the row. */
  rule?: boolean;
}

export type Pdf = ReturnType<typeof createWriter>;

/**
 * Creates a document in one language, whose columns begin at its start side. Texts may mix both scripts; content
 * continues on the next page. Lengths are points (1/72 inch).
 */
export async function createPdf(options: PdfOptions): Promise<Pdf> {
  return createWriter(await createPdfDocument(options), options);
}

/** Creates an empty document with all subsets of our font. */
export async function createPdfDocument(
  options: PdfOptions,
  pages: PDFKit.PDFDocumentOptions = { bufferPages: true },
): Promise<InstanceType<typeof PDFDocument>> {
  const files = await listFontFiles();
  const doc = await openDocument({
    ...pages,
    size: options.size ?? "A4",
    margin: 0,
    lang: options.language,
    displayTitle: true,
    // Standard fonts are not loaded because they have no Arabic.
    font: "",
    pdfVersion: "1.7",
    info: { Title: options.title, Creator: "Aleef", Producer: "Aleef", CreationDate: options.now },
  });
  for (const [name, bytes] of files) doc.registerFont(name, bytes);
  return doc;
}

function createWriter(doc: InstanceType<typeof PDFDocument>, options: PdfOptions) {
  const written = buffer(doc);
  const margin = margins[options.size ?? "A4"];
  const width = doc.page.width - 2 * margin;
  const bottom = doc.page.height - margin - 14;
  let piecesOf = createPdfPieces(doc, options.language);
  let isRight = directionOf(options.language) === "rtl";
  let y = margin;
  /** Documents in this file, each with its own footer and page numbers. */
  const documents = [{ firstPage: 0, language: options.language, footer: options.footer }];
  let onNewPage: (() => void) | null = null;

  function switchTo(language: Language) {
    piecesOf = createPdfPieces(doc, language);
    isRight = directionOf(language) === "rtl";
  }

  function newPage() {
    doc.addPage();
    y = margin;
    onNewPage?.();
  }

  function columnsOf(count: number, { columns, gap = 12 }: RowOptions) {
    const shares = columns ?? Array.from({ length: count }, () => 1);
    const unit = (width - gap * (count - 1)) / shares.reduce((sum, share) => sum + share, 0);
    let used = 0;
    return shares.map((share) => {
      const own = share * unit;
      const x = isRight ? margin + width - used - own : margin + used;
      used += own + gap;
      return { x, width: own };
    });
  }

  /** Returns the pieces that fit on the page, at least one on an empty page. */
  function findFittingPieces(pieces: Piece[], top: number) {
    const isEmptyPage = top <= margin + 80;
    let at = top;
    let count = 0;
    while (pieces[count] && (at + pieces[count]!.height <= bottom || (isEmptyPage && count === 0)))
      at += pieces[count++]!.height;
    return { count, end: at };
  }

  /** Adds a row of cells, starting at the line's start. A row that does not fit continues on the next page. */
  function row(cells: PdfCell[], rowOptions: RowOptions = {}) {
    const columns = columnsOf(cells.length, rowOptions);
    const padding = rowOptions.padding ?? 0;
    let remaining = cells.map((cell, index) => piecesOf(cell, columns[index]!.width));
    const heights = remaining.map((pieces) => pieces.reduce((sum, piece) => sum + piece.height, 0));
    const totalHeight = Math.max(0, ...heights) + 2 * padding;
    if (y + totalHeight > bottom && (totalHeight <= bottom - margin || bottom - y < 60)) newPage();
    for (;;) {
      const parts = remaining.map((pieces) => ({ pieces, ...findFittingPieces(pieces, y + padding) }));
      const end = Math.max(y + padding, ...parts.map((part) => part.end)) + padding;
      if (rowOptions.fill) doc.roundedRect(margin - 6, y, width + 12, end - y, 4).fill(rowOptions.fill);
      for (const [index, { pieces, count }] of parts.entries()) {
        let top = y + padding;
        for (const piece of pieces.slice(0, count)) {
          piece.draw(columns[index]!.x, top);
          top += piece.height;
        }
      }
      y = end;
      remaining = parts.map(({ pieces, count }) => pieces.slice(count));
      if (remaining.every((pieces) => pieces.length === 0)) break;
      newPage();
    }
    if (rowOptions.rule) line();
  }

  function line() {
    doc
      .moveTo(margin, y)
      .lineTo(margin + width, y)
      .lineWidth(0.75)
      .strokeColor(colors.line)
      .stroke();
  }

  /** Starts a new page unless this many points are left. */
  function ensureSpace(points: number) {
    if (y + points > bottom && y > margin) newPage();
  }

  return {
    /** Width between the margins. */
    width,
    row,
    line,
    text(text: string, style: Omit<PdfText, "text"> = {}) {
      row([{ text, ...style }]);
    },
    heading(text: string) {
      const size = 13;
      ensureSpace(size * 5);
      row([{ text, weight: 700, color: colors.brand, size }]);
      y += 3;
    },
    /** Starts another document in the file, on a new page unless this one is empty. */
    page(language: Language, footer?: string) {
      if (y > margin) newPage();
      const firstPage = doc.bufferedPageRange().count - 1;
      if (documents.at(-1)?.firstPage === firstPage) documents.pop();
      documents.push({ firstPage, language, footer });
      switchTo(language);
    },
    space(points: number) {
      y = Math.min(y + points, bottom);
    },
    /** Adds a table whose head is repeated on each page. */
    table(head: PdfCell[], rows: PdfCell[][], rowOptions: RowOptions = {}) {
      const drawHead = () => row(head, { ...rowOptions, padding: 5, fill: colors.sunken });
      ensureSpace(60);
      drawHead();
      onNewPage = () => {
        onNewPage = null;
        drawHead();
        onNewPage = drawHeadAgain;
      };
      const drawHeadAgain = onNewPage;
      for (const cells of rows) row(cells, { padding: 5, rule: true, ...rowOptions });
      onNewPage = null;
    },
    /** Finishes the file, adding page numbers to documents of several pages; returns its bytes. */
    finish(): Promise<Buffer> {
      const { count: pageCount } = doc.bufferedPageRange();
      for (const [index, { firstPage, language, footer }] of documents.entries()) {
        switchTo(language);
        const count = (documents[index + 1]?.firstPage ?? pageCount) - firstPage;
        for (let page = 0; page < count; page++) {
          doc.switchToPage(firstPage + page);
          const small = { size: 8, color: colors.soft };
          const number = count > 1 ? `${page + 1} / ${count}` : "";
          const cells: PdfCell[] = [
            { text: footer ?? "", ...small },
            { text: number, ...small, align: "end", direction: "ltr" },
          ];
          const columns = columnsOf(2, { columns: [4, 1] });
          for (const [at, cell] of cells.entries())
            piecesOf(cell, columns[at]!.width)[0]?.draw(columns[at]!.x, doc.page.height - margin);
        }
      }
      doc.end();
      return written;
    },
  };
}

/** Returns an uncached response with a PDF that opens in the browser. */
export function sendPdf(bytes: Uint8Array, name: string): Response {
  return new Response(new Uint8Array(bytes), {
    headers: {
      "content-type": "application/pdf",
      "content-disposition": `inline; filename="${name}"`,
      "cache-control": "private, no-store",
    },
  });
}
