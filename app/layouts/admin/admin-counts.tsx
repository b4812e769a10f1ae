import { getAdminCounts } from "#app/features/admin/overview/admin-counts.server.ts";
import { adminOnly, requireUser } from "#app/features/auth/guards.server.ts";
import type { Route } from "./+types/admin-counts";

export const middleware = [adminOnly];

/** Numbers of items waiting for an administrator, for the badges of open admin pages. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx } = await requireUser(request, context);
  return Response.json(await getAdminCounts(ctx), { headers: { "cache-control": "no-store" } });
}
