import { AppError } from "../app-error.server.ts";
import type { Language } from "../i18n/language.ts";
import { directionOf } from "../i18n/language.ts";
import {
  formatWritable,
  getFontName,
  listFontFiles,
  openDocument,
  type Subset,
  subsets,
  type Weight,
} from "./pdf-fonts.server.ts";
import { findTextDirection, formatLines, type Run } from "./pdf-lines.server.ts";

/** The part of pdfkit's font object that is used here. Lengths are in font units. */
interface Face {
  unitsPerEm: number;
  hasGlyphForCodePoint(sign: number): boolean;
  layout(text: string): {
    glyphs: { path: { toSVG(): string } }[];
    positions: { xAdvance: number; xOffset: number; yOffset: number }[];
    advanceWidth: number;
  };
}

type Faces = Record<Subset, Face>;
const opened = new Map<Weight, Promise<Faces>>();

function getFaces(weight: Weight): Promise<Faces> {
  const faces = opened.get(weight) ?? open(weight);
  opened.set(weight, faces);
  return faces;
}

async function open(weight: Weight): Promise<Faces> {
  const files = await listFontFiles();
  const doc = await openDocument({ font: "" });
  const faces = subsets.map((subset) => {
    doc.font(files.get(getFontName(subset, weight)) as Buffer);
    return [subset, (doc as unknown as { _font: { font: Face } })._font.font];
  });
  return Object.fromEntries(faces);
}

/** Returns the characters of a text that documents and pictures would show as a question mark, each once and with a space between. */
export async function findUnprintable(text: string): Promise<string> {
  const faces = Object.values(await getFaces(400));
  const isKnown = (sign: string) => faces.some((face) => face.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0));
  const signs = new Set(text.normalize("NFC").replaceAll("?", ""));
  return [...signs].filter((sign) => formatWritable(sign, isKnown) === "?").join(" ");
}

/** Throws 400 at the first field with a character that cannot be printed. */
export async function requirePrintable(fields: Readonly<Record<string, unknown>>): Promise<void> {
  for (const [field, value] of Object.entries(fields)) {
    const signs = typeof value === "string" ? await findUnprintable(value) : "";
    if (signs) throw new AppError("errors.unprintable", 400, { field, params: { signs } });
  }
}

export interface OutlineOptions {
  /** Font size in pixels; the line height is 1.3 times this. */
  size: number;
  weight: Weight;
  language: Language;
  /** Maximum width of a line in pixels. */
  width: number;
  /** Maximum number of lines; longer text is truncated with an ellipsis. */
  maxLines: number;
}

interface Outline {
  svg: string;
  /** Width of the longest line in pixels. */
  width: number;
  height: number;
}

/**
 * Converts a text in Rubik to SVG paths, shaped and in visual order, so that rendering needs no font. Lines start at x
 * 0, or end at `width` in a right-to-left language.
 */
export async function renderTextOutlines(text: string, options: OutlineOptions): Promise<Outline> {
  const { size, weight, language, width, maxLines } = options;
  const faces = await getFaces(weight);
  const has = (subset: Subset, sign: string) => faces[subset].hasGlyphForCodePoint(sign.codePointAt(0) ?? 0);
  const subsetOf = (sign: string) => subsets.find((subset) => has(subset, sign)) ?? null;
  const scale = (face: Face) => size / face.unitsPerEm;
  const measure = ({ text: run, subset }: Run) => faces[subset].layout(run).advanceWidth * scale(faces[subset]);
  const drawableText = formatWritable(text, (sign) => subsetOf(sign) !== null);
  const direction = directionOf(language);
  const type = { subsetOf, measure };
  const layOut = (content: string) => formatLines(content, width, findTextDirection(content) ?? direction, type);
  let lines = layOut(drawableText);
  for (let shortened = drawableText; lines.length > maxLines; ) {
    shortened = shortened.slice(0, Math.max(1, Math.floor(shortened.length * 0.94) - 1)).trimEnd();
    lines = layOut(`${shortened}…`);
  }
  const height = Math.round(size * 1.3);
  const widths = lines.map((runs) => runs.reduce((sum, run) => sum + measure(run), 0));
  const glyphPaths = lines.map((runs, index) => {
    const total = widths[index] ?? 0;
    let x = direction === "rtl" ? width - total : 0;
    const y = index * height + size;
    return runs.map((run) => {
      const face = faces[run.subset];
      const { glyphs, positions } = face.layout(run.text);
      return glyphs.map(({ path }, at) => {
        const { xAdvance, xOffset, yOffset } = positions[at] as (typeof positions)[number];
        const factor = scale(face);
        const transform = `translate(${(x + xOffset * factor).toFixed(2)} ${(y - yOffset * factor).toFixed(2)}) scale(${factor.toFixed(5)} ${(-factor).toFixed(5)})`;
        x += xAdvance * factor;
        return `<path transform="${transform}" d="${path.toSVG()}"/>`;
      });
    });
  });
  return { svg: glyphPaths.flat(2).join(""), width: Math.ceil(Math.max(...widths)), height: lines.length * height };
}
