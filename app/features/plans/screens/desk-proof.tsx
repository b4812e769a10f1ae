import { adminOnly, requireUser } from "#app/features/accounts/actor.server.ts";
import { proofAnswer } from "../proofs.server.ts";
import { getRequest } from "../upgrade-desk.server.ts";
import type { Route } from "./+types/desk-proof";

export const middleware = [adminOnly];

/** The picture that proves a payment, for the desk; small with `?small`. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const { proofId } = await getRequest(ctx, actor, params.requestId);
  return proofAnswer(ctx, proofId, new URL(request.url).searchParams.has("small"));
}
