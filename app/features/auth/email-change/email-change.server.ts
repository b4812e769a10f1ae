import { and, eq, gt, gte, isNull, lt, or } from "drizzle-orm";
import type { Actor } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError } from "#app/platform/app-error.server.ts";
import { getViolatedConstraint, withTransaction } from "#app/platform/db/connection/database.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { readSignedId } from "#app/platform/http/signed-id.server.ts";
import { getNetwork } from "#app/platform/limits/client-address.server.ts";
import { type EmailLinkPurpose, emailLinkPurposes, sendAccountEmail } from "../account-emails.server.ts";
import type { EmailChangeForm } from "../auth.forms.server.ts";
import { sessionLife } from "../auth.rules.ts";
import { emailChanges, passkeys, signInMethods, verifications } from "../auth.tables.server.ts";
import { emailLinkLifetimes } from "../email-change-request.server.ts";
import { requestLink } from "../link-requests.server.ts";
import { requireAccountPassword, requirePassword } from "../password/check-password.server.ts";
import { recordSecurityEvent } from "../security-log.server.ts";
import { deleteAllSessions } from "../sessions/end-sessions.server.ts";
import { deleteTwoFactorSince } from "../two-factor/two-factor.server.ts";

const limits = {
  account: { name: "email-change", points: 5, span: 3600 },
  network: { name: "email-change-network", points: 30, span: 3600, isPerNetwork: true },
  links: { name: "email-link-network", points: 60, span: 3600, isPerNetwork: true },
};

const linkExpired = () => new AppError("accounts.linkExpired", 400);

/**
 * Requests a change of the sign-in address. It takes effect when the link mailed to the new address is used, within an
 * hour; the old address is notified and can stop it. A new request replaces the pending one. An address that already
 * has an account gets the same response, but its holder gets an e-mail without a link. Rejects a wrong password, the
 * current address, more than 5 requests an hour, and more than 30 from one network.
 */
export async function requestEmailChange(
  ctx: AppContext,
  actor: Actor,
  form: EmailChangeForm,
  address: string,
): Promise<void> {
  await requirePassword(ctx, actor, form.currentPassword);
  if (form.email === actor.email) throw new AppError("accounts.sameEmail", 400, { field: "email" });
  await ctx.limits.take(limits.network, getNetwork(address));
  await ctx.limits.take(limits.account, actor.id);
  const now = ctx.clock.now();
  await withTransaction(ctx, async (tx) => {
    const user = await lockUser(tx, actor.id);
    const isOver = lt(emailChanges.createdAt, new Date(now.getTime() - emailLinkLifetimes.stop));
    await tx.db
      .delete(emailChanges)
      .where(and(eq(emailChanges.userId, actor.id), or(isNull(emailChanges.confirmedAt), isOver)));
    const changeId = createId();
    await tx.db
      .insert(emailChanges)
      .values({ id: changeId, userId: actor.id, oldEmail: user.email, newEmail: form.email, createdAt: now });
    const [holder] = await tx.db.select({ id: users.id }).from(users).where(eq(users.email, form.email));
    await sendAccountEmail(tx, holder ? { kind: "emailTaken", userId: holder.id } : { kind: "emailConfirm", changeId });
    if (user.email) await sendAccountEmail(tx, { kind: "emailAsked", changeId });
  });
  recordSecurityEvent(ctx, "emailChangeAsked", { userId: actor.id, address });
}

/** Returns the change that a mailed link refers to; null for a used, expired or forged link. */
export async function findMailedChange(ctx: AppContext, purpose: EmailLinkPurpose, token: string) {
  const id = readSignedId(ctx, emailLinkPurposes[purpose], token);
  if (!id) return null;
  const [change] = await ctx.db
    .select()
    .from(emailChanges)
    .where(
      and(
        eq(emailChanges.id, id),
        gt(emailChanges.createdAt, ctx.clock.ago(emailLinkLifetimes[purpose])),
        purpose === "confirm" ? isNull(emailChanges.confirmedAt) : undefined,
      ),
    );
  return change ?? null;
}

/**
 * Deletes an account that somebody signed up with this address and never confirmed, so that it does not keep the
 * address from the holder of the mailbox. Nothing belongs to it, since it was never signed in to.
 */
async function deleteUnconfirmedAccount({ db }: Pick<AppContext, "db">, email: string): Promise<void> {
  await db.delete(users).where(and(eq(users.email, email), eq(users.emailVerified, false)));
}

/** Locks the account, so that requests, confirmations and cancellations of one user run one after the other. */
async function lockUser({ db }: Pick<AppContext, "db">, userId: string) {
  const [user] = await db.select({ email: users.email }).from(users).where(eq(users.id, userId)).for("no key update");
  if (!user) throw linkExpired();
  return user;
}

