import type { LoaderFunctionArgs } from "react-router";
import { insiderOf, requireAdmin } from "#app/features/accounts/actor.server.ts";
import { adminCounts } from "#app/features/overview/overview.server.ts";

export const middleware = [requireAdmin];

/** What waits for an administrator, for the badges of the open admin pages. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { world } = await insiderOf(request, context);
  return Response.json(await adminCounts(world), { headers: { "cache-control": "no-store" } });
}
