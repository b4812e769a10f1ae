import { randomInt, scrypt } from "node:crypto";
import { promisify } from "node:util";
import { recoveryAlphabet, recoveryCodeCount, recoveryLength } from "./two-steps.rules.ts";

const derive = promisify<string, string, number, { N: number }, Buffer>(scrypt);

/** Salted by the account. Fifty random bits bear a cheaper cost than a password that somebody thought of. */
export async function recoveryHashOf(userId: string, code: string): Promise<string> {
  return (await derive(code, userId, 24, { N: 4096 })).toString("base64url");
}

const draw = () =>
  Array.from({ length: recoveryLength }, () => recoveryAlphabet[randomInt(recoveryAlphabet.length)]).join("");

/** Ten codes of 50 bits, and what is kept of them. */
export async function drawRecoveryCodes(userId: string): Promise<{ codes: string[]; hashes: string[] }> {
  const codes = Array.from({ length: recoveryCodeCount }, draw);
  return { codes, hashes: await Promise.all(codes.map((code) => recoveryHashOf(userId, code))) };
}
