// Protects people who choose a photo: its content decides what it is, never its name or type.
import { expect, test } from "vitest";
import { detectPhotoFormat } from "./photos.ts";

const box = (brands: string) => `\0\0\0${String.fromCharCode(8 + brands.length)}ftyp${brands}`;

test.each([
  ["a JPEG", "\xff\xd8\xff\xe0\0\x10JFIF", "jpeg"],
  ["a PNG", "\x89PNG\r\n\x1a\n", "png"],
  ["a WebP", "RIFF\x10\0\0\0WEBPVP8 ", "webp"],
  ["an AVIF", box("avif\0\0\0\0mif1miaf"), "avif"],
  ["an AVIF whose first brand is the container's", box("mif1\0\0\0\0avifmiaf"), "avif"],
  ["an animated AVIF", box("avis\0\0\0\0msf1"), "avif"],
  ["a HEIC of a phone", box("heic\0\0\0\0mif1heic"), "heic"],
  ["a burst of HEIC", box("hevc\0\0\0\0msf1"), "heic"],
  ["a HEIC with ten bits", box("heix\0\0\0\0mif1"), "heic"],
  ["a film", box("isom\0\0\0\0mp42"), null],
  ["a GIF", "GIF89a", null],
  ["a page", "<!doctype html>", null],
  ["an SVG behind a comment", "<!--ftyp--><svg", null],
  ["a PDF", "%PDF-1.7", null],
  ["nothing", "", null],
] as const)("the first bytes of %s", (_name, head, format) => {
  expect(detectPhotoFormat(Uint8Array.from(head, (char) => char.charCodeAt(0)))).toBe(format);
});
