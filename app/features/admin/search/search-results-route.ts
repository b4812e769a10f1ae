import { adminOnly, requireUser } from "#app/features/auth/guards.server.ts";
import { readListQuery } from "#app/platform/http/list-query.ts";
import { requestInfoContext } from "#app/platform/http/request-info.server.ts";
import type { Route } from "./+types/search-results-route";
import { listSearchHits } from "./panel-search.server.ts";

export const middleware = [adminOnly];

/** Returns the results of the search dialog as JSON. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const { search } = readListQuery(request, {});
  const results = await listSearchHits(ctx, actor, search, context.get(requestInfoContext).language);
  return Response.json({ search, results }, { headers: { "cache-control": "no-store" } });
}
