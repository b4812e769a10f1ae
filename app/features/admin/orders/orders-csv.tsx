import { sendExport } from "#app/features/admin-lists/send-export.server.ts";
import { adminOnly, requireUser } from "#app/features/auth/guards.server.ts";
import { datedFileName } from "#app/platform/http/attachment.ts";
import type { Route } from "./+types/orders-csv";
import { exportOrders, readOrderSearch } from "./admin-orders.server.ts";

export const middleware = [adminOnly];

/** Streams the orders that match the filters in the URL as CSV. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  return sendExport(
    ctx,
    actor,
    exportOrders(ctx, actor, readOrderSearch(request)),
    datedFileName("orders", ctx.clock.now(), "csv"),
  );
}
