import { and, desc, eq } from "drizzle-orm";
import { purgeAccountWithEmail } from "#app/features/account-data/delete-account.server.ts";
import type { BulkAction } from "#app/features/admin-lists/bulk/bulk-runs.server.ts";
import type { AuditAction } from "#app/features/audit-log/audit-log.rules.ts";
import { recordChange } from "#app/features/audit-log/audit-log.server.ts";
import { auditLog } from "#app/features/audit-log/audit-log.tables.server.ts";
import { sendVerificationEmail } from "#app/features/auth/link-requests.server.ts";
import { deleteAllSessions } from "#app/features/auth/sessions/end-sessions.server.ts";
import { deleteTwoFactor } from "#app/features/auth/two-factor/two-factor.server.ts";
import { givePlan } from "#app/features/plans/review/decide-requests.server.ts";
import { type LockedUser, lockUser, type User } from "#app/features/users/lock-user.server.ts";
import { requireAdmin } from "#app/features/users/require-admin.server.ts";
import { type Actor, signInNameOf } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError, notFound } from "#app/platform/app-error.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { dayStart } from "#app/platform/i18n/dates/time-zones.rules.ts";
import type { GivePlanForm } from "./admin-users.forms.server.ts";

/** The account to decide about, and its version when the administrator saw it. */
export interface Decision {
  userId: string;
  version: number;
}

/**
 * Locks the account for an administrator's decision. Rejects with 403 an actor who is no longer an active
 * administrator, and with 409 a decision on an account changed meanwhile, naming who did what.
 */
async function lockForDecision(tx: AppContext, admin: Actor, { userId, version }: Decision): Promise<LockedUser> {
  const locked = await lockUser(tx, userId);
  const acting = locked.user.id === admin.id ? locked.user : locked.otherAdmins.find(({ id }) => id === admin.id);
  if (acting?.role !== "admin" || acting.suspendedAt) throw new AppError("accounts.adminRequired", 403);
  if (locked.user.version !== version) throw await buildConflictError(tx, locked.user.id);
  return locked;
}

async function buildConflictError({ db }: AppContext, userId: string): Promise<AppError> {
  const [last] = await db
    .select({ action: auditLog.action, by: users.name })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorId))
    .where(and(eq(auditLog.subjectId, userId), eq(auditLog.subjectKind, "user")))
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(1);
  const did = (["promote", "demote", "suspend", "restore"] as const).find((one) => last?.action === `user.${one}`);
  if (!did) return new AppError("adminUsers.meanwhile.other", 409);
  return new AppError(`adminUsers.meanwhile.${did}`, 409, { params: { name: last?.by ?? "–" } });
}

async function decide(
  ctx: AppContext,
  admin: Actor,
  decision: Decision,
  action: AuditAction,
  work: (tx: AppContext, locked: LockedUser) => Promise<Partial<User>> | Partial<User>,
  facts: { reason?: string } = {},
): Promise<void> {
  requireAdmin(admin);
  await withTransaction(ctx, async (tx) => {
    const locked = await lockForDecision(tx, admin, decision);
    const before = locked.user;
    const values = await work(tx, locked);
    const [after] = await tx.db
      .update(users)
      .set({ ...values, version: before.version + 1, updatedAt: tx.clock.now() })
      .where(eq(users.id, before.id))
      .returning();
    await recordChange(tx, admin, {
      action,
      subject: { kind: "user", id: before.id, name: before.name },
      before,
      after: { ...after, ...facts },
    });
  });
}

/** Makes a user an administrator. Rejects an account that is suspended, unverified, or already an administrator. */
export async function promoteUser(ctx: AppContext, admin: Actor, decision: Decision): Promise<void> {
  await decide(ctx, admin, decision, "user.promote", (_tx, { user }) => {
    if (user.role === "admin") throw new AppError("adminUsers.isAdmin", 409);
    if (user.suspendedAt) throw new AppError("adminUsers.isSuspended", 409);
    if (!user.emailVerified) throw new AppError("adminUsers.isUnverified", 409);
    return { role: "admin" };
  });
}

/**
 * Revokes the administrator role, which takes effect with the user's next request; also possible for one's own account.
 * Rejects the last administrator.
 */
export async function demoteUser(ctx: AppContext, admin: Actor, decision: Decision): Promise<void> {
  await decide(ctx, admin, decision, "user.demote", (_tx, { user, otherAdmins }) => {
    if (user.role !== "admin") throw new AppError("adminUsers.isNoAdmin", 409);
    if (otherAdmins.length === 0) throw new AppError("adminUsers.lastAdmin", 409);
    return { role: "user" };
  });
}

/**
 * Suspends an account: ends every session immediately and blocks signing in. Nothing else changes: its tags still open
 * the pets' pages and notifications are still sent, because a pet must come home regardless of what its owner did.
 * Rejects the administrator's own account and one that is already suspended.
 */
export async function suspendUser(ctx: AppContext, admin: Actor, decision: Decision, reason: string): Promise<void> {
  await decide(ctx, admin, decision, "user.suspend", async (tx, { user }) => {
    if (user.id === admin.id) throw new AppError("adminUsers.notYourself", 409);
    if (user.suspendedAt) throw new AppError("adminUsers.isSuspended", 409);
    await deleteAllSessions(tx, user.id);
    return { suspendedAt: tx.clock.now(), suspendedReason: reason };
  });
}

/** Lifts the suspension of an account. */
export async function restoreUser(ctx: AppContext, admin: Actor, decision: Decision): Promise<void> {
  await decide(ctx, admin, decision, "user.restore", (_tx, { user }) => {
    if (!user.suspendedAt) throw new AppError("adminUsers.isActive", 409);
    return { suspendedAt: null, suspendedReason: null };
  });
}

