import { randomInt } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError } from "#app/platform/app-error.server.ts";
import { decryptValue, encryptValue } from "#app/platform/crypto/encrypted-value.server.ts";
import { findStep } from "#app/platform/crypto/one-time-code.server.ts";
import { hashSlowly } from "#app/platform/crypto/slow-hash.server.ts";
import { sendAccountEmail } from "../account-emails.server.ts";
import { twoFactor } from "../auth.tables.server.ts";
import { recordSecurityEvent } from "../security-log.server.ts";
import { recoveryAlphabet, recoveryCodeCount, recoveryLength, type TypedCode } from "./two-factor.rules.ts";

/** Returns the error for a wrong, expired or used code. */
export const createWrongCodeError = ({ kind }: TypedCode, status = 400) =>
  new AppError(kind === "app" ? "twoFactor.wrongCode" : "twoFactor.wrongRecoveryCode", status, { field: "code" });

const purpose = "key of an authenticator app";

export const encryptKey = (ctx: AppContext, userId: string, key: Uint8Array) => encryptValue(ctx, purpose, userId, key);

/** Decrypts the key; null when it was encrypted with an unknown secret, in which case only recovery codes work. */
export const decryptKey = (ctx: AppContext, { userId, encryptedKey }: typeof twoFactor.$inferSelect) =>
  decryptValue(ctx, purpose, userId, encryptedKey);

/**
 * Locks an account to check its second factor, so that the later of two concurrent requests with one code sees it as
 * used. Returns null when the account no longer exists.
 */
export async function lockTwoFactor({ db }: Pick<AppContext, "db">, userId: string) {
  const [user] = await db
    .select({ since: users.twoFactorSince })
    .from(users)
    .where(eq(users.id, userId))
    .for("no key update");
  const [stored] = await db.select().from(twoFactor).where(eq(twoFactor.userId, userId));
  return user ? { since: user.since, stored } : null;
}

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

/**
 * Marks a code as used, in the caller's transaction: an authenticator code is accepted once, within half a minute of
 * its time step; a recovery code once, and its owner is notified by e-mail. Returns false for every other code and for
 * an account without two-factor sign-in.
 */
export async function consumeCode(tx: AppContext, userId: string, { kind, code }: TypedCode): Promise<boolean> {
  const locked = await lockTwoFactor(tx, userId);
  if (!locked?.since || !locked.stored) return false;
  const { stored } = locked;
  const ofUser = eq(twoFactor.userId, userId);
  if (kind === "app") {
    const key = decryptKey(tx, stored);
    const lastStep = key && findStep(key, code, tx.clock.now(), stored.lastStep);
    if (!key || lastStep === null) return false;
    // Re-encrypted, so that a key from before `SECRET` was changed no longer needs the old one.
    await tx.db
      .update(twoFactor)
      .set({ lastStep, encryptedKey: encryptKey(tx, userId, key) })
      .where(ofUser);
    return true;
  }
  const hash = await hashRecoveryCode(userId, code);
  if (!stored.recoveryHashes.includes(hash)) return false;
  await tx.db
    .update(twoFactor)
    .set({ recoveryHashes: sql`array_remove(${twoFactor.recoveryHashes}, ${hash})` })
    .where(ofUser);
  await sendAccountEmail(tx, { kind: "recoveryUsed", userId });
  recordSecurityEvent(tx, "recoveryCodeUsed", { userId });
  return true;
}
