import { eq } from "drizzle-orm";
import * as z from "zod";
import type { Actor } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { asLine } from "#app/platform/i18n/text/plain-text.ts";
import { requirePassword } from "../password/check-password.server.ts";
import { readCode, type TypedCode } from "./two-factor.rules.ts";
import { consumeCode, createWrongCodeError } from "./used-codes.server.ts";

export const guessLimit = { name: "own-code", points: 10, span: 3600 };

export const codeField = z
  .string()
  .max(100)
  .transform(asLine)
  .pipe(z.string().min(1))
  .transform((typed, context): TypedCode => {
    const read = readCode(typed);
    if (read) return read;
    context.addIssue({ code: "custom", message: "twoFactor.notACode" });
    return z.NEVER;
  });

/** Field for a code that only accounts with two-factor sign-in need; an empty one counts as none. */
export const optionalCode = z.union([z.literal("").transform(() => undefined), codeField]).optional();

/**
 * Requires every factor of the account again: the password, and a code where two-factor sign-in is on. Rejects a missing
 * code at its field, and otherwise as for turning two-factor sign-in off.
 */
export async function requireEveryFactor(
  ctx: AppContext,
  actor: Actor,
  password: string,
  typed: TypedCode | undefined,
): Promise<void> {
  await requirePassword(ctx, actor, password);
  const [user] = await ctx.db.select({ since: users.twoFactorSince }).from(users).where(eq(users.id, actor.id));
  if (!user?.since) return;
  await ctx.limits.take(guessLimit, actor.id);
  await withTransaction(ctx, async (tx) => {
    const isRight = typed !== undefined && (await consumeCode(tx, actor.id, typed));
    if (!isRight) throw createWrongCodeError(typed ?? { kind: "app", code: "" });
  });
  await ctx.limits.clear(guessLimit, actor.id);
}
