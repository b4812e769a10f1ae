import { recordChange } from "#app/features/audit-log/audit-log.server.ts";
import { requireAdmin } from "#app/features/users/require-admin.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError } from "#app/platform/app-error.server.ts";
import { getViolatedConstraint, withTransaction } from "#app/platform/db/connection/database.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { createHoneytokens } from "../claim/honeytokens.server.ts";
import { codeKey } from "../tag-code.rules.ts";
import { maxGenerated } from "../tags.rules.ts";
import { tags } from "../tags.tables.server.ts";
import { createTagRows, getOrCreateBatch } from "./batches.server.ts";

/**
 * Creates 1 to 100 new, unassigned, active tags, all or none. Administrators only. Retries when a random code already
 * exists. Returns the codes as printed.
 */
export async function createTags(
  ctx: AppContext,
  actor: Actor,
  form: { count: number; batch?: string | undefined },
): Promise<string[]> {
  requireAdmin(actor);
  if (!Number.isInteger(form.count) || form.count < 1 || form.count > maxGenerated)
    throw new AppError("tags.countRange", 400, { field: "count" });
  return withTransaction(ctx, async (tx) => {
    const { count, batch } = form;
    if (batch) await getOrCreateBatch(tx, batch);
    const made = await createTagRows(tx, count, { batch: batch || null });
    if (batch) await createHoneytokens(tx, batch, made);
    await recordChange(tx, actor, {
      action: "tag.generate",
      subject: { kind: "tag", id: null, name: batch || made[0] },
      after: { count, batch },
    });
    return made;
  });
}

/** Creates a tag with a custom code. Rejects a code that reads like an existing one. Administrators only. */
export async function createTag(ctx: AppContext, actor: Actor, code: string): Promise<string> {
  requireAdmin(actor);
  const id = createId();
  const now = ctx.clock.now();
  try {
    await withTransaction(ctx, async (tx) => {
      await tx.db
        .insert(tags)
        .values({ id, code, codeKey: codeKey(code), codeKind: "custom", createdAt: now, updatedAt: now });
      await recordChange(tx, actor, { action: "tag.create", subject: { kind: "tag", id, name: code } });
    });
    return code;
  } catch (error) {
    if (getViolatedConstraint(error) === "tags_code_unique") throw new AppError("tags.inUse", 409, { field: "code" });
    throw error;
  }
}
