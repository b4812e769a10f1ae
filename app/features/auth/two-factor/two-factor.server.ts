import { createHash, randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import * as z from "zod";
import { type Actor, signInNameOf } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError } from "#app/platform/app-error.server.ts";
import { findStep, formatBase32, formatKeyUri } from "#app/platform/crypto/one-time-code.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { getQrModules, getQrPath } from "#app/platform/files/qr-code.server.ts";
import { type AccountEmail, sendAccountEmail } from "../account-emails.server.ts";
import { passwordMaxLength } from "../auth.rules.ts";
import { twoFactor } from "../auth.tables.server.ts";
import { requirePassword } from "../password/check-password.server.ts";
import { recordSecurityEvent } from "../security-log.server.ts";
import { deleteAllSessions } from "../sessions/end-sessions.server.ts";
import { deleteOtherSessions } from "../sessions/own-sessions.server.ts";
import { codeField as code, guessLimit } from "./require-factors.server.ts";
import { formatKey, formatRecoveryCode, setupLifetime, type TypedCode } from "./two-factor.rules.ts";
import {
  consumeCode,
  createRecoveryCodes,
  createWrongCodeError,
  decryptKey,
  encryptKey,
  lockTwoFactor,
} from "./used-codes.server.ts";

const currentPassword = z.string().min(1).max(passwordMaxLength);

export const beginForm = z.object({ currentPassword });
export const codeForm = z.object({ code });
/** `setup` says which key the page shows, which another tab may have replaced. */
export const confirmForm = codeForm.extend({ setup: z.string().max(64).optional() });
/** Asks for both factors again before an action that weakens the account. */
export const passwordAndCodeForm = z.object({ currentPassword, code });

/** Length of a key in bytes, as RFC 4226 recommends. */
const keyLength = 20;

/**
 * Returns since when the actor uses two-factor sign-in, how many recovery codes are left, and the setup in progress.
 */
export async function findTwoFactor(ctx: AppContext, actor: Actor) {
  const [found] = await ctx.db
    .select({ since: users.twoFactorSince, stored: twoFactor })
    .from(users)
    .leftJoin(twoFactor, eq(twoFactor.userId, users.id))
    .where(eq(users.id, actor.id));
  const since = found?.since ?? null;
  const row = found?.stored ?? null;
  return { since, codesLeft: row?.recoveryHashes.length ?? 0, setup: since ? null : setupOf(ctx, actor, row) };
}

function setupOf(ctx: AppContext, actor: Actor, stored: typeof twoFactor.$inferSelect | null) {
  const key = stored && isFresh(ctx, stored) ? decryptKey(ctx, stored) : null;
  if (!stored || !key) return null;
  const address = formatKeyUri(key, "Aleef", signInNameOf(actor));
  const size = getQrModules(address, "L").length;
  const dots = getQrPath(address, size, "L");
  return { id: setupIdOf(stored), formattedKey: formatKey(formatBase32(key)), address, qr: { size, dots } };
}

/** Identifies the stored key without revealing it. */
const setupIdOf = ({ encryptedKey }: { encryptedKey: string }) =>
  createHash("sha256").update(encryptedKey).digest("base64url");

const isFresh = ({ clock }: AppContext, { createdAt }: { createdAt: Date }) =>
  clock.now().getTime() < createdAt.getTime() + setupLifetime;

/**
 * Creates a key for the actor's authenticator, to be confirmed with a code within 15 minutes; nothing changes until
 * then. Rejects a wrong password, and an account that already has two-factor sign-in (409 `twoFactor.isOn`).
 */
export async function startTwoFactorSetup(ctx: AppContext, actor: Actor, password: string): Promise<void> {
  await requirePassword(ctx, actor, password);
  const values = {
    encryptedKey: encryptKey(ctx, actor.id, randomBytes(keyLength)),
    lastStep: 0,
    createdAt: ctx.clock.now(),
  };
  await withTransaction(ctx, async (tx) => {
    if ((await lockTwoFactor(tx, actor.id))?.since) throw new AppError("twoFactor.isOn", 409);
    await tx.db
      .insert(twoFactor)
      .values({ userId: actor.id, ...values })
      .onConflictDoUpdate({ target: twoFactor.userId, set: values });
  });
}

/** Deletes a key that was not confirmed yet. */
export async function cancelTwoFactorSetup(ctx: AppContext, actor: Actor): Promise<void> {
  await withTransaction(ctx, async (tx) => {
    if ((await lockTwoFactor(tx, actor.id))?.since) throw new AppError("twoFactor.isOn", 409);
    await tx.db.delete(twoFactor).where(eq(twoFactor.userId, actor.id));
  });
}

/**
 * Turns two-factor sign-in on with a first authenticator code, which cannot be used again; returns ten recovery codes,
 * which are never shown again. Ends every other session and notifies the user by e-mail. Rejects a wrong code, a key
 * older than 15 minutes or replaced since `setup` was shown, and more than 10 attempts an hour.
 */
