import { and, eq, inArray, type SQL } from "drizzle-orm";
import { startBulkRun } from "#app/features/admin-lists/bulk/bulk-runs.server.ts";
import { listOrderLines, type Order } from "#app/features/orders/fulfilment/order-status.server.ts";
import { livePet, pets } from "#app/features/pets/pets.tables.server.ts";
import { tags } from "#app/features/tags/tags.tables.server.ts";
import { requireAdmin } from "#app/features/users/require-admin.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError } from "#app/platform/app-error.server.ts";
import { restockTags } from "../tags/bulk-tags.server.ts";

/**
 * Returns the condition for the tags packed for a cancelled or refunded order that its buyer still has; null for any
 * other order.
 */
async function buildWithBuyerFilter(ctx: AppContext, { id, userId, status }: Order): Promise<SQL | null> {
  if (!userId || (status !== "cancelled" && status !== "refunded")) return null;
  const codes = (await listOrderLines(ctx, id)).flatMap(({ tagCodes }) => tagCodes);
  return codes.length === 0 ? null : (and(eq(tags.ownerId, userId), inArray(tags.code, codes)) ?? null);
}

/** Lists the tags of the order that the buyer still has, each with the live pet that it is linked to. */
export async function listTagsToRelease(ctx: AppContext, admin: Actor, order: Order) {
  requireAdmin(admin);
  const condition = await buildWithBuyerFilter(ctx, order);
  if (!condition) return [];
  return ctx.db
    .select({ id: tags.id, code: tags.code, petName: pets.name })
    .from(tags)
    .leftJoin(pets, and(eq(pets.id, tags.petId), livePet))
    .where(condition)
    .orderBy(tags.code);
}

/**
 * Puts the chosen tags of the order back in stock, even those linked to a live pet, since each was selected
 * individually. Throws `bulk.chooseSome` when none is chosen. Returns the run, which can be undone.
 */
export async function releaseOrderTags(
  ctx: AppContext,
  admin: Actor,
  order: Order,
  { ids, listPath }: { ids: string[]; listPath: string },
): Promise<string> {
  requireAdmin(admin);
  const condition = await buildWithBuyerFilter(ctx, order);
  if (!condition) throw new AppError("adminOrders.releaseTags.none", 409);
  const subjects = ctx.db
    .select({ id: tags.id, name: tags.code })
    .from(tags)
    .where(and(condition, inArray(tags.id, ids)))
    .orderBy(tags.code)
    .getSQL();
  return startBulkRun(ctx, admin, restockTags, { params: { isProtectedToo: true }, listPath, subjects });
}
