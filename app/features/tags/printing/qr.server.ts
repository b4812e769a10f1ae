import sharp from "sharp";
import { encode, renderSVG } from "uqr";
import type { Correction } from "./label-sizes.rules.ts";

/** Modules of quiet space that ISO/IEC 18004 asks for around a QR code. */
const quiet = 4;

/**
 * What a tag's QR code says. Upper case keeps it in the QR's alphanumeric mode, which makes its modules larger on a small
 * tag; scheme and host do not care about letter case, and our `/T/` path takes any.
 */
export function qrText(publicUrl: string, code: string): string {
  return `${publicUrl}/t/${code.replaceAll("-", "")}`.toUpperCase();
}

/** How many dots lie side by side in the QR code of one of our codes, its quiet space included. */
export function dotsOf(publicUrl: string): number {
  return encode(qrText(publicUrl, "0000-0000-0000"), { ecc: "Q", border: quiet }).size;
}

/** A QR code as SVG, error correction Q if not said: a quarter of it may be scratched. */
export function qrSvg(text: string, ecc: Correction = "Q"): string {
  return renderSVG(text, { ecc, border: quiet, pixelSize: 10 });
}

/** The same as PNG, about 1000 pixels wide. */
export async function qrPng(text: string, ecc: Correction = "Q"): Promise<Buffer> {
  // sharp's SVG reader is blocked for uploads, so the modules are drawn as raw pixels.
  const { data } = encode(text, { ecc, border: quiet });
  const size = data.length;
  const pixels = Buffer.alloc(size * size, 255);
  for (const [y, row] of data.entries()) for (const [x, dark] of row.entries()) if (dark) pixels[y * size + x] = 0;
  const scale = Math.ceil(1000 / size);
  return sharp(pixels, { raw: { width: size, height: size, channels: 1 } })
    .resize({ width: size * scale, kernel: "nearest" })
    .png()
    .toBuffer();
}

/** A name that people gave, as a part of a file's name. */
export function fileNameOf(name: string): string {
  return (
    name
      .replace(/[^0-9A-Za-z]+/g, "-")
      .replace(/^-|-$/g, "")
      .slice(0, 40) || "tags"
  );
}
