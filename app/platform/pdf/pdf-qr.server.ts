import { encode } from "uqr";
import type { Box } from "./marks.ts";

/** Modules of quiet space that ISO/IEC 18004 asks for around a QR code. */
const quiet = 4;

/** The dark parts of a QR code (error correction M if not said) as rectangles in a square of `size`, one for each stretch of a row. */
export function qrRectangles(text: string, size: number, ecc: "M" | "Q" | "H" = "M"): Box[] {
  const { data } = encode(text, { ecc, border: quiet });
  const unit = size / data.length;
  return data.flatMap((row, y) => {
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
