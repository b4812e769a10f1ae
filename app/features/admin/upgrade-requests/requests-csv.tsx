import { sendListExport } from "#app/features/admin-lists/send-export.server.ts";
import { adminOnly, requireUser } from "#app/features/auth/guards.server.ts";
import { exportRequests, readReviewSearch } from "#app/features/plans/review/upgrade-review.server.ts";
import type { Route } from "./+types/requests-csv";

export const middleware = [adminOnly];

/** Streams the requests that match the filters in the URL as CSV. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  return sendListExport(ctx, actor, "upgrade-requests", exportRequests(ctx, actor, readReviewSearch(request)));
}
