import { adminOnly, requireUser } from "#app/features/auth/guards.server.ts";
import { getRequest } from "#app/features/plans/review/list-requests.server.ts";
import { sendProof } from "#app/features/plans/upgrade-requests/payment-proofs.server.ts";
import type { Route } from "./+types/proof-file";

export const middleware = [adminOnly];

/** Route that returns a payment's proof picture for the review; small with `?small`. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const { proofId } = await getRequest(ctx, actor, params.requestId);
  return sendProof(ctx, proofId, new URL(request.url).searchParams.has("small"));
}
