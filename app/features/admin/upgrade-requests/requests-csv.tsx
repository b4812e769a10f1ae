import { adminOnly, requireUser } from "#app/features/auth/guards.server.ts";
import { exportRequests, readReviewSearch } from "#app/features/plans/review/upgrade-review.server.ts";
import { datedFileName } from "#app/platform/http/attachment.ts";
import { sendCsv } from "#app/platform/http/csv/csv.server.ts";
import type { Route } from "./+types/requests-csv";

export const middleware = [adminOnly];

/** Streams the requests that match the filters in the URL as CSV. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  return sendCsv(
    exportRequests(ctx, actor, readReviewSearch(request)),
    datedFileName("upgrade-requests", ctx.clock.now(), "csv"),
  );
}