export async function confirmTwoFactor(
  ctx: AppContext,
  actor: Actor,
  typed: TypedCode,
  request: Request,
  setup?: string,
) {
  await ctx.limits.take(guessLimit, actor.id);
  const { codes, hashes } = await createRecoveryCodes(actor.id);
  await withTransaction(ctx, async (tx) => {
    const locked = await lockTwoFactor(tx, actor.id);
    if (locked?.since) throw new AppError("twoFactor.isOn", 409);
    const key = locked?.stored && isFresh(ctx, locked.stored) ? decryptKey(ctx, locked.stored) : null;
    if (!locked?.stored || !key) throw new AppError("twoFactor.setupOver", 409);
    if (setup && setup !== setupIdOf(locked.stored)) throw new AppError("twoFactor.setupReplaced", 409);
    const now = ctx.clock.now();
    const lastStep = typed.kind === "app" ? findStep(key, typed.code, now, 0) : null;
    if (lastStep === null) throw createWrongCodeError({ ...typed, kind: "app" });
    await tx.db
      .update(twoFactor)
      .set({ lastStep, recoveryHashes: hashes, createdAt: now })
      .where(eq(twoFactor.userId, actor.id));
    await tx.db.update(users).set({ twoFactorSince: now, updatedAt: now }).where(eq(users.id, actor.id));
    await deleteOtherSessions(tx, actor, request);
    await sendAccountEmail(tx, { kind: "twoFactorOn", userId: actor.id });
  });
  await ctx.limits.clear(guessLimit, actor.id);
  recordSecurityEvent(ctx, "twoFactorOn", { userId: actor.id });
  return codes.map(formatRecoveryCode);
}

/**
 * Replaces the recovery codes with ten new ones. Rejects a wrong password, a wrong or used code, and more than 10
 * attempts of either an hour.
 */
export async function renewRecoveryCodes(ctx: AppContext, actor: Actor, password: string, typed: TypedCode) {
  const { codes, hashes } = await createRecoveryCodes(actor.id);
  await withBothFactors(ctx, actor, password, typed, async (tx) => {
    await tx.db.update(twoFactor).set({ recoveryHashes: hashes }).where(eq(twoFactor.userId, actor.id));
    return "recoveryRenewed";
  });
  recordSecurityEvent(ctx, "recoveryCodesRenewed", { userId: actor.id });
  return codes.map(formatRecoveryCode);
}

/** Turns two-factor sign-in off and ends every other session. Rejects as `renewRecoveryCodes` does. */
export async function disableTwoFactor(
  ctx: AppContext,
  actor: Actor,
  password: string,
  typed: TypedCode,
  request: Request,
): Promise<void> {
  await withBothFactors(ctx, actor, password, typed, async (tx) => {
    await clearTwoFactor(tx, actor.id);
    await deleteOtherSessions(tx, actor, request);
    return "twoFactorOff";
  });
  recordSecurityEvent(ctx, "twoFactorOff", { userId: actor.id });
}

/** Deletes key and recovery codes, in the caller's transaction. */
async function clearTwoFactor({ db, clock }: Pick<AppContext, "db" | "clock">, userId: string): Promise<void> {
  await db.delete(twoFactor).where(eq(twoFactor.userId, userId));
  await db.update(users).set({ twoFactorSince: null, updatedAt: clock.now() }).where(eq(users.id, userId));
}

/**
 * Turns two-factor sign-in off for a user who cannot do it: ends every session and sends an e-mail that it was turned
 * off by somebody else.
 */
export async function deleteTwoFactor(tx: AppContext, userId: string): Promise<void> {
  await clearTwoFactor(tx, userId);
  await deleteAllSessions(tx, userId);
  await sendAccountEmail(tx, { kind: "twoFactorRemoved", userId });
  recordSecurityEvent(tx, "twoFactorOff", { userId, why: "by an administrator" });
}

/**
 * Removes a second factor that was set up, or is being set up, since that time, and notifies its owner by e-mail. Keeps
 * an older one.
 */
export async function deleteTwoFactorSince(tx: AppContext, userId: string, since: Date): Promise<void> {
  const locked = await lockTwoFactor(tx, userId);
  if (!locked || (locked.since && locked.since < since)) return;
  await clearTwoFactor(tx, userId);
  if (!locked.since) return;
  await sendAccountEmail(tx, { kind: "twoFactorOff", userId });
  recordSecurityEvent(tx, "twoFactorOff", { userId, why: "an e-mail change was stopped" });
}

async function withBothFactors(
  ctx: AppContext,
  actor: Actor,
  password: string,
  typed: TypedCode,
  work: (
    tx: AppContext,
  ) => Promise<Extract<AccountEmail, { userId: string }>["kind"] & ("recoveryRenewed" | "twoFactorOff")>,
): Promise<void> {
  await requirePassword(ctx, actor, password);
  await ctx.limits.take(guessLimit, actor.id);
  await withTransaction(ctx, async (tx) => {
    if (!(await consumeCode(tx, actor.id, typed))) throw createWrongCodeError(typed);
    await sendAccountEmail(tx, { kind: await work(tx), userId: actor.id });
  });
  await ctx.limits.clear(guessLimit, actor.id);
}
