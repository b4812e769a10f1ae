import { minuteMs } from "#app/platform/durations.rules.ts";
import { foldDigits } from "#app/platform/i18n/text/digits.rules.ts";

/** Milliseconds within which the setup must be confirmed with a code. */
export const setupLifetime = 15 * minuteMs;
/** Milliseconds for which a pending sign-in is valid. */
export const pendingLifetime = 10 * minuteMs;
/** Maximum number of codes that can be tried after one correct password. */
export const maxTries = 5;

export const recoveryCodeCount = 10;
/** Number of remaining recovery codes at which new ones are suggested. */
export const fewRecoveryCodes = 3;

/** Crockford's Base32: no letters that are confused with digits. */
export const recoveryAlphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
export const recoveryLength = 10;

/** A parsed code: six digits of an authenticator, or one of the ten recovery codes. */
export interface TypedCode {
  kind: "app" | "recovery";
  code: string;
}

const isOfApp = /^\d{6}$/;
const isRecovery = new RegExp(`^[${recoveryAlphabet}]{${recoveryLength}}$`);

/**
 * Parses a code in any spelling: Arabic digits, spaces, hyphens, lower case, O for 0 and I or L for 1. Returns null for
 * anything else.
 */
export function readCode(typed: string): TypedCode | null {
  const plain = foldDigits(typed.normalize("NFKC"))
    .toUpperCase()
    .replace(/[\s\p{Cf}\p{Pd}]/gu, "");
  if (isOfApp.test(plain)) return { kind: "app", code: plain };
  const code = plain.replaceAll("O", "0").replace(/[IL]/g, "1");
  return isRecovery.test(code) ? { kind: "recovery", code } : null;
}

/** Formats a recovery code for display: `7K3MN-0QF4T`. */
export function formatRecoveryCode(recoveryCode: string): string {
  return `${recoveryCode.slice(0, recoveryLength / 2)}-${recoveryCode.slice(recoveryLength / 2)}`;
}

/** Formats a key in groups of four letters, for typing. */
export function formatKey(key: string): string {
  return key.replace(/(.{4})(?=.)/g, "$1 ");
}
