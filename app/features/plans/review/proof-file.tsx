import { adminOnly, requireUser } from "#app/features/accounts/guards.server.ts";
import { proofAnswer } from "../upgrade-requests/payment-proofs.server.ts";
import type { Route } from "./+types/proof-file";
import { getRequest } from "./upgrade-review.server.ts";

export const middleware = [adminOnly];

/** The picture that proves a payment, for the desk; small with `?small`. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const { proofId } = await getRequest(ctx, actor, params.requestId);
  return proofAnswer(ctx, proofId, new URL(request.url).searchParams.has("small"));
}
