import { displayName, isAdmin } from "#app/features/users/users.rules.ts";
import type { Route } from "./+types/session-status";
import { getUser } from "./guards.server.ts";

/** Returns whether the browser is signed in, as JSON, for pages that stay open. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await getUser(request, context);
  const status = {
    isAuthenticated: actor !== null,
    isAdmin: isAdmin(actor),
    userId: actor?.id ?? null,
    name: actor ? displayName(actor) : null,
  };
  return Response.json(status, { headers: { "cache-control": "no-store" } });
}
