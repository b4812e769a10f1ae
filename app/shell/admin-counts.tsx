import { adminOnly, requireUser } from "#app/features/accounts/actor.server.ts";
import { adminCounts } from "#app/features/overview/overview.server.ts";
import type { Route } from "./+types/admin-counts";

export const middleware = [adminOnly];

/** What waits for an administrator, for the badges of the open admin pages. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx } = await requireUser(request, context);
  return Response.json(await adminCounts(ctx), { headers: { "cache-control": "no-store" } });
}
