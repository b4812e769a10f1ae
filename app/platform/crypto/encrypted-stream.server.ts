import { createCipheriv, createDecipheriv, createHmac, randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

const mark = Buffer.from("ALEEFSE2");
/** Magic bytes of the older file format, which has no label. */
const unlabelled = Buffer.from("ALEEFSE1");
const saltLength = 16;
const prefixLength = 7;
const proofLength = 32;
const headLength = mark.length + saltLength + prefixLength + proofLength;
const tagLength = 16;
/** Bytes that hold the label's length. */
const sizeLength = 2;
/** Piece number in the label's nonce; no file has that many pieces. */
const labelNumber = 0xff_ff_ff_ff;
/** Plaintext bytes per piece. */
const pieceLength = 64 * 1024;

type Pieces = AsyncIterable<Uint8Array>;

/** Thrown when an encrypted stream cannot be decrypted; `why` holds the reason. */
export class DecryptionError extends Error {
  readonly why: "noKey" | "otherKey" | "changedLabel" | "damaged" | "unsealed";

  constructor(why: DecryptionError["why"]) {
    super(why);
    this.why = why;
  }
}

/** Derives both keys with scrypt (32 MB, about 50 ms), which slows down guessing weak passphrases. */
async function deriveKeys(passphrase: string, salt: Buffer) {
  const both = (await promisify(scrypt)(passphrase.normalize("NFC"), salt, 64)) as Buffer;
  return { seal: both.subarray(0, 32), prove: both.subarray(32) };
}

const createProof = (key: Buffer, head: Buffer) => createHmac("sha256", key).update(head).digest();

/** Returns a unique nonce: the file's prefix, the piece's number, and a byte that marks the last piece. */
function createNonce(prefix: Buffer, number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  prefix.copy(nonce);
  nonce.writeUInt32BE(number, prefixLength);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

/**
 * Encrypts a stream with a passphrase, following the STREAM construction (Hoang, Reyhanitabar, Rogaway, Vizár 2015):
 * AES-256-GCM over pieces of 64 KiB whose nonces contain a counter and a last-piece mark, so that changed, reordered,
 * repeated, missing or truncated pieces are detected. The key is derived with scrypt and a per-file salt. The label is
 * stored unencrypted at the start and authenticated as additional data.
 */
export async function* encryptPieces(pieces: Pieces, passphrase: string, label: string): AsyncGenerator<Buffer> {
  const salt = randomBytes(saltLength);
  const prefix = randomBytes(prefixLength);
  const keys = await deriveKeys(passphrase, salt);
  const head = Buffer.concat([mark, salt, prefix]);
  const labelBytes = Buffer.from(label);
  const size = Buffer.alloc(sizeLength);
  size.writeUInt16BE(labelBytes.length);
  const labelCipher = createCipheriv("aes-256-gcm", keys.seal, createNonce(prefix, labelNumber, false));
  labelCipher.setAAD(Buffer.concat([head, labelBytes])).final();
  yield Buffer.concat([head, createProof(keys.prove, head), size, labelBytes, labelCipher.getAuthTag()]);
  for await (const { bytes, number, isLast } of splitEvenly(pieces, pieceLength)) {
    const cipher = createCipheriv("aes-256-gcm", keys.seal, createNonce(prefix, number, isLast));
    yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
  }
}

/**
 * Decrypts a stream of `encryptPieces`; yields only authenticated bytes. Unencrypted input passes through if no
 * passphrase is given or `acceptUnsealed` is set; otherwise it is rejected, because anybody could have written it.
 * Throws DecryptionError if the passphrase is missing or wrong, or data was changed or is missing.
 */
export async function* decryptPieces(
  pieces: Pieces,
  passphrase: string | undefined,
  { acceptUnsealed = false } = {},
): AsyncGenerator<Uint8Array> {
  const source = pieces[Symbol.asyncIterator]();
  let start = await firstBytes(source, headLength);
  const fileMark = start.subarray(0, mark.length);
  if (!fileMark.equals(mark) && !fileMark.equals(unlabelled)) {
    if (passphrase && !acceptUnsealed) throw new DecryptionError("unsealed");
    yield* prepend(start, source);
    return;
  }
  if (!passphrase) throw new DecryptionError("noKey");
  if (start.length < headLength) throw new DecryptionError("damaged");
  const head = start.subarray(0, headLength - proofLength);
  const prefix = head.subarray(mark.length + saltLength);
  const keys = await deriveKeys(passphrase, head.subarray(mark.length, mark.length + saltLength));
  if (!timingSafeEqual(createProof(keys.prove, head), start.subarray(head.length, headLength)))
    throw new DecryptionError("otherKey");
  let labelEnd = headLength;
  if (fileMark.equals(mark)) {
    const labelAt = headLength + sizeLength;
    start = await firstBytes(source, labelAt, start);
    labelEnd = labelAt + (start.length < labelAt ? 0 : start.readUInt16BE(headLength)) + tagLength;
    start = await firstBytes(source, labelEnd, start);
    const decipher = createDecipheriv("aes-256-gcm", keys.seal, createNonce(prefix, labelNumber, false));
    try {
      decipher.setAAD(Buffer.concat([head, start.subarray(labelAt, labelEnd - tagLength)]));
      decipher.setAuthTag(start.subarray(labelEnd - tagLength, labelEnd)).final();
    } catch {
      throw new DecryptionError("changedLabel");
    }
  }
  const rest = prepend(start.subarray(labelEnd), source);
  for await (const { bytes, number, isLast } of splitEvenly(rest, pieceLength + tagLength)) {
    if (bytes.length < tagLength) throw new DecryptionError("damaged");
    const decipher = createDecipheriv("aes-256-gcm", keys.seal, createNonce(prefix, number, isLast));
    decipher.setAuthTag(bytes.subarray(-tagLength));
    try {
      yield Buffer.concat([decipher.update(bytes.subarray(0, -tagLength)), decipher.final()]);
    } catch {
      throw new DecryptionError("damaged");
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

async function* prepend(first: Uint8Array, source: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first;
  for (let next = await source.next(); !next.done; next = await source.next()) yield next.value;
}

/** Splits a stream into pieces of the given length. The last one may be shorter, or empty if there is no input. */
async function* splitEvenly(pieces: Pieces, length: number) {
  let number = 0;
  let buffered: Uint8Array[] = [];
  let bufferedLength = 0;
  for await (const piece of pieces) {
    buffered.push(piece);
    bufferedLength += piece.length;
    // A full piece is only emitted once more bytes follow, because it might be the last.
    if (bufferedLength <= length) continue;
    const whole = Buffer.concat(buffered);
    let from = 0;
    for (; whole.length - from > length; from += length)
      yield { bytes: whole.subarray(from, from + length), number: number++, isLast: false };
    buffered = [whole.subarray(from)];
    bufferedLength = whole.length - from;
  }
  yield { bytes: Buffer.concat(buffered), number, isLast: true };
}
