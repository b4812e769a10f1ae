/**
 * Recognises copies of a picture. Each hash holds which of the 256 lowest frequencies of a part of the picture are
 * stronger than their median (as in PDQ, Facebook 2019); of a picture many parts are hashed, so that a cropped, framed or
 * turned copy has a part that is nearly equal. Decision 034 has the figures and what is not found.
 */
import sharp from "sharp";
// Imported first, because it blocks all decoders but those of photos.
import "./read-picture.server.ts";

/** Longer side in pixels of the grey picture that is hashed. */
const longSide = 160;
/** Frequencies in each direction, as in PDQ (Facebook 2019): 256 bits a hash. */
const frequencies = 16;
const wordsPerHash = (frequencies * frequencies) / 32;

interface Grey {
  data: Float32Array;
  width: number;
  height: number;
}

/** Part of a picture's width or height, from 0 to 1. */
type Span = readonly [from: number, to: number];

const whole: Span = [0, 1];

/** Spans that lack up to `most` of the length at either end, in equal steps, the whole first. */
function spansWithout(most: number, steps: number): Span[] {
  const cuts = Array.from({ length: steps + 1 }, (_, step) => (most * step) / steps);
  return cuts.flatMap((from) => cuts.map((to): Span => [from, 1 - to]));
}

/** Parts of a stored picture that somebody may have cut out. */
const cropSpans = spansWithout(0.15, 3);
/** Parts of a new picture that may be a stored one with bars above and below, as in a screenshot. */
const frameSpans = spansWithout(0.42, 14);
/** Degrees by which a new picture may have been turned. */
const turns = [-7.5, -5, -2.5, 2.5, 5, 7.5];
/** Difference of greys, of 256, and share of a line's pixels within it that make the line part of a bar. */
const barTolerance = 10;
const shareOfBar = 0.7;
const insideTurn: Span = [0.1, 0.9];

/** Hashes one after another. */
type Hashes = Uint32Array;

/** What is stored of a picture: the hash of the whole, then those of its parts. */
export type PictureHashes = Hashes;

/** Hashes of a new picture: `core` is compared with all hashes of a stored one, `framed` with its first. */
export interface VariantHashes {
  core: Hashes;
  framed: Hashes;
}

/**
 * Most bits, of 256, in which the nearest hashes of one picture and its altered copy differ. Pictures of different
 * scenes differ in 64 or more (`npm run bench -- pictures`).
 */
const maxDifferentBits = 54;

async function toGrey(bytes: Uint8Array): Promise<Grey> {
  const { data, info } = await sharp(bytes)
    .flatten({ background: "#fff" })
    .greyscale()
    .resize({ width: longSide, height: longSide, fit: "inside" })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data: Float32Array.from(data), width: info.width, height: info.height };
}

/** Returns the picture turned about its centre; what comes from outside repeats the edge. */
function turn({ data, width, height }: Grey, degrees: number): Grey {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const turned = new Float32Array(data.length);
  const clamp = (value: number, most: number) => Math.max(0, Math.min(most, value));
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) {
      const [dx, dy] = [column - width / 2, row - height / 2];
      const x = clamp(width / 2 + dx * cos - dy * sin, width - 1.001);
      const y = clamp(height / 2 + dx * sin + dy * cos, height - 1.001);
      const at = Math.floor(y) * width + Math.floor(x);
      const [right, down] = [x % 1, y % 1];
      const upper = data[at]! * (1 - right) + data[at + 1]! * right;
      const lower = data[at + width]! * (1 - right) + data[at + width + 1]! * right;
      turned[row * width + column] = upper * (1 - down) + lower * down;
    }
  return { data: turned, width, height };
}

/** Returns the part of a picture inside bars of one grey, which may have words on them; the whole if it has none. */
function withoutBars({ data, width, height }: Grey): Grey {
  const isBar = (start: number, step: number, length: number, grey: number) => {
    let same = 0;
    for (let at = 0; at < length; at++) if (Math.abs(data[start + at * step]! - grey) <= barTolerance) same++;
    return same >= length * shareOfBar;
  };
  const countBars = (lines: number, isBarAt: (line: number) => boolean) => {
    let bars = 0;
    while (bars < lines && isBarAt(bars)) bars++;
    return bars;
  };
  const last = data.length - 1;
  const top = countBars(height, (row) => isBar(row * width, 1, width, data[0]!));
  const bottom = countBars(height - top, (row) => isBar(last - row * width, -1, width, data[last]!));
  const rows = height - top - bottom;
  const first = top * width;
  const end = first + (rows - 1) * width + width - 1;
  const left = countBars(width, (column) => isBar(first + column, width, rows, data[first]!));
  const right = countBars(width - left, (column) => isBar(end - column, -width, rows, data[end]!));
  const columns = width - left - right;
  if (rows < height / 4 || columns < width / 4) return { data, width, height };
  const inside = new Float32Array(rows * columns);
  for (let row = 0; row < rows; row++) {
    const start = first + row * width + left;
    inside.set(data.subarray(start, start + columns), row * columns);
  }
  return { data: inside, width: columns, height: rows };
}

