import { adminOnly, requireUser } from "#app/features/accounts/guards.server.ts";
import { csvAnswer } from "#app/platform/http/csv.server.ts";
import { exportTags } from "../admin/list-all-tags.server.ts";
import { tagStates } from "../tags.rules.ts";
import type { Route } from "./+types/tags-csv";

export const middleware = [adminOnly];

/** The tags that match the search, streamed as CSV. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const query = new URL(request.url).searchParams;
  const state = tagStates.find((one) => one === query.get("state"));
  const day = ctx.clock.now().toISOString().slice(0, 10);
  return csvAnswer(
    exportTags(ctx, actor, { search: query.get("q") ?? "", state, batch: query.get("batch") ?? "" }),
    `aleef-tags-${day}.csv`,
  );
}
