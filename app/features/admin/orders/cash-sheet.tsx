import { sendExport } from "#app/features/admin-lists/send-export.server.ts";
import { adminOnly, requireUser } from "#app/features/auth/guards.server.ts";
import type { Route } from "./+types/cash-sheet";
import { exportCashSheet } from "./admin-orders.server.ts";

export const middleware = [adminOnly];

/** Route that returns the cash movements of one day as CSV. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const { day, csv } = await exportCashSheet(ctx, actor, new URL(request.url).searchParams.get("day"));
  return sendExport(ctx, actor, inOnePiece(csv), `aleef-cash-${day}.csv`);
}

async function* inOnePiece(csv: string): AsyncGenerator<string> {
  yield csv;
}
