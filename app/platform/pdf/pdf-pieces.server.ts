import type PDFDocument from "pdfkit";
import { light, logoPaths } from "#app/platform/ui/styles/tokens.ts";
import { getQrRectangles } from "../files/qr-code.server.ts";
import { directionOf, type Language } from "../i18n/language.ts";
import { formatWritable, getFontName, type Subset, subsets, type Weight } from "./pdf-fonts.server.ts";
import { type Direction, findTextDirection, formatLines, type Run } from "./pdf-lines.server.ts";

export const colors = { ink: light.ink, soft: light.ink2, line: light.line, brand: light.brand, sunken: light.sunken };

export interface PdfText {
  text: string;
  /** Font size in points; default 10. */
  size?: number;
  weight?: Weight;
  color?: string;
  /** `start` and `end` follow the document's language, or `language` if set. */
  align?: "start" | "center" | "end";
  language?: Language;
  /** `auto` for users' text, `ltr` for phone numbers, codes and prices. */
  direction?: Direction | "auto";
}
/** A JPEG or PNG, see `createPdfPicture`. Lengths in points. */
export interface PdfImage {
  image: Uint8Array;
  width: number;
  height: number;
  radius?: number;
}
export interface PdfQr {
  qr: string;
  width: number;
}
/** The logo's mark before a name. */
export interface PdfLogo {
  logo: PdfText;
}
/** Vertical gap in points. */
export interface PdfGap {
  gap: number;
}
export type PdfPart = string | PdfText | PdfImage | PdfQr | PdfLogo | PdfGap;
/** Content of one column, from top to bottom. */
export type PdfCell = PdfPart | PdfPart[];

/** Content that is not split by a page break. */
export interface Piece {
  height: number;
  draw(x: number, y: number): void;
}

interface Opened {
  font: { hasGlyphForCodePoint(code: number): boolean };
}

const known = new Map<string, Subset | null>();
const lineHeight = 1.45;
/** Line height of Rubik. */
const fontHeight = 1.185;

/** Returns a function that lays out cells as pieces; `width` is the column's width in points. */
export function createPdfPieces(doc: InstanceType<typeof PDFDocument>, language: Language) {
  function subsetOf(sign: string): Subset | null {
    const found = known.get(sign);
    if (found !== undefined) return found;
    const code = sign.codePointAt(0)!;
    const has = (subset: Subset) =>
      (doc.font(getFontName(subset, 400)) as unknown as { _font: Opened })._font.font.hasGlyphForCodePoint(code);
    const subset = code > 0xffff || code < 0x20 ? null : (subsets.find(has) ?? null);
    known.set(sign, subset);
    return subset;
  }

  const widths = new Map<string, number>();

  function textPieces(spec: PdfText, width: number): Piece[] {
    const { size = 10, weight = 400, color = colors.ink, align = "start" } = spec;
    const own = directionOf(spec.language ?? language);
    const use = (run: Run) => doc.font(getFontName(run.subset, weight)).fontSize(size);
    const widthOf = (run: Run) => {
      const key = `${size} ${weight} ${run.subset} ${run.text}`;
      const width = widths.get(key) ?? use(run).widthOfString(run.text, { features: [] });
      widths.set(key, width);
      return width;
    };
    const type = { subsetOf, measure: widthOf };
    const isLeft = align === "start" ? own === "ltr" : own === "rtl";

    return spec.text.split(/\r\n?|[\n\u2028\u2029]/).flatMap((paragraph) => {
      const text = formatWritable(paragraph, (sign) => subsetOf(sign) !== null);
      const direction = spec.direction === "auto" ? (findTextDirection(text) ?? own) : (spec.direction ?? own);
      return formatLines(text, width, direction, type).map((runs) => ({
        height: size * lineHeight,
        draw(x: number, y: number) {
          const whole = runs.reduce((sum, run) => sum + widthOf(run), 0);
          let at = x + (align === "center" ? (width - whole) / 2 : isLeft ? 0 : width - whole);
          const top = y + (size * (lineHeight - fontHeight)) / 2;
          for (const run of runs) {
            use(run).fillColor(color).text(run.text, at, top, { lineBreak: false, features: [] });
            at += widthOf(run);
          }
        },
      }));
    });
  }

  const startOf = (x: number, width: number, own: number) => (directionOf(language) === "rtl" ? x + width - own : x);

  function drawLogo(x: number, y: number, side: number): void {
    doc
      .save()
      .translate(x, y)
      .scale(side / 48);
    doc.path(logoPaths.tag).fill(light.brand, "even-odd");
    doc.path(logoPaths.heart).fill(light.sun);
    doc.restore();
  }

  function logoPieces(name: PdfText, width: number): Piece[] {
    const side = (name.size ?? 10) * 1.35;
    const indent = side * 1.3;
    return textPieces(name, width - indent).map((piece, line) => ({
      height: piece.height,
      draw(x: number, y: number) {
        if (line === 0) drawLogo(startOf(x, width, side), y + (piece.height - side) / 2, side);
        piece.draw(directionOf(language) === "rtl" ? x : x + indent, y);
      },
    }));
  }

  function partPieces(part: PdfPart, width: number): Piece[] {
    if (typeof part === "string") return textPieces({ text: part }, width);
    if ("text" in part) return textPieces(part, width);
    if ("logo" in part) return logoPieces(part.logo, width);
    if ("gap" in part) return [{ height: part.gap, draw: () => undefined }];
    if ("qr" in part) {
      const draw = (x: number, y: number) => {
        const left = startOf(x, width, part.width);
        for (const dark of getQrRectangles(part.qr, part.width, "M"))
          doc.rect(left + dark.x, y + dark.y, dark.width, dark.height);
        doc.fill("#000000");
      };
      return [{ height: part.width, draw }];
    }
    const draw = (x: number, y: number) => {
      const left = startOf(x, width, part.width);
      doc.save();
      doc.roundedRect(left, y, part.width, part.height, part.radius ?? 0).clip();
      doc.image(Buffer.from(part.image), left, y, { width: part.width, height: part.height });
      doc.restore();
    };
    return [{ height: part.height, draw }];
  }

  return (cell: PdfCell, width: number): Piece[] => [cell].flat().flatMap((part) => partPieces(part, width));
}
