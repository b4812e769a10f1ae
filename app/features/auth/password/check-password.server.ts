import { and, eq } from "drizzle-orm";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError } from "#app/platform/http/app-error.server.ts";
import { signInMethods } from "../auth.tables.server.ts";
import { getAuth } from "../better-auth.server.ts";
import { recordSecurityEvent } from "../sign-in/security-log.server.ts";

const guesses = { name: "own-password", points: 10, span: 3600 };

/** Counts a try at the password of somebody who is signed in already; refuses more than 10 wrong ones an hour. */
export async function countPasswordGuess(ctx: AppContext, actor: { id: string }): Promise<void> {
  await ctx.limits.take(guesses, actor.id);
}

/** The refusal of a wrong password, noted in the log. */
export function recordWrongPassword(ctx: AppContext, actor: { id: string }): AppError {
  recordSecurityEvent(ctx, "passwordWrong", { userId: actor.id });
  return new AppError("accounts.wrongCurrentPassword", 400, { field: "currentPassword" });
}

/** For how long after signing in an account without a password needs no other proof. Milliseconds. */
const recently = 15 * 60_000;

/**
 * Asks for the password again before something that a borrowed phone must not do; an account without one must have signed
 * in within a quarter of an hour (`accounts.signInAgain`). Refuses a wrong one beside the field `currentPassword`, and
 * guessing: 10 wrong ones an hour over all such questions together.
 */
export async function requirePassword(
  ctx: AppContext,
  actor: { id: string; signedInAt?: Date },
  password: string,
): Promise<void> {
  if (!(await hasPassword(ctx, actor))) {
    const since = actor.signedInAt ? ctx.clock.now().getTime() - actor.signedInAt.getTime() : Number.POSITIVE_INFINITY;
    if (since > recently) throw new AppError("accounts.signInAgain", 403);
    return;
  }
  if (!(await isPasswordOf(ctx, actor, password))) throw recordWrongPassword(ctx, actor);
}

/** Whether an account signs in with a password at all. */
export async function hasPassword(ctx: Pick<AppContext, "db">, actor: { id: string }): Promise<boolean> {
  return Boolean(await findHash(ctx, actor));
}

async function findHash({ db }: Pick<AppContext, "db">, { id }: { id: string }): Promise<string | null> {
  const [method] = await db
    .select({ hash: signInMethods.password })
    .from(signInMethods)
    .where(and(eq(signInMethods.userId, id), eq(signInMethods.providerId, "credential")));
  return method?.hash ?? null;
}

/** The same question to somebody who is not signed in: refuses a wrong one beside the field `password`. */
export async function requireAccountPassword(
  ctx: AppContext,
  account: { id: string },
  password: string,
): Promise<void> {
  if (await isPasswordOf(ctx, account, password)) return;
  recordSecurityEvent(ctx, "passwordWrong", { userId: account.id });
  throw new AppError("accounts.confirm.wrongPassword", 400, { field: "password" });
}

async function isPasswordOf(ctx: AppContext, actor: { id: string }, password: string): Promise<boolean> {
  await countPasswordGuess(ctx, actor);
  const hash = await findHash(ctx, actor);
  const { password: hasher } = await getAuth(ctx).$context;
  const isRight = hash ? await hasher.verify({ hash, password }) : false;
  if (isRight) await ctx.limits.clear(guesses, actor.id);
  return isRight;
}
