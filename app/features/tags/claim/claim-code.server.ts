import { randomInt, timingSafeEqual } from "node:crypto";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { hashSlowly } from "#app/platform/crypto/slow-hash.server.ts";
import { AppError } from "#app/platform/http/app-error.server.ts";
import { alphabet, codeKey } from "../tag-code.rules.ts";

const length = 8;
/** Stands in the place of a hash while a tag asks for a code that was not issued yet. */
export const unissued = "-";

/** One account may guess so often an hour, at the claim codes of all tags together. */
const tries = { name: "claim-codes", points: 8, span: 3600 };

/** 8 characters of 32: 40 bits, which eight tries an hour never find. */
export function createClaimCode(): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join("");
}

/** Salted by the tag, so that equal codes of two tags do not look alike; cheap enough for thousands, too dear for all. */
export function hashClaimCode(tagId: string, claimCode: string): Promise<string> {
  return hashSlowly(codeKey(claimCode), tagId, 1024);
}

/**
 * Refuses whoever claims a tag without the code from inside its package, when it has one: a code photographed in the shop
 * is no use. Letter case, spaces and hyphens do not matter; after 8 tries within an hour an account has to wait.
 */
export async function requireClaimCode(
  ctx: AppContext,
  actor: Pick<Actor, "id">,
  tag: { id: string; claimHash: string | null },
  typed: string | undefined,
): Promise<void> {
  if (tag.claimHash === null) return;
  if (!typed?.trim()) throw new AppError("tags.claimCodeNeeded", 400, { field: "claimCode" });
  await ctx.limits.take(tries, actor.id);
  const [given, right] = [await hashClaimCode(tag.id, typed), tag.claimHash].map((text) => Buffer.from(text));
  if (given!.length !== right!.length || !timingSafeEqual(given!, right!))
    throw new AppError("tags.claimCodeWrong", 400, { field: "claimCode" });
}
