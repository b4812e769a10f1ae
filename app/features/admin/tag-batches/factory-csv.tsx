import { adminOnly, requireUser } from "#app/features/auth/guards.server.ts";
import { exportFactoryFile } from "#app/features/tags/batches/factory-file.server.ts";
import { formatFileName } from "#app/features/tags/printing/qr.server.ts";
import { sendCsv } from "#app/platform/http/csv/csv.server.ts";
import type { Route } from "./+types/factory-csv";

export const middleware = [adminOnly];

/** Streams the factory order of a batch as CSV. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const { batch, pieces } = await exportFactoryFile(ctx, actor, params.batchId);
  return sendCsv(pieces, `aleef-${formatFileName(batch.name)}-factory.csv`);
}
