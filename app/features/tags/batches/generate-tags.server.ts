import { randomInt } from "node:crypto";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { newId } from "#app/platform/db/uuid.server.ts";
import { alphabet, checkCharacter, codeLength, formatCode } from "../tag-code.rules.ts";
import { tags } from "../tags.tables.server.ts";

/** Returns 11 random characters and the check character. Redraws a key that a spreadsheet would read as a number. */
export function createCode(): string {
  for (;;) {
    let first = "";
    while (first.length < codeLength - 1) first += alphabet[randomInt(alphabet.length)];
    const key = first + checkCharacter(first);
    if (!/^\d+(E\d+)?$/.test(key)) return key;
  }
}

/**
 * Inserts new, unassigned, active tags in the caller's transaction, retrying when a random code already exists. Returns
 * their codes.
 */
export async function createTagRows(
  tx: AppContext,
  count: number,
  values: Pick<typeof tags.$inferInsert, "batch" | "claimHash">,
): Promise<string[]> {
  const now = tx.clock.now();
  const made: string[] = [];
  while (made.length < count) {
    const keys = Array.from({ length: Math.min(500, count - made.length) }, createCode);
    const rows = keys.map((key) => ({
      ...values,
      id: newId(),
      code: formatCode(key),
      codeKey: key,
      codeKind: "generated" as const,
      createdAt: now,
      updatedAt: now,
    }));
    const inserted = await tx.db.insert(tags).values(rows).onConflictDoNothing().returning({ code: tags.code });
    made.push(...inserted.map((row) => row.code));
  }
  return made;
}
