import sharp from "sharp";
import { getQrModules, getQrPath } from "#app/platform/files/qr-code.server.ts";
import type { Correction } from "./label-sizes.rules.ts";

/**
 * What a tag's QR code says. Upper case keeps it in the QR's alphanumeric mode, which makes its modules larger on a small
 * tag; scheme and host do not care about letter case, and our `/T/` path takes any.
 */
export function formatQrText(publicUrl: string, code: string): string {
  return `${publicUrl}/t/${code.replaceAll("-", "")}`.toUpperCase();
}

/** Modules in a row of the QR code of one of our tags, its quiet space included. */
export function countQrModules(publicUrl: string): number {
  return getQrModules(formatQrText(publicUrl, "0000-0000-0000"), "Q").length;
}

/** A QR code as an SVG file, black on white, 10 units a module; error correction Q if not said. */
export function renderQrSvg(text: string, correction: Correction = "Q"): string {
  const size = getQrModules(text, correction).length * 10;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"><rect fill="white" width="${size}" height="${size}"/><path fill="black" d="${getQrPath(text, size, correction)}"/></svg>`;
}

/** A QR code as a PNG file about 1000 pixels wide; error correction Q if not said. */
export async function renderQrPng(text: string, correction: Correction = "Q"): Promise<Buffer> {
  // sharp's SVG reader is blocked for uploads, so the modules are drawn as raw pixels.
  const rows = getQrModules(text, correction);
  const size = rows.length;
  const pixels = Buffer.alloc(size * size, 255);
  for (const [y, row] of rows.entries()) for (const [x, dark] of row.entries()) if (dark) pixels[y * size + x] = 0;
  const scale = Math.ceil(1000 / size);
  return sharp(pixels, { raw: { width: size, height: size, channels: 1 } })
    .resize({ width: size * scale, kernel: "nearest" })
    .png()
    .toBuffer();
}

/** A name that people gave, as a part of a file's name. */
export function formatFileName(name: string): string {
  return (
    name
      .replace(/[^\p{L}\p{M}\p{N}]+/gu, "-")
      .replace(/^-|-$/g, "")
      .slice(0, 40) || "tags"
  );
}
