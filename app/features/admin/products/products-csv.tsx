import { sendListExport } from "#app/features/admin-lists/send-export.server.ts";
import { adminOnly, requireUser } from "#app/features/auth/guards.server.ts";
import type { Route } from "./+types/products-csv";
import { exportProducts, listStores, readProductSearch } from "./admin-products.server.ts";

export const middleware = [adminOnly];

/** Streams the products that match the filters in the URL as CSV. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const search = readProductSearch(request, await listStores(ctx, actor));
  return sendListExport(ctx, actor, "products", exportProducts(ctx, actor, search));
}
