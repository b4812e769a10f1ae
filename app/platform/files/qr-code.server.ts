import encodeQR, { type ErrorCorrection } from "qr";

/** Error correction level, with the share of a code that may be unreadable: L 7 %, M 15 %, Q 25 %, H 30 %. */
export type QrCorrection = "L" | "M" | "Q" | "H";

const corrections: Record<QrCorrection, ErrorCorrection> = { L: "low", M: "medium", Q: "quartile", H: "high" };

/** Quiet zone in modules on each side, as required by ISO/IEC 18004. */
const border = 4;

/** Returns the modules of a QR code row by row, including the quiet zone; `true` is dark. */
export function getQrModules(text: string, correction: QrCorrection): boolean[][] {
  return encodeQR(text, "raw", { ecc: corrections[correction], border });
}

interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * Returns the dark modules of a QR code, scaled to a square of `size` including the quiet zone, as one rectangle per
 * contiguous run in a row.
 */
export function getQrRectangles(text: string, size: number, correction: QrCorrection): Rectangle[] {
  const rows = getQrModules(text, correction);
  const unit = size / rows.length;
  return rows.flatMap((row, y) => {
    const stretches: Rectangle[] = [];
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
