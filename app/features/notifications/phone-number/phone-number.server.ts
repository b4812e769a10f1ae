import { and, eq, ne } from "drizzle-orm";
import { href } from "react-router";
import { sendAccountEmail } from "#app/features/auth/account-emails.server.ts";
import { sessions } from "#app/features/auth/auth.tables.server.ts";
import { requirePassword } from "#app/features/auth/password/check-password.server.ts";
import { findSession } from "#app/features/auth/sessions/session.server.ts";
import { consumePhoneCode, findSentCode, sendPhoneCode } from "#app/features/phone/codes.server.ts";
import { findPhoneNumber, updateConsent } from "#app/features/phone/consent.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError } from "#app/platform/app-error.server.ts";
import { lockInTransaction } from "#app/platform/db/advisory-locks.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { formatPhone, formatPhoneForField } from "#app/platform/http/forms/fields.server.ts";
import type { CarrierName } from "#app/platform/phone/carrier.server.ts";
import { sendNotifications } from "../notifications.server.ts";

/**
 * Returns the actor's number (verified, pending or only entered), and whether it wants messages.
 */
export async function getPhoneNumber(ctx: AppContext, actor: Actor) {
  const [user] = await ctx.db
    .select({ phone: users.phone, verified: users.verifiedPhone })
    .from(users)
    .where(eq(users.id, actor.id));
  const pending = await findSentCode(ctx, { purpose: "verify", userId: actor.id });
  const stored = user?.verified ? await findPhoneNumber(ctx, user.verified) : null;
  return {
    typed: user?.phone ? formatPhoneForField(user.phone) : "",
    verified: user?.verified ? formatPhone(user.verified) : null,
    pending: pending && pending !== user?.verified ? { number: pending, shown: formatPhone(pending) } : null,
    wantsMessages: stored?.consent === "agreed",
    /** Whether messages to it stopped being delivered. */
    isFailing: Boolean(stored?.failedAt && (!stored.reachedAt || stored.reachedAt < stored.failedAt)),
  };
}

/** Sends the actor a code to verify a number. Throws the errors of `sendPhoneCode`. */
export async function startPhoneNumber(
  ctx: AppContext,
  actor: Actor,
  { phone, first }: { phone: string; first: CarrierName },
  address: string,
): Promise<void> {
  const { language } = actor;
  // Where the number is the only way to sign in, someone with a borrowed device must not be able to replace it with
  // theirs.
  if (!actor.email) await requirePassword(ctx, actor, "");
  const asked = { number: phone, purpose: "verify" as const, userId: actor.id, browser: null };
  await sendPhoneCode(ctx, { ...asked, language, address, first });
}

/**
 * Verifies the actor's number by its code, with consent to messages, and notifies the actor by e-mail. An account that
 * had verified it before loses it and is notified, because numbers are reassigned. Throws `phone.wrongCode`.
 */
export async function confirmPhoneNumber(
  ctx: AppContext,
  actor: Actor,
  code: string,
  address: string,
  request?: Request,
): Promise<void> {
  const number = await findSentCode(ctx, { purpose: "verify", userId: actor.id });
  if (!number) throw new AppError("phone.wrongCode", 400, { field: "code" });
  await consumePhoneCode(ctx, { number, purpose: "verify", userId: actor.id, browser: null, code, address });
  await withTransaction(ctx, async (tx) => {
    // The current session stays signed in; other sessions opened by an old number do not.
    const current = request && (await findSession(tx, request));
    if (current?.session.phone)
      await tx.db.update(sessions).set({ phone: number }).where(eq(sessions.id, current.session.id));
    await updateProvenNumber(tx, actor, number);
    // Whoever holds a borrowed device could add their own number, which then gets what finders write.
    if (actor.email) await sendAccountEmail(tx, { kind: "phoneAdded", userId: actor.id });
  });
}

/** Makes other transactions that assign this number to an account wait until this one has ended. */
export async function lockPhoneNumber({ db }: Pick<AppContext, "db">, number: string): Promise<void> {
  await lockInTransaction({ db }, "owner of a phone number", number);
}

/**
 * Assigns a newly verified number to the account, with consent to messages. The account that had it before loses it,
 * with the sessions that it opened, and is notified.
 */
export async function updateProvenNumber(
  tx: AppContext,
  { id, language }: Pick<Actor, "id" | "language">,
  number: string,
): Promise<void> {
  await lockPhoneNumber(tx, number);
  const before = await tx.db
    .update(users)
    .set({ verifiedPhone: null, phoneProvenAt: null })
    .where(and(eq(users.verifiedPhone, number), ne(users.id, id)))
    .returning({ id: users.id });
  const now = tx.clock.now();
  await tx.db
    .update(users)
    .set({ phone: number, verifiedPhone: number, phoneProvenAt: now, updatedAt: now })
    .where(eq(users.id, id));
  await updateConsent(tx, number, "agreed", language);
  await sendNotifications(
    tx,
    before.map((account) => ({
      userId: account.id,
      kind: "account" as const,
      params: { accountNews: "phoneMoved" as const },
      link: href("/dashboard/settings/notifications"),
      topic: account.id,
    })),
  );
}

/** Turns messages to the actor's number on or off. Throws `phone.notVerified` (409) without a verified number. */
export async function updatePhoneMessages(ctx: AppContext, actor: Actor, wantsMessages: boolean): Promise<void> {
  const [user] = await ctx.db.select({ number: users.verifiedPhone }).from(users).where(eq(users.id, actor.id));
  if (!user?.number) throw new AppError("phone.notVerified", 409);
  await updateConsent(ctx, user.number, wantsMessages ? "agreed" : "stopped", actor.language);
}
