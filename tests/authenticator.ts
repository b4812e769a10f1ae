import { createCode, getStep } from "#app/platform/crypto/one-time-code.server.ts";

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Creates an authenticator app for a base32 key, which may contain spaces. */
export function authenticator(key: string) {
  const bits = [...key.replaceAll(" ", "")]
    .map((character) => alphabet.indexOf(character).toString(2).padStart(5, "0"))
    .join("");
  const bytes = Uint8Array.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)));
  /** Returns the code at the given time, optionally some time steps later. */
  return (moment: Date, later = 0) => createCode(bytes, getStep(moment) + later);
}
