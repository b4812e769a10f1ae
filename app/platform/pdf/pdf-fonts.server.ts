import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { inflateSync } from "node:zlib";

export type Weight = 400 | 500 | 700;

/** Subsets of the Rubik font, the most common first. */
export const subsets = ["latin", "arabic", "latin-ext", "cyrillic", "hebrew"] as const;
export type Subset = (typeof subsets)[number];

export const getFontName = (subset: Subset, weight: Weight) => `rubik-${subset}-${weight}`;

let files: Promise<Map<string, Buffer>> | undefined;

/** Returns every subset of Rubik in every weight, read once; a document only embeds the glyphs it uses. */
export function listFontFiles(): Promise<Map<string, Buffer>> {
  files ??= readAll();
  return files;
}

async function readAll(): Promise<Map<string, Buffer>> {
  const { resolve } = createRequire(import.meta.url);
  const names = subsets.flatMap((subset) => ([400, 500, 700] as const).map((weight) => getFontName(subset, weight)));
  return new Map(
    await Promise.all(
      names.map(
        async (name) =>
          [name, decompressWoff(await readFile(resolve(`@fontsource/rubik/files/${name}-normal.woff`)))] as const,
      ),
    ),
  );
}

/** Creates an empty document. The library is loaded at its first use, which takes a tenth of a second. */
export async function openDocument(options: PDFKit.PDFDocumentOptions): Promise<PDFKit.PDFDocument> {
  const { default: PDFDocument } = await import("pdfkit");
  return new PDFDocument(options);
}

/**
 * Decompresses a WOFF font (https://www.w3.org/TR/WOFF); otherwise fontkit would decompress the outline table again for
 * every glyph it draws.
 */
function decompressWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const headSize = 12 + 16 * count;
  const head = Buffer.alloc(headSize);
  woff.copy(head, 0, 4, 8);
  // The header's other fields support binary search and are not used by the reader.
  head.writeUInt16BE(count, 4);
  const parts: Buffer[] = [head];
  let at = headSize;
  for (let table = 0; table < count; table++) {
    const entry = 44 + 20 * table;
    const [start, packedLength, length] = [4, 8, 12].map((field) => woff.readUInt32BE(entry + field)) as [
      number,
      number,
      number,
    ];
    const packed = woff.subarray(start, start + packedLength);
    const bytes = packedLength < length ? inflateSync(packed) : packed;
    const target = 12 + 16 * table;
    woff.copy(head, target, entry, entry + 4);
    woff.copy(head, target + 4, entry + 16, entry + 20);
    head.writeUInt32BE(at, target + 8);
    head.writeUInt32BE(length, target + 12);
    const padding = -length & 3;
    parts.push(bytes, Buffer.alloc(padding));
    at += length + padding;
  }
  return Buffer.concat(parts);
}

/** Returns whether a character only controls direction or joining and is never drawn. */
export const isInvisible = (sign: string) => /[\u200C-\u200F\u202A-\u202E\u2066-\u2069]/.test(sign);

/**
 * Replaces characters that the fonts lack, so that no empty boxes appear: a letter with a rare accent loses it, emoji
 * are dropped, and any other character becomes a question mark.
 */
export function formatWritable(text: string, isKnown: (sign: string) => boolean): string {
  let written = "";
  for (const sign of text.normalize("NFC")) {
    if (isKnown(sign) || isInvisible(sign)) written += sign;
    else if (/\s/.test(sign)) written += " ";
    else if (!/[\p{Extended_Pictographic}\p{Emoji_Component}\p{Variation_Selector}\p{C}]/u.test(sign)) {
      const plain = [...sign.normalize("NFKD")].filter(isKnown).join("");
      written += plain || (/\p{M}/u.test(sign) ? "" : "?");
    }
  }
  return written;
}
