import { createCipheriv, createDecipheriv, timingSafeEqual } from "node:crypto";
import { and, eq, isNull, lt, or } from "drizzle-orm";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { createAesCmac } from "#app/platform/crypto/aes-cmac.server.ts";
import type { Tag } from "../tags.server.ts";
import { tags } from "../tags.tables.server.ts";
import { deriveFileKeys, deriveSessionKeys, type SessionKeys, type TapKeys } from "./tap-keys.server.ts";

/** What a chip's URL proves, or why it proves nothing. */
type Tap =
  | {
      ok: true;
      /** 14 hex digits, upper case. */
      uid: string;
      /** Read counter of the chip; only increases. */
      counter: number;
      form: "encrypted" | "plain";
      /** Additional data that the chip encrypts, as hex, if any. */
      data?: string;
    }
  | { ok: false; reason: TapError };

export type TapError = "no-tap" | "malformed" | "not-opened" | "wrong-mac";

/** Query parameters written by a chip; their names differ between encoders. */
const names = { picc: ["e", "picc_data"], mac: ["c", "cmac"], uid: ["u", "uid"], counter: ["n", "ctr"], data: ["enc"] };

interface Written {
  value: string;
  /** Index of the value in the URL. */
  at: number;
}

const maxAddressLength = 2_000;
const reject = (reason: TapError): Tap => ({ ok: false, reason });
const hex = (text: string) => Buffer.from(text, "hex");

/**
 * Verifies a URL written by an NTAG 424 DNA chip (SUN: NXP AN12196, NT4H2421Tx 9.3, AES mode), in its encrypted form
 * (`e` or `picc_data`, with or without `enc`) or its plain one (`uid` and `ctr`), each with `c` or `cmac`. Does not
 * check whether the tap is new or the chip is the tag's own. Never throws; returns a reason if the URL is not a valid
 * tap.
 */
export function readTap(address: string, keys: TapKeys): Tap {
  if (address.length > maxAddressLength) return reject("malformed");
  const [picc, mac, uid, counter, data] = [names.picc, names.mac, names.uid, names.counter, names.data].map((known) =>
    readParameter(address, known),
  );
  if (!mac || !(picc || (uid && counter))) return reject(picc || mac || uid || counter ? "malformed" : "no-tap");
  if (!isHex(mac, 16) || (data && !(data.value.length % 32 === 0 && isHex(data, data.value.length || 32))))
    return reject("malformed");

  if (picc) {
    if (!isHex(picc, 32)) return reject("malformed");
    const identity = keys.meta && decryptIdentity(keys.meta, hex(picc.value));
    if (!identity) return reject("not-opened");
    return verifyClaim({ address, keys, ...identity, form: "encrypted", first: picc, mac, data });
  }
  if (!uid || !counter || !isHex(uid, 14) || !isHex(counter, 6)) return reject("malformed");
  const first = uid.at < counter.at ? uid : counter;
  // In a URL the counter is big-endian.
  const count = hex(counter.value).reverse();
  return verifyClaim({ address, keys, uid: hex(uid.value), counter: count, form: "plain", first, mac, data });
}

interface Claimed {
  address: string;
  keys: TapKeys;
  uid: Buffer;
  /** LSB first. */
  counter: Buffer;
  form: "encrypted" | "plain";
  first: Written;
  mac: Written;
  data: Written | undefined;
}

function verifyClaim(claimed: Claimed): Tap {
  const { keys, uid, counter, form, mac, data } = claimed;
  for (const file of deriveFileKeys(keys, uid)) {
    const session = deriveSessionKeys(file, uid, counter);
    if (!macInputs(claimed).some((input) => isMacOf(session, input, mac.value))) continue;
    const known = {
      ok: true,
      uid: uid.toString("hex").toUpperCase(),
      counter: counter.readUIntLE(0, 3),
      form,
    } as const;
    return data ? { ...known, data: decryptData(session, counter, hex(data.value)) } : known;
  }
  return reject("wrong-mac");
}

/**
 * Returns the possible MAC inputs: the encoder chooses where the input starts (SDMMACInputOffset), and it ends where
 * the MAC begins. Encrypted data must be included. Chips write upper case; the URL's case may have changed.
 */
