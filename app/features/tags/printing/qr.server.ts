import sharp from "sharp";
import { getQrModules, getQrPath } from "#app/platform/files/qr-code.server.ts";
import type { Correction } from "./label-sizes.rules.ts";

/**
 * Returns the text of a tag's QR code. Upper case allows the alphanumeric mode, whose modules are larger on a small
 * tag; scheme and host are case-insensitive, and the `/T/` path accepts any case.
 */
export function formatQrText(publicUrl: string, code: string): string {
  return `${publicUrl}/t/${code.replaceAll("-", "")}`.toUpperCase();
}

/** Returns the width of a tag's QR code in modules, including its quiet zone. */
export function countQrModules(publicUrl: string): number {
  return getQrModules(formatQrText(publicUrl, "0000-0000-0000"), "Q").length;
}

/** Renders a QR code as SVG, black on white, 10 units per module; default error correction Q. */
export function renderQrSvg(text: string, correction: Correction = "Q"): string {
  const size = getQrModules(text, correction).length * 10;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"><rect fill="white" width="${size}" height="${size}"/><path fill="black" d="${getQrPath(text, size, correction)}"/></svg>`;
}

/** Renders a QR code as PNG, about 1000 pixels wide; default error correction Q. */
export async function renderQrPng(text: string, correction: Correction = "Q"): Promise<Buffer> {
  // sharp's SVG loader is blocked because of uploads, so the modules are drawn as raw pixels.
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

/** Converts a user-defined name into a safe part of a file name. */
export function formatFileName(name: string): string {
  return (
    name
      .replace(/[^\p{L}\p{M}\p{N}]+/gu, "-")
      .replace(/^-|-$/g, "")
      .slice(0, 40) || "tags"
  );
}
