import { insiderOf, requireAdmin } from "#app/features/accounts/actor.server.ts";
import { adminCounts } from "#app/features/overview/overview.server.ts";
import type { Route } from "./+types/admin-counts";

export const middleware = [requireAdmin];

/** What waits for an administrator, for the badges of the open admin pages. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { world } = await insiderOf(request, context);
  return Response.json(await adminCounts(world), { headers: { "cache-control": "no-store" } });
}
