import { insiderOf, requireAdmin } from "#app/features/accounts/actor.server.ts";
import { proofAnswer } from "../proofs.server.ts";
import { getRequest } from "../upgrade-desk.server.ts";
import type { Route } from "./+types/desk-proof";

export const middleware = [requireAdmin];

/** The picture that proves a payment, for the desk; small with `?small`. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { world, actor } = await insiderOf(request, context);
  const { proofId } = await getRequest(world, actor, params.requestId);
  return proofAnswer(world, proofId, new URL(request.url).searchParams.has("small"));
}
