import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

export type Weight = 400 | 500 | 700;

/** The parts that Rubik comes in, the likeliest first. */
export const subsets = ["latin", "arabic", "latin-ext", "cyrillic", "hebrew"] as const;
export type Subset = (typeof subsets)[number];

export const fontName = (subset: Subset, weight: Weight) => `rubik-${subset}-${weight}`;

let files: Promise<Map<string, Buffer>> | undefined;

/** Every part of Rubik in every weight, read once; a document embeds only the signs it uses. */
export function fontFiles(): Promise<Map<string, Buffer>> {
  files ??= readAll();
  return files;
}

async function readAll(): Promise<Map<string, Buffer>> {
  const { resolve } = createRequire(import.meta.url);
  const names = subsets.flatMap((subset) => ([400, 500, 700] as const).map((weight) => fontName(subset, weight)));
  return new Map(
    await Promise.all(
      names.map(
        async (name) => [name, await readFile(resolve(`@fontsource/rubik/files/${name}-normal.woff`))] as const,
      ),
    ),
  );
}

/** Marks that steer direction or joining and are never drawn. */
export const isInvisible = (sign: string) => /[\u200C-\u200F\u202A-\u202E\u2066-\u2069]/.test(sign);

/**
 * The text in signs that the fonts have: a letter with a rare accent loses it, an emoji is left out, and any other
 * unknown sign becomes a question mark, so that nobody meets an empty box.
 */
export function writable(text: string, isKnown: (sign: string) => boolean): string {
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
