import { sendExport } from "#app/features/admin-lists/send-export.server.ts";
import { adminOnly, requireUser } from "#app/features/auth/guards.server.ts";
import { datedFileName } from "#app/platform/http/attachment.ts";
import type { Route } from "./+types/tags-csv";
import { exportTags, readTagSearch } from "./list-all-tags.server.ts";

export const middleware = [adminOnly];

/** Streams the tags that match the search as CSV. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  return sendExport(
    ctx,
    actor,
    exportTags(ctx, actor, readTagSearch(request)),
    datedFileName("tags", ctx.clock.now(), "csv"),
  );
}
