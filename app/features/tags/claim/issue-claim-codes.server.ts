import { and, asc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { recordChange } from "#app/features/audit-log/audit-log.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { transaction } from "#app/platform/db/connection/database.server.ts";
import { AppError } from "#app/platform/http/app-error.server.ts";
import { getBatch } from "../batches/batches.server.ts";
import { showKey } from "../tag-code.rules.ts";
import { tagBatches, tags } from "../tags.tables.server.ts";
import { claimHashOf, createClaimCode } from "./claim-code.server.ts";

/**
 * Makes a claim code for every tag of a batch that nobody has claimed, in the place of what was issued before; only their
 * hashes are kept, so that this is the one time to print them. Refuses a batch without claim codes. Only for administrators.
 */
export async function issueClaimCodes(ctx: AppContext, admin: Actor, batchId: string) {
  const batch = await getBatch(ctx, admin, batchId);
  if (!batch.hasClaimCodes) throw new AppError("batches.noClaimCodes", 409);
  const open = and(eq(tags.batch, batch.name), isNull(tags.ownerId), isNotNull(tags.claimHash));
  const rows = await ctx.db.select({ id: tags.id, code: tags.code }).from(tags).where(open).orderBy(asc(tags.id));
  const drawn: { id: string; code: string; claimCode: string; hash: string }[] = [];
  // One after the other, so that who logs in meanwhile does not wait behind thousands.
  for (const tag of rows) {
    const claimCode = createClaimCode();
    drawn.push({ ...tag, claimCode: showKey(claimCode), hash: await claimHashOf(tag.id, claimCode) });
  }
  return transaction(ctx, async (tx) => {
    const list = (part: "id" | "hash") => sql.param(drawn.map((one) => one[part]));
    const set = await tx.db
      .update(tags)
      .set({ claimHash: sql`issued.hash` })
      .from(sql`unnest(${list("id")}::uuid[], ${list("hash")}::text[]) as issued(id, hash)`)
      .where(and(eq(tags.id, sql`issued.id`), open))
      .returning({ id: tags.id });
    const kept = new Set(set.map(({ id }) => id));
    await tx.db.update(tagBatches).set({ claimCodesAt: ctx.clock.now() }).where(eq(tagBatches.id, batch.id));
    await recordChange(tx, admin, {
      action: "tag.claimCodes",
      subject: { kind: "tag", id: batch.id, name: batch.name },
      after: { batch: batch.name, count: kept.size },
    });
    return drawn.filter(({ id }) => kept.has(id)).map(({ code, claimCode }) => ({ code, claimCode }));
  });
}
