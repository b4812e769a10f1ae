import { href, redirect } from "react-router";
import { adminOnly, requireUser } from "#app/features/auth/guards.server.ts";
import { getBatch } from "#app/features/tags/batches/batches.server.ts";
import { createClaimCodes, createClaimCodesFile } from "#app/features/tags/batches/issue-claim-codes.server.ts";
import { requestInfoContext } from "#app/platform/http/request-info.server.ts";
import type { Route } from "./+types/claim-codes-file";

export const middleware = [adminOnly];

export function loader({ params }: Route.LoaderArgs) {
  return redirect(href("/admin/tags/batches/:batchId", { batchId: params.batchId }));
}

/** Issues a batch's claim codes and returns them; they are not shown again. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const batch = await getBatch(ctx, actor, params.batchId);
  const { language } = context.get(requestInfoContext);
  return createClaimCodesFile(ctx, batch.name, await createClaimCodes(ctx, actor, batch.id), language);
}
