import { eq, sql } from "drizzle-orm";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { decryptValue, encryptValue } from "#app/platform/crypto/encrypted-value.server.ts";
import { findStep } from "#app/platform/crypto/one-time-code.server.ts";
import { AppError } from "#app/platform/http/app-error.server.ts";
import { sendAccountEmail } from "../emails/account-emails.server.ts";
import { recordSecurityEvent } from "../sign-in/security-log.server.ts";
import { twoFactor } from "../two-factor.tables.server.ts";
import { hashRecoveryCode } from "./recovery-codes.server.ts";
import type { TypedCode } from "./two-factor.rules.ts";

const day = 24 * 3600;
/** Codes that may be tried in a day to sign in to one account, wherever from. */
export const codesOfAccount = { name: "second-step-account", points: 50, span: day };
const freshStarts = { name: "second-step-afresh", points: 1, span: day };

/**
 * Forgets which codes were tried, so that whoever knew an old password keeps nobody out. Once a day: a mailbox in wrong
 * hands, which can set passwords, must not buy more tries with them.
 */
export async function resetCodeLimit(ctx: AppContext, userId: string): Promise<void> {
  try {
    await ctx.limits.take(freshStarts, userId);
  } catch (error) {
    if (error instanceof AppError) return;
    throw error;
  }
  await ctx.limits.clear(codesOfAccount, userId);
}

/** The same for a code that is wrong, old or used. */
export const wrongCode = (status = 400) => new AppError("twoFactor.wrongCode", status, { field: "code" });

const purpose = "key of an authenticator app";

export const encryptKey = (ctx: AppContext, userId: string, key: Uint8Array) => encryptValue(ctx, purpose, userId, key);

/** Null when it was sealed under another secret than today's: then only recovery codes work. */
export const decryptKey = (ctx: AppContext, { userId, sealedKey }: typeof twoFactor.$inferSelect) =>
  decryptValue(ctx, purpose, userId, sealedKey);

/**
 * Locks an account for a question about its second factor, so that of two who come with one code the later sees it used.
 * Null when the account or what its codes are made from is gone.
 */
export async function lockTwoFactor({ db }: Pick<AppContext, "db">, userId: string) {
  const [user] = await db
    .select({ since: users.twoFactorSince })
    .from(users)
    .where(eq(users.id, userId))
    .for("no key update");
  const [kept] = await db.select().from(twoFactor).where(eq(twoFactor.userId, userId));
  return user ? { since: user.since, kept } : null;
}

/**
 * Uses a code up, inside the caller's transaction: one of the app once, within half a minute of its time, or one of the
 * recovery codes, about which an e-mail tells. False for every other code and for an account without two-factor sign-in.
 */
export async function consumeCode(tx: AppContext, userId: string, { kind, code }: TypedCode): Promise<boolean> {
  const locked = await lockTwoFactor(tx, userId);
  if (!locked?.since || !locked.kept) return false;
  const { kept } = locked;
  const ofUser = eq(twoFactor.userId, userId);
  if (kind === "app") {
    const key = decryptKey(tx, kept);
    const lastStep = key && findStep(key, code, tx.clock.now(), kept.lastStep);
    if (!key || lastStep === null) return false;
    // Encrypted anew, so that a key of before `SECRET` was changed does not need the old one any longer.
    await tx.db
      .update(twoFactor)
      .set({ lastStep, sealedKey: encryptKey(tx, userId, key) })
      .where(ofUser);
    return true;
  }
  const hash = await hashRecoveryCode(userId, code);
  if (!kept.recoveryHashes.includes(hash)) return false;
  await tx.db
    .update(twoFactor)
    .set({ recoveryHashes: sql`array_remove(${twoFactor.recoveryHashes}, ${hash})` })
    .where(ofUser);
  await sendAccountEmail(tx, { kind: "recoveryUsed", userId });
  recordSecurityEvent(tx, "recoveryCodeUsed", { userId });
  return true;
}
