import { requireUser, userOnly } from "#app/features/auth/guards.server.ts";
import { datedFileName } from "#app/platform/files/attachment.ts";
import { sendCsv } from "#app/platform/http/csv/csv.server.ts";
import { requestInfoContext } from "#app/platform/http/request-info.server.ts";
import type { Route } from "./+types/scans-csv";
import { exportScans, readScanFilter } from "./list-scans.server.ts";

export const middleware = [userOnly];

/** Streams the matching scans as CSV. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const filter = readScanFilter(new URL(request.url).searchParams);
  return sendCsv(
    exportScans(ctx, actor, filter, context.get(requestInfoContext).t),
    datedFileName("scans", ctx.clock.now(), "csv"),
  );
}
