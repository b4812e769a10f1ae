import { notFound } from "#app/platform/app-error.server.ts";
import { appContext, requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { isLanguage } from "#app/platform/i18n/language.ts";
import { getNetwork } from "#app/platform/limits/client-address.server.ts";
import { findPublicReport } from "../public-report.server.ts";
import type { Route } from "./+types/shared-picture-file";
import { isSharedShape } from "./posters.rules.ts";
import { drawings } from "./posters.server.ts";
import { renderSharedPicture } from "./shared-picture.server.tsx";

/**
 * Serves a report as a picture to share, `?in=en|ar` or in the report's language. 404 if the report is not public, 429
 * above the rate limit. Cached for a minute only, because a report can be hidden.
 */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const ctx = context.get(appContext);
  const shape = params.shape;
  const report = isSharedShape(shape) ? await findPublicReport(ctx, params.reportId) : null;
  if (!report || !isSharedShape(shape)) throw notFound();
  await ctx.limits.take(drawings, getNetwork(context.get(requestInfoContext).address));
  const asked = new URL(request.url).searchParams.get("in");
  const picture = await renderSharedPicture(ctx, report, shape, isLanguage(asked) ? asked : report.language);
  return new Response(new Uint8Array(picture), {
    headers: {
      "content-type": "image/jpeg",
      "content-disposition": `inline; filename="aleef-${shape}.jpg"`,
      "cache-control": "public, max-age=60",
    },
  });
}
