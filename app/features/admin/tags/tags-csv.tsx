import { sendListExport } from "#app/features/admin-lists/send-export.server.ts";
import { adminOnly, requireUser } from "#app/features/auth/guards.server.ts";
import type { Route } from "./+types/tags-csv";
import { exportTags, readTagSearch } from "./list-all-tags.server.ts";

export const middleware = [adminOnly];

/** Streams the tags that match the search as CSV. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  return sendListExport(ctx, actor, "tags", exportTags(ctx, actor, readTagSearch(request)));
}