/** Ends all sessions of an account. */
export async function signOutUser(ctx: AppContext, admin: Actor, decision: Decision): Promise<void> {
  await decide(ctx, admin, decision, "user.signOut", async (tx, { user }) => {
    await deleteAllSessions(tx, user.id);
    return {};
  });
}

/**
 * Turns off the second factor of a user who lost phone and recovery codes, after the administrator has verified their
 * identity: ends every session and notifies the user by e-mail. Rejects the administrator's own account, which has
 * settings for this, and an account without a second factor.
 */
export async function disableTwoFactorAsAdmin(
  ctx: AppContext,
  admin: Actor,
  decision: Decision,
  reason: string,
): Promise<void> {
  const work = async (tx: AppContext, { user }: LockedUser) => {
    if (user.id === admin.id) throw new AppError("adminUsers.notYourself", 409);
    if (!user.twoFactorSince) throw new AppError("adminUsers.hasOneStep", 409);
    await deleteTwoFactor(tx, user.id);
    return { twoFactorSince: null };
  };
  await decide(ctx, admin, decision, "user.twoFactorOff", work, { reason });
}

/**
 * Like `disableTwoFactorAsAdmin`, from the server's command line, for the last administrator. Returns false when no
 * account with that address has a second factor.
 */
export async function disableTwoFactorByEmail(ctx: AppContext, email: string): Promise<boolean> {
  return withTransaction(ctx, async (tx) => {
    const whose = eq(users.email, email.trim().toLowerCase());
    const [before] = await tx.db.select().from(users).where(whose).for("no key update");
    if (!before?.twoFactorSince) return false;
    await deleteTwoFactor(tx, before.id);
    const subject = { kind: "user", id: before.id, name: before.name } as const;
    const after = { ...before, twoFactorSince: null };
    await recordChange(tx, null, { action: "user.twoFactorOff", subject, before, after });
    return true;
  });
}

/** Sends the confirmation link again, within the limits for e-mails. Rejects a verified address. */
export async function sendVerificationEmailAsAdmin(
  ctx: AppContext,
  admin: Actor,
  decision: Decision,
  address: string,
): Promise<void> {
  await decide(ctx, admin, decision, "user.verify", async (_tx, { user }) => {
    const { email } = user;
    if (!email || user.emailVerified) throw new AppError("adminUsers.isVerified", 409);
    await sendVerificationEmail(ctx, { email }, address);
    return {};
  });
}

/**
 * Gives a user a plan for some months, or until the end of a day in their time zone. The reason is shown to the user
 * and recorded in the audit log. Rejects the administrator's own account, whose plan must be requested and decided by
 * another administrator.
 */
export async function givePlanAsAdmin(
  ctx: AppContext,
  admin: Actor,
  userId: string,
  { version, plan, length, until, reason }: GivePlanForm,
): Promise<void> {
  requireAdmin(admin);
  await withTransaction(ctx, async (tx) => {
    const { user } = await lockForDecision(tx, admin, { userId, version });
    if (user.id === admin.id) throw new AppError("adminUsers.givePlan.notYourself", 403);
    const end = dayStart(until ?? undefined, user.timeZone, 1) ?? tx.clock.now();
    const period = length === "until" ? { until: end } : { months: Number(length) };
    const endsAt = await givePlan(tx, user, { plan, ...period }, reason);
    await tx.db
      .update(users)
      .set({ version: user.version + 1, updatedAt: tx.clock.now() })
      .where(eq(users.id, user.id));
    await recordChange(tx, admin, {
      action: "user.plan",
      subject: { kind: "user", id: user.id, name: user.name },
      after: { plan, endsAt, reason },
    });
  });
}

/**
 * Erases an account as its owner could; the audit log records that it was done, but not whose it was. Rejects a
 * confirmation that is not the account's sign-in address or number, the administrator's own account, and a decision on
 * an older state of the account.
 */
export async function purgeUser(ctx: AppContext, admin: Actor, decision: Decision, confirm: string): Promise<void> {
  await withTransaction(ctx, async (tx) => {
    const { user } = await lockForDecision(tx, admin, decision);
    if (user.id === admin.id) throw new AppError("adminUsers.notYourself", 409);
    if (confirm !== signInNameOf({ email: user.email, phone: user.verifiedPhone }))
      throw new AppError("adminUsers.notTheirAddress", 400, { field: "confirm" });
    await purgeAccountWithEmail(tx, user);
    await recordChange(tx, admin, { action: "user.erase", subject: { kind: "user", id: null } });
  });
}

async function getVersion({ db }: AppContext, userId: string) {
  const [user] = await db.select({ version: users.version, role: users.role }).from(users).where(eq(users.id, userId));
  if (!user) throw notFound();
  return user;
}

/**
 * Suspends accounts for one reason. Rejects the administrator's own account and other administrators, which need an
 * individual decision.
 */
export const suspendUsers: BulkAction<{ reason: string }> = {
  kind: "users.suspend",
  async apply(tx, admin: Actor, userId, { reason }) {
    const { version, role } = await getVersion(tx, userId);
    if (userId === admin.id) throw new AppError("adminUsers.notYourself", 409);
    if (role === "admin") throw new AppError("adminUsers.isAdmin", 409);
    await suspendUser(tx, admin, { userId, version }, reason);
    return { version: (await getVersion(tx, userId)).version };
  },
  undo: (tx, admin, userId, before) => restoreUser(tx, admin, { userId, ...(before as { version: number }) }),
};

export const userBulkActions = [suspendUsers] as const;
