import { adminOnly, requireUser } from "#app/features/accounts/guards.server.ts";
import { csvAnswer } from "#app/platform/http/csv.server.ts";
import { fileNameOf } from "../printing/qr.server.ts";
import type { Route } from "./+types/factory-csv";
import { factoryFile } from "./factory-file.server.ts";

export const middleware = [adminOnly];

/** What a factory needs to make a batch, streamed as CSV. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const { batch, pieces } = await factoryFile(ctx, actor, params.batchId);
  return csvAnswer(pieces, `aleef-${fileNameOf(batch.name)}-factory.csv`);
}
