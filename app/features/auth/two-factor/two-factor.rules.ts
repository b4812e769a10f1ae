import { foldDigits } from "#app/platform/i18n/digits.rules.ts";

/** Milliseconds in which the app must be shown right after its key was made. */
export const setupLife = 15 * 60_000;
/** Milliseconds for which a right password waits for its code. */
export const waitingLife = 10 * 60_000;
/** Codes that may be tried after one right password. */
export const maxTries = 5;

export const recoveryCodeCount = 10;
/** With so few left, it is time for new ones. */
export const fewRecoveryCodes = 3;

/** Crockford's base 32: no letter that is taken for a digit. */
export const recoveryAlphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
export const recoveryLength = 10;

/** What was typed as a code: six digits of the app, or one of the ten recovery codes. */
export interface TypedCode {
  kind: "app" | "recovery";
  code: string;
}

const isOfApp = /^\d{6}$/;
const isRecovery = new RegExp(`^[${recoveryAlphabet}]{${recoveryLength}}$`);

/** Reads a code in any spelling: Arabic digits, spaces, hyphens, small letters, O for 0 and I or L for 1. Null for what cannot be one. */
export function readCode(typed: string): TypedCode | null {
  const plain = foldDigits(typed.normalize("NFKC"))
    .toUpperCase()
    .replace(/[\s\p{Cf}\p{Pd}]/gu, "");
  if (isOfApp.test(plain)) return { kind: "app", code: plain };
  const code = plain.replaceAll("O", "0").replace(/[IL]/g, "1");
  return isRecovery.test(code) ? { kind: "recovery", code } : null;
}

/** As people write it down: `7K3MN-0QF4T`. */
export function spelled(recoveryCode: string): string {
  return `${recoveryCode.slice(0, recoveryLength / 2)}-${recoveryCode.slice(recoveryLength / 2)}`;
}

/** A key in groups of four letters, for typing. */
export function inGroups(emails: string): string {
  return emails.replace(/(.{4})(?=.)/g, "$1 ");
}
