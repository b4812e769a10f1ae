import { requireUser, userOnly } from "#app/features/auth/guards.server.ts";
import type { Route } from "./+types/own-proof-file";
import { sendProof } from "./payment-proofs.server.ts";
import { getOwnRequest } from "./upgrade-requests.server.ts";

export const middleware = [userOnly];

/** Image of the user's own proof of payment. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const { proofId } = await getOwnRequest(ctx, actor, params.requestId);
  return sendProof(ctx, proofId, false);
}
