import { redirect } from "react-router";
import { actorOf } from "#app/features/accounts/actor.server.ts";
import { notFound } from "#app/platform/http/refusal.server.ts";
import { requestInfoContext, worldContext } from "#app/platform/http/request-info.server.ts";
import { openPoster } from "../poster-visits.server.ts";
import type { Route } from "./+types/poster-link";

/** `/p/…` from the QR of a poster, or typed from a strip: counts the look and leads to the report. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const world = context.get(worldContext);
  const { address } = context.get(requestInfoContext);
  const actor = await actorOf(request, context);
  const reportId = await openPoster(world, params.code, { request, address, userId: actor?.id ?? null });
  if (!reportId) throw notFound();
  return redirect(`/community-reports/${reportId}?poster`, {
    status: 302,
    headers: { "cache-control": "no-store", "x-robots-tag": "noindex" },
  });
}
