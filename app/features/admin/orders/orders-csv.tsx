import { adminOnly, requireUser } from "#app/features/auth/guards.server.ts";
import { sendCsv } from "#app/platform/http/csv/csv.server.ts";
import type { Route } from "./+types/orders-csv";
import { exportOrders, readOrderSearch } from "./admin-orders.server.ts";

export const middleware = [adminOnly];

/** The orders that match the filters of the address, streamed as CSV. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const day = ctx.clock.now().toISOString().slice(0, 10);
  return sendCsv(exportOrders(ctx, actor, readOrderSearch(request)), `aleef-orders-${day}.csv`);
}
