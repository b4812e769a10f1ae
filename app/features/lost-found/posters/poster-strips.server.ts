import { colors } from "#app/platform/pdf/pdf-pieces.server.ts";
import type { Sheet } from "#app/platform/pdf/pdf-sheet.server.ts";

const height = 136;
const bottom = 836;
/** Top of the tear-off strips, in points of A4. */
export const stripsTop = bottom - height;

/** Draws rotated tear-off strips along the bottom of the page, each with name, short URL and QR code. */
export function renderStrips(
  sheet: Sheet,
  { count, qr, address, name }: { count: number; qr: string; address: string; name: string },
): void {
  const margin = 14;
  const width = (sheet.width - 2 * margin) / count;
  const side = Math.min(width - 8, 74);
  const [host = "", path = ""] = address.split(/(?=\/p\/)/);
  sheet.cutLine(margin, stripsTop, sheet.width - margin, stripsTop);
  for (let index = 0; index <= count; index++)
    if (index > 0 && index < count)
      sheet.cutLine(margin + index * width, stripsTop, margin + index * width, sheet.height);
  for (let index = 0; index < count; index++)
    sheet.rotated(margin + index * width, bottom, () => {
      // Rotated by 90° counter-clockwise: x runs up the page, y from left to right.
      const middle = (width - side) / 2;
      sheet.qr(qr, { x: 2, y: middle, width: side });
      const text = { x: side + 4, width: height - side - 12 };
      const third = (width - 12) / 3;
      sheet.fit(
        { text: name, weight: 700, align: "center", direction: "auto" },
        { ...text, y: 6, height: third },
        { from: 13, to: 6 },
      );
      sheet.fit(
        { text: host, align: "center", direction: "ltr", color: colors.soft },
        { ...text, y: 6 + third, height: third },
        { from: 9, to: 4.5 },
      );
      sheet.fit(
        { text: path, weight: 700, align: "center", direction: "ltr" },
        { ...text, y: 6 + 2 * third, height: third },
        { from: 12, to: 6 },
      );
    });
}
