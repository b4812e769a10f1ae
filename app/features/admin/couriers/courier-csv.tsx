import { sendListExport } from "#app/features/admin-lists/send-export.server.ts";
import { adminOnly, requireUser } from "#app/features/auth/guards.server.ts";
import { notFound } from "#app/platform/app-error.server.ts";
import type { Route } from "./+types/courier-csv";
import { exportForCourier } from "./courier-export.server.ts";
import { couriers } from "./couriers.rules.ts";

export const middleware = [adminOnly];

/** Streams the orders being packed as a CSV for one courier's upload. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const courier = couriers.find((one) => one === params.courier);
  if (!courier) throw notFound();
  return sendListExport(ctx, actor, courier, exportForCourier(ctx, actor, courier));
}
