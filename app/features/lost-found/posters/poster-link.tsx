import { href, redirect } from "react-router";
import { getUser } from "#app/features/auth/guards.server.ts";
import { notFound } from "#app/platform/app-error.server.ts";
import { appContext, requestInfoContext } from "#app/platform/http/request-info.server.ts";
import type { Route } from "./+types/poster-link";
import { recordPosterVisit } from "./posters.server.ts";

/** Handles `/p/…` from a poster's QR code or tear-off strip: counts the visit and redirects to the report. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const ctx = context.get(appContext);
  const { address } = context.get(requestInfoContext);
  const actor = await getUser(request, context);
  const reportId = await recordPosterVisit(ctx, params.code, { request, address, userId: actor?.id ?? null });
  if (!reportId) throw notFound();
  return redirect(`${href("/community-reports/:reportId", { reportId })}?poster`, {
    status: 302,
    headers: { "cache-control": "no-store", "x-robots-tag": "noindex" },
  });
}

/** Never shown: the loader redirects. With it, an unknown code or a deleted report gets the page of the error. */
export default function PosterLink() {
  return null;
}
