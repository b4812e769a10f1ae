import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import { href } from "react-router";
import { sendNotifications } from "#app/features/notifications/notifications.server.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { hasRunLow, nameIn } from "../products.rules.ts";
import { products } from "../products.tables.server.ts";

export type StockedProduct = Pick<
  typeof products.$inferSelect,
  "id" | "nameEn" | "nameAr" | "stock" | "lowStockAt" | "lowStockNotifiedAt"
>;

/** Path of the admin page for a product's stock. */
export const stockPath = (productId: string) => href("/admin/products/:productId", { productId });

/**
 * Notifies every administrator, in their language, of products whose stock has just fallen to the low-stock threshold;
 * `taken` is the number of pieces removed. A product is reported once until an administrator restocks it above the
 * threshold; cancellations and returns make no difference. Runs in the caller's transaction, which holds the products'
 * row locks, so that only one of several concurrent buyers triggers it.
 */
export async function notifyLowStock(
  tx: AppContext,
  moved: readonly { product: StockedProduct; taken: number }[],
): Promise<void> {
  const low = moved.filter(
    ({ product, taken }) =>
      !product.lowStockNotifiedAt && hasRunLow(product.stock + taken, product.stock, product.lowStockAt),
  );
  if (low.length === 0) return;
  const ids = low.map(({ product }) => product.id);
  await tx.db.update(products).set({ lowStockNotifiedAt: tx.clock.now() }).where(inArray(products.id, ids));
  const admins = await tx.db
    .select({ id: users.id, language: users.language })
    .from(users)
    .where(and(eq(users.role, "admin"), isNull(users.suspendedAt)))
    .orderBy(asc(users.id));
  await sendNotifications(
    tx,
    low.flatMap(({ product }) =>
      admins.map(({ id, language }) => ({
        userId: id,
        kind: "stock" as const,
        params: { productName: nameIn(language, product), pieces: product.stock },
        link: stockPath(product.id),
        topic: product.id,
      })),
    ),
  );
}
