import { sql } from "drizzle-orm";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { getOrCreateValue } from "#app/platform/db/key-value-store.server.ts";
import { keyValues } from "#app/platform/db/platform.tables.server.ts";

/**
 * Compares the configured currency with the database's, so that existing amounts are never shown in another one. Stores
 * a new currency while there are no orders or upgrade requests; afterwards throws an `Error` for the operator.
 */
export async function checkCurrency(ctx: AppContext): Promise<void> {
  const { currency } = ctx.settings.shop;
  const stored = await getOrCreateValue(ctx.db, "currency", () => currency);
  if (stored === currency) return;
  const changed = await ctx.db
    .update(keyValues)
    .set({ value: currency })
    .where(
      sql`${keyValues.name} = 'currency'
        and not exists (select from store_orders) and not exists (select from subscription_requests)`,
    )
    .returning();
  if (changed.length === 0)
    throw new Error(
      `CURRENCY is ${currency}, but orders or plan requests in this database use ${stored}. Set CURRENCY=${stored}, or start with an empty database.`,
    );
}