/** Cosines of all frequencies over a span of `length` pixels, 0 outside of it. */
function cosines(length: number, [from, to]: Span): Float32Array {
  const waves = new Float32Array(frequencies * length);
  for (let pixel = 0; pixel < length; pixel++) {
    const place = ((pixel + 0.5) / length - from) / (to - from);
    if (place < 0 || place > 1) continue;
    // cos((n + 1)x) = 2 cos(x) cos(nx) - cos((n - 1)x)
    const first = Math.cos(Math.PI * place);
    let [before, wave] = [1, first];
    for (let at = pixel; at < waves.length; at += length) {
      waves[at] = wave;
      [before, wave] = [wave, 2 * first * wave - before];
    }
  }
  return waves;
}

/** Product of the rows of two matrices of rows of `length` numbers. */
function multiply(left: Float32Array, right: Float32Array, length: number): Float32Array {
  const [rows, columns] = [left.length / length, right.length / length];
  const product = new Float32Array(rows * columns);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      let sum = 0;
      for (let at = 0; at < length; at++) sum += left[row * length + at]! * right[column * length + at]!;
      product[row * columns + column] = sum;
    }
  return product;
}

/** Hashes the parts of a picture that all pairs of spans make, mirrored as well if asked for. */
function hashParts({ data, width, height }: Grey, across: Span[], down: Span[], isMirrored = false): Hashes {
  const kinds = isMirrored ? 2 : 1;
  const hashes = new Uint32Array(across.length * down.length * kinds * wordsPerHash);
  let next = 0;
  for (const x of across) {
    const waves = multiply(cosines(width, x), data, width);
    for (const y of down) {
      const part = multiply(waves, cosines(height, y), height);
      for (let kind = 0; kind < kinds; kind++) {
        // A mirrored picture has the opposite of each odd wave.
        if (kind === 1)
          for (let at = 0; at < part.length; at++) if (Math.floor(at / frequencies) % 2 === 0) part[at]! *= -1;
        writeHash(part, hashes.subarray(next, next + wordsPerHash));
        next += wordsPerHash;
      }
    }
  }
  return hashes;
}

/** Writes which waves are stronger than the median. */
function writeHash(part: Float32Array, hash: Uint32Array): void {
  const median = part.slice().sort()[part.length / 2]!;
  for (let at = 0; at < part.length; at++) if (part[at]! >= median) hash[at >> 5]! |= 1 << (at & 31);
}

function concat(all: Hashes[]): Hashes {
  const joined = new Uint32Array(all.reduce((sum, { length }) => sum + length, 0));
  let next = 0;
  for (const hashes of all) {
    joined.set(hashes, next);
    next += hashes.length;
  }
  return joined;
}

const hashCrops = (grey: Grey): PictureHashes => hashParts(grey, cropSpans, cropSpans);

/** Returns the hashes to store of one of our own stored pictures, so that copies of it or of its parts are recognised. */
export async function hashPicture(bytes: Uint8Array): Promise<PictureHashes> {
  return hashCrops(await toGrey(bytes));
}

/** Returns the hashes by which the stored pictures are searched for a new one: also mirrored, turned, without bars. */
export async function hashVariants(bytes: Uint8Array): Promise<VariantHashes> {
  return hashAltered(await toGrey(bytes));
}

/** Returns both kinds of hashes of a new picture, which is decoded once. */
export async function hashNewPicture(bytes: Uint8Array): Promise<{ hashes: PictureHashes; variants: VariantHashes }> {
  const grey = await toGrey(bytes);
  return { hashes: hashCrops(grey), variants: hashAltered(grey) };
}

function hashAltered(grey: Grey): VariantHashes {
  return {
    core: concat([
      hashParts(grey, [whole], [whole], true),
      hashParts(withoutBars(grey), [whole], [whole], true),
      ...turns.map((degrees) => hashParts(turn(grey, degrees), [insideTurn], [insideTurn], true)),
    ]),
    framed: hashParts(grey, [whole], frameSpans, true),
  };
}

/** Number of bits that are set (Hacker's Delight, 5-1). */
function countBits(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Returns the smallest number of different bits between any of the hashes of two lists, if it is below `least`. */
function nearest(some: Hashes, others: Hashes, least: number): number {
  for (let one = 0; one < some.length; one += wordsPerHash)
    for (let other = 0; other < others.length; other += wordsPerHash) {
      let bits = 0;
      for (let word = 0; word < wordsPerHash && bits < least; word++)
        bits += countBits(some[one + word]! ^ others[other + word]!);
      if (bits < least) least = bits;
    }
  return least;
}

/**
 * Returns by how many bits of 256 a new picture differs from a stored one, in the parts that are most alike; `most` if
 * by that many or more, which is faster the lower it is.
 */
export function countDifferentBits(stored: PictureHashes, { core, framed }: VariantHashes, most = 256): number {
  return nearest(framed, stored.subarray(0, wordsPerHash), nearest(core, stored, most));
}

/** Returns whether a new picture is a stored one: cropped, turned, mirrored, framed, captioned, brightened or recompressed. */
export function isSamePicture(stored: PictureHashes, variants: VariantHashes): boolean {
  return countDifferentBits(stored, variants, maxDifferentBits + 1) <= maxDifferentBits;
}

/** Returns the bytes of stored hashes, for a column. */
export const toHashBytes = (hashes: PictureHashes): Buffer =>
  Buffer.from(hashes.buffer, hashes.byteOffset, hashes.byteLength);

/** Returns the hashes of a column's bytes. */
export const fromHashBytes = (bytes: Uint8Array): PictureHashes => new Uint32Array(Uint8Array.from(bytes).buffer);
