import { sendExport } from "#app/features/admin-lists/send-export.server.ts";
import { adminOnly, requireUser } from "#app/features/auth/guards.server.ts";
import { exportFactoryFile } from "#app/features/tags/batches/factory-file.server.ts";
import { formatFileName } from "#app/features/tags/printing/qr.server.ts";
import type { Route } from "./+types/factory-csv";

export const middleware = [adminOnly];

/** Streams the factory order of a batch as CSV. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const { batch, pieces } = await exportFactoryFile(ctx, actor, params.batchId);
  return sendExport(ctx, actor, pieces, `aleef-${formatFileName(batch.name)}-factory.csv`);
}
