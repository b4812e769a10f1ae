import type { AppContext } from "#app/platform/app-context.server.ts";
import { isWithinLimit } from "#app/platform/limits/limits.server.ts";

const day = 24 * 3600;

/** Limit of code attempts to sign in to one account, from anywhere. */
export const codesOfAccount = { name: "second-step-account", points: 50, span: day };

const limitResets = { name: "second-step-reset", points: 1, span: day };

/**
 * Resets the account's daily limit of code attempts after a password change, so that somebody who used it up with the
 * old password does not lock the owner out. At most once a day: whoever controls the mailbox can set passwords and must
 * not gain attempts that way.
 */
export async function resetCodeLimit(ctx: AppContext, userId: string): Promise<void> {
  if (await isWithinLimit(ctx.limits, limitResets, userId)) await ctx.limits.clear(codesOfAccount, userId);
}
