import { sendExport } from "#app/features/admin-lists/send-export.server.ts";
import { adminOnly, requireUser } from "#app/features/auth/guards.server.ts";
import type { Route } from "./+types/cash-sheet";
import { exportCashSheet } from "./cash-sheet.server.ts";

export const middleware = [adminOnly];

/** Route that returns the cash movements of one day as CSV. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const { day, csv } = exportCashSheet(ctx, actor, new URL(request.url).searchParams.get("day"));
  return sendExport(ctx, actor, csv, `aleef-cash-${day}.csv`);
}
