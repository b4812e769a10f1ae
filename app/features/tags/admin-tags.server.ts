import { randomInt } from "node:crypto";
import type { Actor } from "#app/features/accounts/accounts.rules.ts";
import { recordChange } from "#app/features/accounts/audit-log.server.ts";
import { transaction, violatedConstraint } from "#app/platform/db/database.server.ts";
import { newId } from "#app/platform/db/uuid.server.ts";
import { Refusal } from "#app/platform/http/refusal.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { alphabet, checkCharacter, codeKey, codeLength, showKey } from "./tag-code.rules.ts";
import { generateMost, mayCreateTags } from "./tags.rules.ts";
import { tags } from "./tags.tables.server.ts";

export function refuseOthers(actor: Actor): void {
  if (!mayCreateTags(actor)) throw new Refusal("accounts.adminRequired", 403);
}

/** 11 random characters and the check character. A key that a spreadsheet would read as a number is drawn again. */
export function drawCode(): string {
  for (;;) {
    let first = "";
    while (first.length < codeLength - 1) first += alphabet[randomInt(alphabet.length)];
    const key = first + checkCharacter(first);
    if (!/^\d+(E\d+)?$/.test(key)) return key;
  }
}

/**
 * Makes 1 to 100 new, unassigned, active tags, all or none. Only an administrator may. A code that exists by chance is
 * drawn again. Returns the codes as printed.
 */
export async function generateTags(
  world: World,
  actor: Actor,
  form: { count: number; batch?: string | undefined },
): Promise<string[]> {
  refuseOthers(actor);
  if (!Number.isInteger(form.count) || form.count < 1 || form.count > generateMost)
    throw new Refusal("tags.countRange", 400, { field: "count" });
  return transaction(world, async (inside) => {
    const made: string[] = [];
    while (made.length < form.count) {
      const keys = Array.from({ length: form.count - made.length }, drawCode);
      const rows = keys.map((key) => ({
        id: newId(),
        code: showKey(key),
        codeKey: key,
        codeKind: "generated" as const,
        batch: form.batch || null,
        createdAt: world.clock.now(),
        updatedAt: world.clock.now(),
      }));
      const kept = await inside.db.insert(tags).values(rows).onConflictDoNothing().returning({ code: tags.code });
      made.push(...kept.map((row) => row.code));
    }
    const { count, batch } = form;
    await recordChange(inside, actor, {
      action: "tag.generate",
      subject: { kind: "tag", id: null, name: batch || made[0] },
      after: { count, batch },
    });
    return made;
  });
}

/** Makes one tag with a code of the administrator's own. Refuses a code that reads like one already in use. */
export async function createTag(world: World, actor: Actor, code: string): Promise<string> {
  refuseOthers(actor);
  const id = newId();
  const now = world.clock.now();
  try {
    await transaction(world, async (inside) => {
      await inside.db
        .insert(tags)
        .values({ id, code, codeKey: codeKey(code), codeKind: "custom", createdAt: now, updatedAt: now });
      await recordChange(inside, actor, { action: "tag.create", subject: { kind: "tag", id, name: code } });
    });
    return code;
  } catch (error) {
    if (violatedConstraint(error) === "tags_code_unique") throw new Refusal("tags.inUse", 409, { field: "code" });
    throw error;
  }
}
