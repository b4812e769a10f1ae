/** The chips that tags are made of, and how many characters of an address fit behind the abbreviation of its beginning. */
export const chips = { ntag213: 136, ntag215: 483, ntag216: 859, ntag424: 249 } as const;
export type Chip = keyof typeof chips;
export const chipNames = Object.keys(chips) as Chip[];

/** Only this one signs its taps (NXP NTAG 424 DNA). */
export const signsTaps = (chip: Chip): boolean => chip === "ntag424";

/** Beginnings that an NDEF URI record abbreviates to one byte (NFC Forum RTD URI 1.0); the longest that fits counts. */
const prefixes = ["https://www.", "http://www.", "https://", "http://"];

/** The file's length, two bytes, and the record's head, five: what stands before the text of the address. */
const before = 7;

const identity = 32;
const signature = 16;

/** What a chip that signs is to write itself; zeros hold the places. */
export const signedQuery = `?e=${"0".repeat(identity)}&c=${"0".repeat(signature)}`;

/** The text of an address behind its abbreviated beginning. */
function stored(address: string): string {
  const prefix = prefixes.find((one) => address.toLowerCase().startsWith(one)) ?? "";
  return address.slice(prefix.length);
}

/** Whether a chip has room for an address. */
export function fits(chip: Chip, address: string): boolean {
  return stored(address).length <= chips[chip];
}

/**
 * Where a chip that signs writes into its file (SDM, NXP AN12196 and NT4H2421Tx): the encrypted identity, the beginning of
 * what is signed and the signature. What is signed is empty: the chip's UID and counter are in the signature's key.
 */
export function sdmOffsets(address: string): { identity: number; macInput: number; mac: number } {
  const text = stored(address);
  const of = (name: string) => before + text.indexOf(name) + name.length;
  const mac = of("&c=");
  return { identity: of("?e="), macInput: mac, mac };
}

/** A chip's UID as it is kept: hex digits in upper case, whatever stood between them; null when it is none. ISO/IEC 14443-3 knows 4, 7 and 10 bytes. */
export function readUid(text: string): string | null {
  const digits = text
    .trim()
    .replace(/^0x/i, "")
    .replace(/[\s:.\-–]/g, "")
    .toUpperCase();
  return /^([0-9A-F]{8}|[0-9A-F]{14}|[0-9A-F]{20})$/.test(digits) && !/^0+$/.test(digits) ? digits : null;
}
