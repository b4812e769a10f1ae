import { adminOnly, requireUser } from "#app/features/auth/guards.server.ts";
import { tagStates } from "#app/features/tags/tags.rules.ts";
import { sendCsv } from "#app/platform/http/csv/csv.server.ts";
import type { Route } from "./+types/tags-csv";
import { exportTags } from "./list-all-tags.server.ts";

export const middleware = [adminOnly];

/** The tags that match the search, streamed as CSV. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const query = new URL(request.url).searchParams;
  const state = tagStates.find((one) => one === query.get("state"));
  const day = ctx.clock.now().toISOString().slice(0, 10);
  return sendCsv(
    exportTags(ctx, actor, { search: query.get("q") ?? "", state, batch: query.get("batch") ?? "" }),
    `aleef-tags-${day}.csv`,
  );
}
