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

/** Where an administrator sees and corrects what is left of a product. */
export const stockPath = (productId: string) => href("/admin/products/:productId", { productId });

/**
 * Tells every administrator, in their language, of products whose stock has just fallen to what counts as low; `taken` is
 * how many pieces went. A product is told of once until an administrator has restocked it above that mark: what buyers
 * cancel and send back makes no difference. Through the caller's transaction, which holds the products' rows, so that of two buyers exactly one causes it.
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
