import { adminOnly, requireUser } from "#app/features/accounts/guards.server.ts";
import { adminCounts } from "#app/features/dashboard/dashboard.server.ts";
import type { Route } from "./+types/admin-counts";

export const middleware = [adminOnly];

/** What waits for an administrator, for the badges of the open admin pages. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx } = await requireUser(request, context);
  return Response.json(await adminCounts(ctx), { headers: { "cache-control": "no-store" } });
}
