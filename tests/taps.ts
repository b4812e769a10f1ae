import { createCipheriv, randomBytes } from "node:crypto";
import { deriveChipKey, deriveSessionKeys } from "#app/features/tags/nfc/tap-keys.server.ts";
import { createAesCmac } from "#app/platform/crypto/aes-cmac.server.ts";

const shown = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex").toUpperCase();

/** Keys of the test chips. `tapSettings` contains the same keys as settings. */
const tapKeys = { meta: Buffer.alloc(16, 0x4d), file: Buffer.alloc(16, 0xf1) };
export const tapSettings = { TAP_KEYS: `1:${shown(tapKeys.meta)}:${shown(tapKeys.file)}:616C656566` };

/** Returns the query string that a chip with this file key generates, encrypted if it has a meta key. */
export function tapQuery(chip: { uid: Buffer; counter: number; key: Buffer; meta?: Buffer }): string {
  const counter = Buffer.alloc(3);
  counter.writeUIntLE(chip.counter, 0, 3);
  const full = createAesCmac(deriveSessionKeys(chip.key, chip.uid, counter).mac, Buffer.alloc(0));
  const mac = shown(full.filter((_, at) => at % 2 === 1));
  if (!chip.meta) return `uid=${shown(chip.uid)}&ctr=${shown(Buffer.from(counter).reverse())}&cmac=${mac}`;
  const cipher = createCipheriv("aes-128-cbc", chip.meta, Buffer.alloc(16)).setAutoPadding(false);
  const identity = Buffer.concat([Buffer.of(0xc7), chip.uid, counter, randomBytes(5)]);
  return `picc_data=${shown(Buffer.concat([cipher.update(identity), cipher.final()]))}&cmac=${mac}`;
}

/** Returns the query string of a tap with this counter by the test chip with this UID (14 hex digits). */
export function tapOf(uid: string, counter: number, form: "encrypted" | "plain" = "encrypted"): string {
  const bytes = Buffer.from(uid, "hex");
  const key = deriveChipKey(tapKeys.file, Buffer.concat([bytes, Buffer.from("aleef")]));
  return tapQuery({ uid: bytes, counter, key, ...(form === "encrypted" ? { meta: tapKeys.meta } : {}) });
}
