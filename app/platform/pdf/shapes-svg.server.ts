import { light } from "#app/platform/ui/styles/tokens.ts";
import { directionOf, type Language } from "../i18n/language.ts";
import { a4, type Box, hairline, noteHeight, type Shape } from "./shapes.ts";

const signs: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => signs[sign]!);
/** Rounds to thousandths of a millimetre. */
const shown = (millimetres: number) => String(Number(millimetres.toFixed(3)));

/** Renders one A4 sheet as SVG in millimetres. */
export function renderShapesSvg(shapes: readonly Shape[], language: Language): string {
  const drawn = shapes.map((shape) => drawShape(shape, language)).join("");
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${a4.width}mm" height="${a4.height}mm" viewBox="0 0 ${a4.width} ${a4.height}" font-family="Rubik, Arial, Helvetica, sans-serif"><style>.c{fill:none;stroke:#000;stroke-width:${hairline}}</style><rect width="${a4.width}" height="${a4.height}" fill="#fff"/>${drawn}</svg>`;
}

function drawShape(shape: Shape, language: Language): string {
  switch (shape.kind) {
    case "dark":
      return `<path d="${shape.boxes.map(boxPath).join("")}"/>`;
    case "cut": {
      const [[x, y], [toX, toY]] = [shape.from, shape.to];
      return `<path class="c" d="M${shown(x)} ${shown(y)}L${shown(toX)} ${shown(toY)}"/>`;
    }
    case "circle":
      return `<circle class="c" cx="${shown(shape.x)}" cy="${shown(shape.y)}" r="${shown(shape.radius)}"/>`;
    case "code": {
      // Sets the text's width, because no font is guaranteed to be installed.
      const width = Math.min(shape.width, shape.text.length * shape.height * 0.62);
      return `<text x="${shown(shape.x)}" y="${shown(shape.y + shape.height * 0.36)}" font-size="${shown(shape.height)}" text-anchor="middle" textLength="${shown(width)}" lengthAdjust="spacingAndGlyphs">${escaped(shape.text)}</text>`;
    }
    case "note": {
      const direction = directionOf(language);
      const start = direction === "rtl" ? a4.width - a4.margin : a4.margin;
      return `<text x="${start}" y="${shown(shape.y + noteHeight)}" font-size="${noteHeight}" direction="${direction}" fill="${light.ink2}">${escaped(shape.text)}</text>`;
    }
  }
}

const boxPath = ({ x, y, width, height }: Box) =>
  `M${shown(x)} ${shown(y)}h${shown(width)}v${shown(height)}h${shown(-width)}z`;
