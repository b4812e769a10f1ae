import { constants, crc32, deflateRawSync } from "node:zlib";

/** The common start of many pages, compressed once. */
export interface SharedStart {
  text: string;
  /** Start of the page's body. */
  brand: string;
  bytes: Buffer;
  /** Deflate blocks (RFC 1951) without the final one, ending on a byte boundary. */
  deflated: Buffer;
  crc: number;
}

/** Header of a gzip member (RFC 1952): deflate, no file name, no time, made on Unix. */
const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);
/**
 * Options for the rest of a page: some hundred bytes larger than the default, in less than half the time. It is only a
 * few kilobytes, so a small window and hash table suffice, which are cleared for each page.
 */
const fastOptions = { level: constants.Z_BEST_SPEED, chunkSize: 4000, windowBits: 13, memLevel: 6 };
/** Bytes of the start that the rest may refer back to; they are read as the dictionary for each page. */
const lookBack = 4096;

/** Compresses the start of pages, for `compressPage`. */
export function compressStart(text: string, brand = ""): SharedStart {
  const bytes = Buffer.from(text);
  const deflated = deflateRawSync(bytes, { level: 9, finishFlush: constants.Z_SYNC_FLUSH });
  return { text, brand, bytes, deflated, crc: crc32(bytes) };
}

/**
 * Compresses a page into one gzip member. Only the part after the shared start is compressed: its deflate blocks follow
 * those of the start and may refer back to it.
 */
export function compressPage({ bytes, deflated, crc }: SharedStart, rest: string): Buffer<ArrayBuffer> {
  const restBytes = Buffer.from(rest);
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(restBytes, crc), 0);
  trailer.writeUInt32LE((bytes.length + restBytes.length) % 2 ** 32, 4);
  const restDeflated = deflateRawSync(restBytes, { ...fastOptions, dictionary: bytes.subarray(-lookBack) });
  return Buffer.concat([header, deflated, restDeflated, trailer]);
}
