import { sendListExport } from "#app/features/admin-lists/send-export.server.ts";
import { adminOnly, requireUser } from "#app/features/auth/guards.server.ts";
import type { Route } from "./+types/reports-csv";
import { exportReports, readReportSearch } from "./admin-reports.server.ts";

export const middleware = [adminOnly];

/** Streams the reports that match the filters in the URL as CSV. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  return sendListExport(ctx, actor, "reports", exportReports(ctx, actor, readReportSearch(request)));
}
