import { and, eq } from "drizzle-orm";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError } from "#app/platform/app-error.server.ts";
import { minuteMs } from "#app/platform/durations.rules.ts";
import { signInMethods } from "../auth.tables.server.ts";
import { recordSecurityEvent } from "../security-log.server.ts";
import { getAuth } from "../sessions/better-auth.server.ts";

const guessLimit = { name: "own-password", points: 10, span: 3600 };

/** Counts a password attempt of a signed-in user; rejects more than 10 wrong ones an hour. */
export async function countPasswordGuess(ctx: AppContext, actor: { id: string }): Promise<void> {
  await ctx.limits.take(guessLimit, actor.id);
}

/** Logs a wrong password and returns the error to throw. */
export function recordWrongPassword(ctx: AppContext, actor: { id: string }): AppError {
  recordSecurityEvent(ctx, "passwordWrong", { userId: actor.id });
  return new AppError("accounts.wrongCurrentPassword", 400, { field: "currentPassword" });
}

/** How long after signing in an account without a password needs no other proof. Milliseconds. */
const recentSignIn = 15 * minuteMs;

/**
 * Requires the password again before an action that must not be possible with a borrowed phone. An account without a
 * password must have signed in within the last 15 minutes (403 `accounts.signInAgain`). Rejects a wrong password at the
 * field `currentPassword`, and more than 10 wrong ones an hour across all such checks.
 */
export async function requirePassword(
  ctx: AppContext,
  actor: { id: string; signedInAt?: Date },
  password: string,
): Promise<void> {
  if (!(await hasPassword(ctx, actor))) {
    const since = actor.signedInAt ? ctx.clock.now().getTime() - actor.signedInAt.getTime() : Number.POSITIVE_INFINITY;
    if (since > recentSignIn) throw new AppError("accounts.signInAgain", 403);
    return;
  }
  if (!(await isPasswordOf(ctx, actor, password))) throw recordWrongPassword(ctx, actor);
}

/** Whether the account has a password. */
export async function hasPassword(ctx: Pick<AppContext, "db">, actor: { id: string }): Promise<boolean> {
  return Boolean(await findPasswordHash(ctx, actor));
}

/** Returns the stored hash of the account's password; null without one. */
export async function findPasswordHash({ db }: Pick<AppContext, "db">, { id }: { id: string }): Promise<string | null> {
  const [method] = await db
    .select({ hash: signInMethods.password })
    .from(signInMethods)
    .where(and(eq(signInMethods.userId, id), eq(signInMethods.providerId, "credential")));
  return method?.hash ?? null;
}

/** Like `requirePassword`, for a visitor who is not signed in: rejects a wrong password at the field `password`. */
export async function requireAccountPassword(
  ctx: AppContext,
  account: { id: string },
  password: string,
): Promise<void> {
  if (await isPasswordOf(ctx, account, password)) return;
  recordSecurityEvent(ctx, "passwordWrong", { userId: account.id });
  throw new AppError("emailLink.verify.wrongPassword", 400, { field: "password" });
}

async function isPasswordOf(ctx: AppContext, actor: { id: string }, password: string): Promise<boolean> {
  await countPasswordGuess(ctx, actor);
  const hash = await findPasswordHash(ctx, actor);
  const { password: hasher } = await getAuth(ctx).$context;
  const isRight = hash ? await hasher.verify({ hash, password }) : false;
  if (isRight) await ctx.limits.clear(guessLimit, actor.id);
  return isRight;
}
