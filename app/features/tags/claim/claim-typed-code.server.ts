import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError } from "#app/platform/app-error.server.ts";
import { getNetwork } from "#app/platform/limits/client-address.server.ts";
import type { Limit } from "#app/platform/limits/limits.server.ts";
import { claimReplacement } from "../replacements.server.ts";
import { claimTag, type Tag } from "../tags.server.ts";
import { recordUnknownCode } from "./honeytokens.server.ts";

/** Limits for unusable codes: per network for tag pages and forms together, per account for forms. */
const ofNetwork = { name: "unknown-codes", points: 20, span: 600 };
const ofAccount = { name: "unknown-codes-of-account", points: 20, span: 600 };

/** Counts an unknown code; a network is limited to 20 in ten minutes. Known codes are never counted. */
export async function countUnknownCode(ctx: AppContext, address: string): Promise<void> {
  await ctx.limits.take(ofNetwork, getNetwork(address));
}

const misses: readonly AppError["code"][] = ["tags.unknown", "tags.mistyped", "tags.ownedByAnother"];

/**
 * Claims the tag whose code was entered (see `claimTag`); with `replaces` it replaces that tag of the actor's (see
 * `claimReplacement`). After 20 codes in ten minutes that are unknown or someone else's, account and network get 429
 * before the next lookup, so that tags cannot be found by guessing; a claim that succeeds, or fails for another reason,
 * does not count.
 */
export async function claimTypedCode(
  ctx: AppContext,
  { actor, address }: { actor: Pick<Actor, "id">; address: string },
  { replaces, ...form }: Parameters<typeof claimTag>[2] & { replaces?: string | undefined },
): Promise<Tag> {
  const taken: [Limit, string][] = [];
  const giveBack = () => Promise.all(taken.map(([limit, key]) => ctx.limits.giveBack(limit, key)));
  try {
    for (const [limit, key] of [
      [ofAccount, actor.id],
      [ofNetwork, getNetwork(address)],
    ] as const) {
      await ctx.limits.take(limit, key);
      taken.push([limit, key]);
    }
    const claimed = replaces
      ? await claimReplacement(ctx, actor, { ...form, tagId: replaces })
      : await claimTag(ctx, actor, form);
    await giveBack();
    return claimed;
  } catch (error) {
    if (error instanceof AppError && misses.includes(error.code)) void recordUnknownCode(ctx, form.code, address);
    else await giveBack();
    throw error;
  }
}
