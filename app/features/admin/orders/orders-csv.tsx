import { sendListExport } from "#app/features/admin-lists/send-export.server.ts";
import { adminOnly, requireUser } from "#app/features/auth/guards.server.ts";
import type { Route } from "./+types/orders-csv";
import { exportOrders, readOrderSearch } from "./admin-orders.server.ts";

export const middleware = [adminOnly];

/** Streams the orders that match the filters in the URL as CSV. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  return sendListExport(ctx, actor, "orders", exportOrders(ctx, actor, readOrderSearch(request)));
}
