import { adminOnly, requireUser } from "#app/features/auth/guards.server.ts";
import { factoryFile } from "#app/features/tags/batches/factory-file.server.ts";
import { fileNameOf } from "#app/features/tags/printing/qr.server.ts";
import { csvAnswer } from "#app/platform/http/csv/csv.server.ts";
import type { Route } from "./+types/factory-csv";

export const middleware = [adminOnly];

/** What a factory needs to make a batch, streamed as CSV. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const { batch, pieces } = await factoryFile(ctx, actor, params.batchId);
  return csvAnswer(pieces, `aleef-${fileNameOf(batch.name)}-factory.csv`);
}
