/** Supported chips with the number of characters that fit after the abbreviated URL prefix. */
export const chips = { ntag213: 136, ntag215: 483, ntag216: 859, ntag424: 249 } as const;
export type Chip = keyof typeof chips;
export const chipNames = Object.keys(chips) as Chip[];

/** Whether a chip signs its taps: only NXP NTAG 424 DNA. */
export const signsTaps = (chip: Chip): boolean => chip === "ntag424";

/** Prefixes that an NDEF URI record abbreviates to one byte (NFC Forum RTD URI 1.0); the longest match applies. */
const prefixes = ["https://www.", "http://www.", "https://", "http://"];

/** Bytes before the URL's text: two for the file's length and five for the record header. */
const headerLength = 7;

const identity = 32;
const signature = 16;

/** Query that a signing chip fills in; zeros are placeholders. */
export const signedQuery = `?e=${"0".repeat(identity)}&c=${"0".repeat(signature)}`;

/** Returns a URL without its abbreviated prefix. */
function removePrefix(address: string): string {
  const prefix = prefixes.find((one) => address.toLowerCase().startsWith(one)) ?? "";
  return address.slice(prefix.length);
}

/** Whether a URL fits on a chip. */
export function fits(chip: Chip, address: string): boolean {
  return removePrefix(address).length <= chips[chip];
}

/**
 * Returns the offsets in a signing chip's file (SDM, NXP AN12196 and NT4H2421Tx): the encrypted identity, the start of
 * the MAC input, and the MAC. The MAC input is empty: the chip's UID and counter are part of the MAC's key.
 */
export function sdmOffsets(address: string): { identity: number; macInput: number; mac: number } {
  const text = removePrefix(address);
  const offsetOf = (name: string) => headerLength + text.indexOf(name) + name.length;
  const mac = offsetOf("&c=");
  return { identity: offsetOf("?e="), macInput: mac, mac };
}

/**
 * Normalizes a chip's UID to hex digits in upper case without separators; null when invalid. ISO/IEC 14443-3 defines 4,
 * 7 and 10 bytes.
 */
export function readUid(text: string): string | null {
  const digits = text
    .trim()
    .replace(/^0x/i, "")
    .replace(/[\s:.\-–]/g, "")
    .toUpperCase();
  return /^([0-9A-F]{8}|[0-9A-F]{14}|[0-9A-F]{20})$/.test(digits) && !/^0+$/.test(digits) ? digits : null;
}