function macInputs({ address, first, mac, data }: Claimed): string[] {
  const upTo = (from: Written) => from.value.toUpperCase() + address.slice(from.at + from.value.length, mac.at);
  if (!data) return first.at < mac.at ? ["", upTo(first)] : [""];
  return data.at < mac.at ? [upTo(data), data.value.toUpperCase()] : [data.value.toUpperCase()];
}

/** Whether the MAC is every second byte of the full one (AN12196 4.4.1), compared in constant time. */
function isMacOf(session: SessionKeys, input: string, mac: string): boolean {
  const full = createAesCmac(session.mac, Buffer.from(input, "latin1"));
  return timingSafeEqual(
    full.filter((_, at) => at % 2 === 1),
    hex(mac),
  );
}

/**
 * Returns UID and counter when the plaintext starts with C7, meaning a UID of seven bytes and a counter. With other
 * keys or another chip this is unlikely.
 */
function decryptIdentity(meta: Uint8Array, picc: Buffer): { uid: Buffer; counter: Buffer } | null {
  const plain = decrypt(meta, Buffer.alloc(16), picc);
  return plain[0] === 0xc7 ? { uid: plain.subarray(1, 8), counter: plain.subarray(8, 11) } : null;
}

function decryptData({ encryption }: SessionKeys, counter: Buffer, data: Buffer): string {
  const start = createCipheriv("aes-128-ecb", encryption, null).setAutoPadding(false);
  const vector = start.update(Buffer.concat([counter, Buffer.alloc(13)]));
  return decrypt(encryption, vector, data).toString("hex").toUpperCase();
}

function decrypt(key: Uint8Array, vector: Uint8Array, bytes: Uint8Array): Buffer {
  const cipher = createDecipheriv("aes-128-cbc", key, vector).setAutoPadding(false);
  return Buffer.concat([cipher.update(bytes), cipher.final()]);
}

/** Returns the parameter with one of these names; undefined when it occurs twice, because it is ambiguous. */
function readParameter(address: string, known: readonly string[]): Written | undefined {
  const query = address.indexOf("?");
  if (query < 0) return undefined;
  const found = [...address.slice(query).matchAll(/[?&]([A-Za-z_]+)=([^&#]*)/g)].filter((one) =>
    known.includes(one[1]!),
  );
  const [only, second] = found;
  if (!only || second) return undefined;
  return { value: only[2]!, at: query + only.index + only[0].length - only[2]!.length };
}

function isHex({ value }: Written, length: number): boolean {
  return value.length === length && /^[0-9a-f]+$/i.test(value);
}

/** What a URL proves about the chip: a counter that only this tag's own chip can sign, or why it proves nothing. */
export type ChipClaim = { counter: number } | "wrongTap" | "otherChip";

/**
 * Verifies what a chip wrote into the URL of a tag's page; null when it wrote nothing, or no keys are configured. The
 * chip must be the one on record for this tag, so that parameters of another tag prove nothing. Does not use the
 * database.
 */
export function readChip(
  { settings }: Pick<AppContext, "settings">,
  tag: Pick<Tag, "uid">,
  address: string,
): ChipClaim | null {
  let tap: Tap | null = null;
  for (const { meta, file, system } of settings.tapKeys) {
    tap = readTap(address, { meta, file, derive: { system } });
    if (tap.ok) return tap.uid === tag.uid ? { counter: tap.counter } : "otherChip";
  }
  return tap === null || (!tap.ok && tap.reason === "no-tap") ? null : "wrongTap";
}

/**
 * Marks an authentic tap as used; false when its counter, or a later one, was used before. A single conditional update,
 * so that only one of two concurrent uses succeeds.
 */
export async function consumeTap({ db }: AppContext, tagId: string, counter: number): Promise<boolean> {
  const used = await db
    .update(tags)
    .set({ tapCounter: counter })
    .where(and(eq(tags.id, tagId), or(isNull(tags.tapCounter), lt(tags.tapCounter, counter))))
    .returning({ id: tags.id });
  return used.length > 0;
}
