import { requireUser, userOnly } from "#app/features/accounts/actor.server.ts";
import { proofAnswer } from "../proofs.server.ts";
import { getOwnRequest } from "../requests.server.ts";
import type { Route } from "./+types/own-proof";

export const middleware = [userOnly];

/** The picture that proves a payment of one's own. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const { proofId } = await getOwnRequest(ctx, actor, params.requestId);
  return proofAnswer(ctx, proofId, false);
}
