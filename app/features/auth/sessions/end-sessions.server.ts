import { and, eq, gt, ne, type Placeholder, type SQL, sql } from "drizzle-orm";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { sendAccountEmail } from "../account-emails.server.ts";
import { sessionLife } from "../auth.rules.ts";
import { pendingSignIns, sessions } from "../auth.tables.server.ts";
import { resetCodeLimit } from "../code-limit.server.ts";
import { deleteEmailChange } from "../email-change-request.server.ts";

/** Topic that notifies every process of ended sessions, so that their open pages leave immediately. */
export const sessionTopic = "aleef_sessions";

/** Notifies all processes that sessions of this user have ended; in a transaction, when it commits. */
export async function notifySessionsEnded(ctx: Pick<AppContext, "db">, userId: string): Promise<void> {
  await ctx.db.execute(sql`select pg_notify(${sessionTopic}, ${userId})`);
}

/** Returns the values for `isLasting`; their keys also name the placeholders in prepared statements. */
export function getLastingValues({ clock }: Pick<AppContext, "clock">) {
  const now = clock.now();
  return { now, weekAgo: new Date(now.getTime() - sessionLife * 1000) };
}

/** Condition for rows of `sessions` that are still valid: not expired, and begun less than seven days ago. */
export function isLasting({ now, weekAgo }: { now: Date | Placeholder; weekAgo: Date | Placeholder }): SQL | undefined {
  return and(gt(sessions.expiresAt, now), gt(sessions.createdAt, weekAgo));
}

/** Deletes one session, for example because its browser has opened another. Does nothing if it no longer exists. */
export async function deleteSession(
  ctx: Pick<AppContext, "db">,
  session: { id: string; userId: string },
): Promise<void> {
  await ctx.db.delete(sessions).where(eq(sessions.id, session.id));
  await notifySessionsEnded(ctx, session.userId);
}

/** Deletes a session that was opened a moment ago and that no browser has. */
export async function deleteSessionByToken({ db }: Pick<AppContext, "db">, token: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.token, token));
}

/** Deletes the user's sign-ins that still wait for their second factor. */
export async function deletePendingSignIns(ctx: Pick<AppContext, "db">, userId: string): Promise<void> {
  await ctx.db.delete(pendingSignIns).where(eq(pendingSignIns.userId, userId));
}

/** Deletes the user's sessions except the one with this token, without notifying open pages. */
async function deleteOtherSessions(
  { db }: Pick<AppContext, "db">,
  userId: string,
  keptToken: string | null,
): Promise<void> {
  const isOther = keptToken === null ? undefined : ne(sessions.token, keptToken);
  await db.delete(sessions).where(and(eq(sessions.userId, userId), isOther));
}

/** Signs a user out on every device. */
export async function deleteAllSessions(ctx: Pick<AppContext, "db">, userId: string): Promise<void> {
  await deletePendingSignIns(ctx, userId);
  await ctx.db.delete(sessions).where(eq(sessions.userId, userId));
  await notifySessionsEnded(ctx, userId);
}

/**
 * Completes a committed password change: deletes pending changes of address, pending sign-ins and all sessions except
 * the one with `keptToken`, resets the code limit, makes open pages leave, and notifies the owner by e-mail.
 */
export async function completePasswordChange(
  ctx: AppContext,
  userId: string,
  keptToken: string | null = null,
): Promise<void> {
  await deleteEmailChange(ctx, { id: userId });
  await deletePendingSignIns(ctx, userId);
  // The library deletes sessions before it stores the new password; a sign-in in between used the old one.
  await deleteOtherSessions(ctx, userId, keptToken);
  await resetCodeLimit(ctx, userId);
  await notifySessionsEnded(ctx, userId);
  await sendAccountEmail(ctx, { kind: "passwordChanged", userId });
}
