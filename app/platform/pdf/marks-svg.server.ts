import { light } from "#app/platform/ui/styles/tokens.ts";
import { directionOf, type Language } from "../i18n/language.ts";
import { a4, type Box, hairline, type Mark, noteHeight } from "./marks.ts";

const signs: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => signs[sign]!);
/** Rounds to thousandths of a millimetre. */
const shown = (millimetres: number) => String(Number(millimetres.toFixed(3)));

/** Renders one A4 sheet as SVG in millimetres. */
export function renderMarksSvg(marks: readonly Mark[], language: Language): string {
  const drawn = marks.map((mark) => drawnMark(mark, language)).join("");
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${a4.width}mm" height="${a4.height}mm" viewBox="0 0 ${a4.width} ${a4.height}" font-family="Rubik, Arial, Helvetica, sans-serif"><style>.c{fill:none;stroke:#000;stroke-width:${hairline}}</style><rect width="${a4.width}" height="${a4.height}" fill="#fff"/>${drawn}</svg>`;
}

function drawnMark(mark: Mark, language: Language): string {
  switch (mark.kind) {
    case "dark":
      return `<path d="${mark.boxes.map(boxPath).join("")}"/>`;
    case "cut": {
      const [[x, y], [toX, toY]] = [mark.from, mark.to];
      return `<path class="c" d="M${shown(x)} ${shown(y)}L${shown(toX)} ${shown(toY)}"/>`;
    }
    case "circle":
      return `<circle class="c" cx="${shown(mark.x)}" cy="${shown(mark.y)}" r="${shown(mark.radius)}"/>`;
    case "code": {
      // Sets the text's width, because no font is certain to be installed.
      const width = Math.min(mark.width, mark.text.length * mark.height * 0.62);
      return `<text x="${shown(mark.x)}" y="${shown(mark.y + mark.height * 0.36)}" font-size="${shown(mark.height)}" text-anchor="middle" textLength="${shown(width)}" lengthAdjust="spacingAndGlyphs">${escaped(mark.text)}</text>`;
    }
    case "note": {
      const direction = directionOf(language);
      const start = direction === "rtl" ? a4.width - a4.margin : a4.margin;
      return `<text x="${start}" y="${shown(mark.y + noteHeight)}" font-size="${noteHeight}" direction="${direction}" fill="${light.ink2}">${escaped(mark.text)}</text>`;
    }
  }
}

const boxPath = ({ x, y, width, height }: Box) =>
  `M${shown(x)} ${shown(y)}h${shown(width)}v${shown(height)}h${shown(-width)}z`;
