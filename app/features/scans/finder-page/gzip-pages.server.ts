import { constants, crc32, deflateRawSync } from "node:zlib";
import type { Language } from "#app/platform/i18n/language.ts";

/** A text that many pages contain, compressed once. */
export interface SharedText {
  text: string;
  bytes: Buffer;
  /** Deflate blocks (RFC 1951) that refer to nothing before them and end on a byte boundary. */
  deflated: Buffer;
}

/** Header of a gzip member (RFC 1952): deflate, no file name, no time, made on Unix. */
const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);
/** An empty stored block that ends the deflate stream. */
const end = Buffer.from([1, 0, 0, 0xff, 0xff]);
/** Number of bytes that a page may contain uncompressed: compressing them takes a sixth of the time of a scan. */
const maxStored = 4096;
/** Options for longer pages: some hundred bytes larger than the default, in less than half the time. */
const fastOptions = { level: constants.Z_BEST_SPEED, finishFlush: constants.Z_SYNC_FLUSH };

/** Compresses a shared text, for `compressPage`. */
export function compressText(text: string): SharedText {
  const bytes = Buffer.from(text);
  return { text, bytes, deflated: deflateRawSync(bytes, { level: 9, finishFlush: constants.Z_SYNC_FLUSH }) };
}

const sharedTexts = new Map<Language, SharedText[]>();

/** Remembers a text that many pages of this language contain. It must be one of a few, not a person's. */
export function addSharedText(language: Language, text: string): void {
  const known = listSharedTexts(language);
  if (!known.some((one) => one.text === text)) sharedTexts.set(language, [...known, compressText(text)]);
}

export const listSharedTexts = (language: Language): readonly SharedText[] => sharedTexts.get(language) ?? [];

/** Splits a text at the first occurrence of each of these shared texts. */
export function splitAtShared(text: string, shared: readonly SharedText[]): (string | SharedText)[] {
  const found = shared
    .map((one) => ({ one, at: text.indexOf(one.text) }))
    .filter(({ at }) => at !== -1)
    .sort((a, b) => a.at - b.at);
  const parts: (string | SharedText)[] = [];
  let from = 0;
  for (const { one, at } of found) {
    if (at < from) continue;
    parts.push(text.slice(from, at), one);
    from = at + one.text.length;
  }
  return [...parts, text.slice(from)];
}

/**
 * Joins the parts of a page to one gzip member. Shared texts are copied as they were compressed once. The other parts
 * are stored as they are if they are short together, else compressed.
 */
export function compressPage(parts: readonly (string | SharedText)[]): Buffer<ArrayBuffer> {
  const pieces = parts.map((part) => (typeof part === "string" ? { bytes: Buffer.from(part), deflated: null } : part));
  const ownSize = pieces.reduce((sum, { bytes, deflated }) => sum + (deflated ? 0 : bytes.length), 0);
  const pack = ownSize <= maxStored ? store : (bytes: Buffer) => [deflateRawSync(bytes, fastOptions)];
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(
    pieces.reduce((crc, { bytes }) => crc32(bytes, crc), 0),
    0,
  );
  trailer.writeUInt32LE(pieces.reduce((sum, { bytes }) => sum + bytes.length, 0) % 2 ** 32, 4);
  const packed = pieces.flatMap(({ bytes, deflated }) => deflated ?? pack(bytes));
  return Buffer.concat([header, ...packed, end, trailer]);
}

/** Returns a stored block of these bytes: its header and the bytes. */
function store(bytes: Buffer): Buffer[] {
  const head = Buffer.alloc(5);
  head.writeUInt16LE(bytes.length, 1);
  head.writeUInt16LE(bytes.length ^ 0xffff, 3);
  return [head, bytes];
}
