import { getReportHolder, redirectIfMerged, requireReportHolder } from "../report-holder.server.ts";
import type { Route } from "./+types/poster-file";
import { createPosterFile } from "./posters.server.ts";

export const middleware = [requireReportHolder];

/** Serves the PDF of a poster series to the report's owner or guest. */
export async function loader(args: Route.LoaderArgs) {
  const { ctx, holder, reportId } = await getReportHolder(args.context);
  const { posterId } = args.params;
  await redirectIfMerged(ctx, holder, reportId, `/posters/${posterId}.pdf${new URL(args.request.url).search}`);
  return createPosterFile(args, ctx, holder, { reportId, posterId });
}
