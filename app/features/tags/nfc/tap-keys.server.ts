import { createAesCmac } from "#app/platform/crypto/aes-cmac.server.ts";

/** The two keys of a batch of chips, 16 bytes each. They come only from the environment. */
export interface TapKeys {
  /**
   * K_SDMMetaRead: decrypts the identity. Shared by all chips of a batch, because it is needed before the UID is known.
   * Not needed for plain taps.
   */
  meta: Buffer | null;
  /** K_SDMFileRead, or the key from which it is derived. */
  file: Buffer;
  /** Set when each chip has its own file key, derived from the batch's and its UID (NXP AN10922). */
  derive?: { system: Buffer } | undefined;
}

/** Parses a key of 16 bytes from hex; null when invalid. */
export function readKey(hex: string | undefined): Buffer | null {
  return hex && /^[0-9a-f]{32}$/i.test(hex) ? Buffer.from(hex, "hex") : null;
}

/**
 * Derives an AES-128 key (NXP AN10922 2.2): CMAC over 01 ‖ input, always padded to 32 bytes. The input has at most 31
 * bytes.
 */
export function deriveChipKey(master: Uint8Array, input: Uint8Array): Buffer {
  return createAesCmac(master, Buffer.concat([Buffer.of(1), input]), 2);
}

/**
 * Returns the file keys that a chip may have: with AN10922's padding, and with the shorter one used by many encoders.
 */
export function deriveFileKeys({ file, derive }: TapKeys, uid: Uint8Array): Buffer[] {
  if (!derive) return [file];
  const input = Buffer.concat([uid, derive.system]);
  return [deriveChipKey(file, input), createAesCmac(file, Buffer.concat([Buffer.of(1), input]))];
}

export interface SessionKeys {
  /** K_SesSDMFileReadENC. */
  encryption: Buffer;
  /** K_SesSDMFileReadMAC. */
  mac: Buffer;
}

const macVector = Buffer.from("3CC300010080", "hex");
const encryptionVector = Buffer.from("C33C00010080", "hex");

/**
 * Derives the session keys of a tap (NXP AN12196 4.3) from the chip's file key, its UID of 7 bytes and its counter of 3
 * bytes, LSB first.
 */
export function deriveSessionKeys(file: Uint8Array, uid: Uint8Array, counter: Uint8Array): SessionKeys {
  const keyOf = (vector: Buffer) => createAesCmac(file, Buffer.concat([vector, uid, counter]));
  return { encryption: keyOf(encryptionVector), mac: keyOf(macVector) };
}
