import type { Actor } from "#app/features/accounts/accounts.rules.ts";
import { recordChange } from "#app/features/accounts/audit-log.server.ts";
import { transaction, violatedConstraint } from "#app/platform/db/database.server.ts";
import { newId } from "#app/platform/db/uuid.server.ts";
import { Refusal } from "#app/platform/http/refusal.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { ensureBatch, refuseOthers } from "./batches.server.ts";
import { plantCanaries } from "./canaries.server.ts";
import { insertTags } from "./draw-tags.server.ts";
import { codeKey } from "./tag-code.rules.ts";
import { generateMost } from "./tags.rules.ts";
import { tags } from "./tags.tables.server.ts";

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
    const { count, batch } = form;
    if (batch) await ensureBatch(inside, batch);
    const made = await insertTags(inside, count, { batch: batch || null });
    if (batch) await plantCanaries(inside, batch, made);
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
