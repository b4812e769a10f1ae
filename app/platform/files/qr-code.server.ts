import encodeQR, { type ErrorCorrection } from "qr";
import type { Box } from "../pdf/shapes.ts";

/** How much of a code may be unreadable: L 7 %, M 15 %, Q 25 %, H 30 %. */
export type QrCorrection = "L" | "M" | "Q" | "H";

const corrections: Record<QrCorrection, ErrorCorrection> = { L: "low", M: "medium", Q: "quartile", H: "high" };

/** Modules of quiet space on each side, as ISO/IEC 18004 asks for. */
const border = 4;

/** Returns the modules of a QR code row by row, `true` where dark, quiet space included. */
export function getQrModules(text: string, correction: QrCorrection): boolean[][] {
  return encodeQR(text, "raw", { ecc: corrections[correction], border });
}

/**
 * Returns the dark modules of a QR code as rectangles in a square of `size`, quiet space included, one for each
 * unbroken stretch of a row.
 */
export function getQrRectangles(text: string, size: number, correction: QrCorrection): Box[] {
  const rows = getQrModules(text, correction);
  const unit = size / rows.length;
  return rows.flatMap((row, y) => {
    const stretches: Box[] = [];
    for (let x = 0; x < row.length; x++) {
      if (!row[x]) continue;
      const start = x;
      while (row[x + 1]) x++;
      stretches.push({ x: start * unit, y: y * unit, width: (x - start + 1) * unit, height: unit });
    }
    return stretches;
  });
}

/** Returns the same rectangles as SVG path data, rounded to thousandths. */
export function getQrPath(text: string, size: number, correction: QrCorrection): string {
  const short = (value: number) => Number(value.toFixed(3));
  return getQrRectangles(text, size, correction)
    .map(({ x, y, width, height }) => `M${short(x)} ${short(y)}h${short(width)}v${short(height)}h-${short(width)}z`)
    .join("");
}
