import { insiderOf, requireAuth } from "#app/features/accounts/actor.server.ts";
import { proofAnswer } from "../proofs.server.ts";
import { getOwnRequest } from "../requests.server.ts";
import type { Route } from "./+types/own-proof";

export const middleware = [requireAuth];

/** The picture that proves a payment of one's own. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { world, actor } = await insiderOf(request, context);
  const { proofId } = await getOwnRequest(world, actor, params.requestId);
  return proofAnswer(world, proofId, false);
}
