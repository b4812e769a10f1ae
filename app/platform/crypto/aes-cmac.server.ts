import { createCipheriv } from "node:crypto";

const block = 16;

function encrypt(key: Uint8Array, bytes: Uint8Array): Buffer {
  const cipher = createCipheriv("aes-128-ecb", key, null).setAutoPadding(false);
  return Buffer.concat([cipher.update(bytes), cipher.final()]);
}

/**
 * Subkey generation step of RFC 4493: shifts left by one bit and applies the field polynomial if a bit is shifted out.
 */
function deriveSubkey(bytes: Uint8Array): Buffer {
  const shifted = Buffer.from(bytes.map((byte, at) => (byte << 1) | ((bytes[at + 1] ?? 0) >> 7)));
  if (bytes[0]! & 0x80) shifted[block - 1]! ^= 0x87;
  return shifted;
}

const xor = (a: Uint8Array, b: Uint8Array) => Buffer.from(a.map((byte, at) => byte ^ b[at]!));

/**
 * Returns the AES-CMAC (RFC 4493, 16-byte key) of a message: 16 bytes. A message shorter than `blocks` 16-byte blocks
 * is padded to that length, which NXP AN10922 requires beyond RFC 4493.
 */
export function createAesCmac(key: Uint8Array, message: Uint8Array, blocks = 1): Buffer {
  const first = deriveSubkey(encrypt(key, Buffer.alloc(block)));
  const length = Math.max(blocks * block, Math.ceil(message.length / block) * block);
  const isWhole = message.length === length;
  const padded = Buffer.alloc(length);
  padded.set(message);
  if (!isWhole) padded[message.length] = 0x80;
  padded.set(xor(padded.subarray(-block), isWhole ? first : deriveSubkey(first)), length - block);

  let state: Buffer = Buffer.alloc(block);
  for (let at = 0; at < length; at += block) state = encrypt(key, xor(state, padded.subarray(at, at + block)));
  return state;
}
