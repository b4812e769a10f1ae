import { constants, crc32, deflateRawSync } from "node:zlib";

/** A text with which many pages begin, compressed once. */
export interface SharedStart {
  text: string;
  /** What the page's body begins with. */
  brand: string;
  bytes: Buffer;
  /** Deflate blocks (RFC 1951) without a last one, ending at a whole byte. */
  deflated: Buffer;
  crc: number;
}

/** The header of a gzip member (RFC 1952): deflate, no name, no time, made on Unix. */
const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);
/** How the rest is compressed: some hundred bytes more than by default, in half the time. */
const quick = { level: constants.Z_BEST_SPEED, chunkSize: 4000 };
/** How much of the start's end deflate may point back into; it has to be read for each page. */
const lookBack = 4096;

/** Compresses the start of pages for `compressPage`. */
export function compressStart(text: string, brand = ""): SharedStart {
  const bytes = Buffer.from(text);
  const deflated = deflateRawSync(bytes, { level: 9, finishFlush: constants.Z_SYNC_FLUSH });
  return { text, brand, bytes, deflated, crc: crc32(bytes) };
}

/**
 * Compresses a page into one gzip member, of which only what comes after the shared start is work: its deflate blocks
 * follow those of the start and may point back into it.
 */
export function compressPage({ bytes, deflated, crc }: SharedStart, rest: string): Buffer<ArrayBuffer> {
  const restBytes = Buffer.from(rest);
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(restBytes, crc), 0);
  trailer.writeUInt32LE((bytes.length + restBytes.length) % 2 ** 32, 4);
  const restDeflated = deflateRawSync(restBytes, { ...quick, dictionary: bytes.subarray(-lookBack) });
  return Buffer.concat([header, deflated, restDeflated, trailer]);
}
