import { randomInt } from "node:crypto";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError } from "#app/platform/app-error.server.ts";
import { isEqualSecret } from "#app/platform/crypto/secrets.server.ts";
import { hashSlowly } from "#app/platform/crypto/slow-hash.server.ts";
import { alphabet, codeKey } from "./tag-code.rules.ts";

const length = 8;
/** Placeholder for the hash while no claim code has been issued. */
export const unissued = "-";

/** Attempts per account and hour, for the claim codes of all tags together. */
const attemptLimit = { name: "claim-codes", points: 8, span: 3600 };

/** Returns 8 random characters of 32 (40 bits), which eight attempts an hour cannot guess. */
export function createClaimCode(): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join("");
}

/**
 * Hashes a claim code, salted with the tag's id, so that equal codes of two tags have different hashes. Cheap enough
 * for thousands of codes, too expensive to try all of them.
 */
export function hashClaimCode(tagId: string, claimCode: string): Promise<string> {
  return hashSlowly(codeKey(claimCode), tagId, 1024);
}

/**
 * Rejects a claim without the claim code from inside the package, if the tag has one, so that photographing a tag in
 * the shop is useless. Letter case, spaces and hyphens are ignored; an account is limited to 8 attempts an hour.
 */
export async function requireClaimCode(
  ctx: AppContext,
  actor: Pick<Actor, "id">,
  tag: { id: string; claimHash: string | null },
  typed: string | undefined,
): Promise<void> {
  if (tag.claimHash === null) return;
  if (!typed?.trim()) throw new AppError("tags.claimCodeNeeded", 400, { field: "claimCode" });
  await ctx.limits.take(attemptLimit, actor.id);
  if (!isEqualSecret(await hashClaimCode(tag.id, typed), tag.claimHash))
    throw new AppError("tags.claimCodeWrong", 400, { field: "claimCode" });
}
