import { createCipheriv, createDecipheriv, createHmac, randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

const mark = Buffer.from("ALEEFSE2");
/** Of those sealed before there were labels. */
const unlabelled = Buffer.from("ALEEFSE1");
const saltLength = 16;
const prefixLength = 7;
const proofLength = 32;
const headLength = mark.length + saltLength + prefixLength + proofLength;
const tagLength = 16;
/** Bytes that say how long the label is. */
const sizeLength = 2;
/** In the label's nonce, where a piece has its number; no file is so long. */
const labelNumber = 0xff_ff_ff_ff;
/** Bytes of one piece before it is sealed. */
const pieceLength = 64 * 1024;

type Pieces = AsyncIterable<Uint8Array>;

/** Why a sealed file was not opened. */
export class CannotOpen extends Error {
  readonly why: "noKey" | "otherKey" | "changedLabel" | "damaged" | "unsealed";

  constructor(why: CannotOpen["why"]) {
    super(why);
    this.why = why;
  }
}

/** Costly on purpose (32 MB, some 50 ms): a passphrase that was chosen badly shall not be tried out by the million. */
async function keysOf(passphrase: string, salt: Buffer) {
  const both = (await promisify(scrypt)(passphrase.normalize("NFC"), salt, 64)) as Buffer;
  return { seal: both.subarray(0, 32), prove: both.subarray(32) };
}

const proofOf = (key: Buffer, head: Buffer) => createHmac("sha256", key).update(head).digest();

/** Never twice the same: the prefix is the file's own, the number counts its pieces, the last byte marks the end. */
function nonceOf(prefix: Buffer, number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  prefix.copy(nonce);
  nonce.writeUInt32BE(number, prefixLength);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

/**
 * Seals a stream under a passphrase as STREAM does (Hoang, Reyhanitabar, Rogaway, Vizár 2015): AES-256-GCM over pieces of
 * 64 KiB whose nonces count and mark the last, so that a changed, moved, repeated, missing or cut-off piece is found. The
 * key comes from scrypt over a salt of the file's own. The label stands open at the beginning, authenticated as additional
 * data of this very file.
 */
export async function* sealPieces(pieces: Pieces, passphrase: string, label: string): AsyncGenerator<Buffer> {
  const salt = randomBytes(saltLength);
  const prefix = randomBytes(prefixLength);
  const keys = await keysOf(passphrase, salt);
  const head = Buffer.concat([mark, salt, prefix]);
  const about = Buffer.from(label);
  const size = Buffer.alloc(sizeLength);
  size.writeUInt16BE(about.length);
  const stamp = createCipheriv("aes-256-gcm", keys.seal, nonceOf(prefix, labelNumber, false));
  stamp.setAAD(Buffer.concat([head, about])).final();
  yield Buffer.concat([head, proofOf(keys.prove, head), size, about, stamp.getAuthTag()]);
  for await (const { bytes, number, isLast } of evenly(pieces, pieceLength)) {
    const cipher = createCipheriv("aes-256-gcm", keys.seal, nonceOf(prefix, number, isLast));
    yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
  }
}

/**
 * Opens what `sealed` made. Without a passphrase what was never sealed is handed on untouched; with one it is refused,
 * since anybody could have made it, unless `acceptUnsealed` says that it is known to be old. Gives no byte that was not
 * proven; throws CannotOpen without a key, with another one, and where something was changed or is missing.
 */
export async function* opened(
  pieces: Pieces,
  passphrase: string | undefined,
  { acceptUnsealed = false } = {},
): AsyncGenerator<Uint8Array> {
  const source = pieces[Symbol.asyncIterator]();
  let start = await firstBytes(source, headLength);
  const itsMark = start.subarray(0, mark.length);
  if (!itsMark.equals(mark) && !itsMark.equals(unlabelled)) {
    if (passphrase && !acceptUnsealed) throw new CannotOpen("unsealed");
    yield* followedBy(start, source);
    return;
  }
  if (!passphrase) throw new CannotOpen("noKey");
  if (start.length < headLength) throw new CannotOpen("damaged");
  const head = start.subarray(0, headLength - proofLength);
  const prefix = head.subarray(mark.length + saltLength);
  const keys = await keysOf(passphrase, head.subarray(mark.length, mark.length + saltLength));
  if (!timingSafeEqual(proofOf(keys.prove, head), start.subarray(head.length, headLength)))
    throw new CannotOpen("otherKey");
  let labelEnd = headLength;
  if (itsMark.equals(mark)) {
    const labelAt = headLength + sizeLength;
    start = await firstBytes(source, labelAt, start);
    labelEnd = labelAt + (start.length < labelAt ? 0 : start.readUInt16BE(headLength)) + tagLength;
    start = await firstBytes(source, labelEnd, start);
    const decipher = createDecipheriv("aes-256-gcm", keys.seal, nonceOf(prefix, labelNumber, false));
    try {
      decipher.setAAD(Buffer.concat([head, start.subarray(labelAt, labelEnd - tagLength)]));
      decipher.setAuthTag(start.subarray(labelEnd - tagLength, labelEnd)).final();
    } catch {
      throw new CannotOpen("changedLabel");
    }
  }
  const rest = followedBy(start.subarray(labelEnd), source);
  for await (const { bytes, number, isLast } of evenly(rest, pieceLength + tagLength)) {
    if (bytes.length < tagLength) throw new CannotOpen("damaged");
    const decipher = createDecipheriv("aes-256-gcm", keys.seal, nonceOf(prefix, number, isLast));
    decipher.setAuthTag(bytes.subarray(-tagLength));
    try {
      yield Buffer.concat([decipher.update(bytes.subarray(0, -tagLength)), decipher.final()]);
    } catch {
      throw new CannotOpen("damaged");
    }
  }
}

async function firstBytes(
  source: AsyncIterator<Uint8Array>,
  wanted: number,
  found: Buffer = Buffer.alloc(0),
): Promise<Buffer> {
  while (found.length < wanted) {
    const { done, value } = await source.next();
    if (done) break;
    found = Buffer.concat([found, value]);
  }
  return found;
}

async function* followedBy(first: Uint8Array, source: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first;
  for (let next = await source.next(); !next.done; next = await source.next()) yield next.value;
}

/** The same bytes in pieces of one length; only the last may be shorter, and there is always a last. */
async function* evenly(pieces: Pieces, length: number) {
  let number = 0;
  let kept: Uint8Array[] = [];
  let held = 0;
  for await (const piece of pieces) {
    kept.push(piece);
    held += piece.length;
    // A piece is known not to be the last only when something follows it.
    if (held <= length) continue;
    const whole = Buffer.concat(kept);
    let from = 0;
    for (; whole.length - from > length; from += length)
      yield { bytes: whole.subarray(from, from + length), number: number++, isLast: false };
    kept = [whole.subarray(from)];
    held = whole.length - from;
  }
  yield { bytes: Buffer.concat(kept), number, isLast: true };
}
