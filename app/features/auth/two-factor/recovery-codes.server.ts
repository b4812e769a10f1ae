import { randomInt } from "node:crypto";
import { hashSlowly } from "#app/platform/crypto/slow-hash.server.ts";
import { recoveryAlphabet, recoveryCodeCount, recoveryLength } from "./two-factor.rules.ts";

/**
 * Hashes a recovery code with the account id as salt. Its 50 random bits allow a lower cost than a password chosen by a
 * person.
 */
export function hashRecoveryCode(userId: string, code: string): Promise<string> {
  return hashSlowly(code, userId, 4096);
}

const generateCode = () =>
  Array.from({ length: recoveryLength }, () => recoveryAlphabet[randomInt(recoveryAlphabet.length)]).join("");

/** Creates ten recovery codes of 50 bits, with the hashes to store. */
export async function createRecoveryCodes(userId: string): Promise<{ codes: string[]; hashes: string[] }> {
  const codes = Array.from({ length: recoveryCodeCount }, generateCode);
  return { codes, hashes: await Promise.all(codes.map((code) => hashRecoveryCode(userId, code))) };
}