/**
 * Confirms a change of address by the link mailed to the new one: it becomes the sign-in address, and password links
 * mailed to the old one are invalidated. Works once. A visitor who is not signed in to the account must also give its
 * password, since a mistyped address belongs to a stranger. Rejects a used, expired, stopped or forged link, a wrong
 * password at its field (10 an hour), and an address that has got an account in the meantime.
 */
export async function confirmEmailChange(
  ctx: AppContext,
  { token, password }: { token: string; password: string },
  actor: { id: string } | null,
  address: string,
): Promise<string> {
  await ctx.limits.take(limits.links, getNetwork(address));
  const pending = await findMailedChange(ctx, "confirm", token);
  if (!pending) throw linkExpired();
  if (pending.userId !== actor?.id) await requireAccountPassword(ctx, { id: pending.userId }, password);
  const now = ctx.clock.now();
  try {
    const userId = await withTransaction(ctx, async (tx) => {
      const change = await findMailedChange(tx, "confirm", token);
      if (!change) throw linkExpired();
      const user = await lockUser(tx, change.userId);
      const [done] = await tx.db
        .update(emailChanges)
        .set({ confirmedAt: now })
        .where(and(eq(emailChanges.id, change.id), isNull(emailChanges.confirmedAt)))
        .returning({ id: emailChanges.id });
      if (!done || user.email !== change.oldEmail) throw linkExpired();
      await deleteUnconfirmedAccount(tx, change.newEmail);
      await tx.db
        .update(users)
        .set({ email: change.newEmail, emailVerified: true, updatedAt: now })
        .where(eq(users.id, change.userId));
      await tx.db.delete(verifications).where(eq(verifications.value, change.userId));
      if (change.oldEmail) await sendAccountEmail(tx, { kind: "emailChanged", changeId: change.id });
      return change.userId;
    });
    recordSecurityEvent(ctx, "emailChanged", { userId, address });
    return userId;
  } catch (error) {
    if (getViolatedConstraint(error) === "users_email_unique") throw linkExpired();
    throw error;
  }
}

/**
 * Undoes a change of address ("This wasn't me") from the old mailbox, before the change or up to a week after it:
 * restores the old address, ends all sessions and their push subscriptions, clears the password, removes a second
 * factor, passkey or phone number that was set up later than seven days before the request, and mails a link to set a
 * new password to the old address. Also undoes later changes of the same account. Rejects a used, expired or forged
 * link.
 */
export async function cancelEmailChange(ctx: AppContext, token: string, address: string): Promise<void> {
  await ctx.limits.take(limits.links, getNetwork(address));
  const stoppedUserId = await withTransaction(ctx, async (tx) => {
    const change = await findMailedChange(tx, "stop", token);
    if (!change) throw linkExpired();
    const { userId, oldEmail } = change;
    await lockUser(tx, userId);
    const undone = await tx.db
      .delete(emailChanges)
      .where(and(eq(emailChanges.userId, userId), gte(emailChanges.id, change.id)))
      .returning({ confirmedAt: emailChanges.confirmedAt });
    if (undone.length === 0) throw linkExpired();
    if (!oldEmail) throw linkExpired();
    if (undone.some(({ confirmedAt }) => confirmedAt)) {
      await deleteUnconfirmedAccount(tx, oldEmail);
      await tx.db.update(users).set({ email: oldEmail, updatedAt: ctx.clock.now() }).where(eq(users.id, userId));
    }
    await tx.db.update(signInMethods).set({ password: null }).where(eq(signInMethods.userId, userId));
    await tx.db.delete(verifications).where(eq(verifications.value, userId));
    await deleteAllSessions(tx, userId);
    // A second factor or passkey set up since the oldest possible session of an attacker began may be the attacker's,
    // and would lock the holder of the mailbox out of the recovered account.
    const since = new Date(change.createdAt.getTime() - sessionLife * 1000);
    await deleteTwoFactorSince(tx, userId, since);
    await tx.db.delete(passkeys).where(and(eq(passkeys.userId, userId), gte(passkeys.createdAt, since)));
    // So may a phone number, which would go on getting what finders write.
    await tx.db
      .update(users)
      .set({ verifiedPhone: null, phoneProvenAt: null })
      .where(and(eq(users.id, userId), gte(users.phoneProvenAt, since)));
    await requestLink(tx, { purpose: "reset", email: oldEmail });
    return userId;
  }).catch((error: unknown) => {
    throw getViolatedConstraint(error) === "users_email_unique" ? linkExpired() : error;
  });
  recordSecurityEvent(ctx, "emailChangeStopped", { userId: stoppedUserId, address });
}
