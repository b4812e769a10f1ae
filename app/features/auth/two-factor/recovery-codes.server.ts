import { randomInt } from "node:crypto";
import { hashSlowly } from "#app/platform/crypto/slow-hash.server.ts";
import { recoveryAlphabet, recoveryCodeCount, recoveryLength } from "./two-factor.rules.ts";

/** Salted by the account. Fifty random bits bear a cheaper cost than a password that somebody thought of. */
export function hashRecoveryCode(userId: string, code: string): Promise<string> {
  return hashSlowly(code, userId, 4096);
}

const generateCode = () =>
  Array.from({ length: recoveryLength }, () => recoveryAlphabet[randomInt(recoveryAlphabet.length)]).join("");

/** Ten codes of 50 bits, and what is kept of them. */
export async function createRecoveryCodes(userId: string): Promise<{ codes: string[]; hashes: string[] }> {
  const codes = Array.from({ length: recoveryCodeCount }, generateCode);
  return { codes, hashes: await Promise.all(codes.map((code) => hashRecoveryCode(userId, code))) };
}
