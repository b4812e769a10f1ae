import { redirectIfMerged } from "../duplicates/merge-redirect.server.ts";
import { getReportHolder, reportHolder } from "../report-holder.server.ts";
import type { Route } from "./+types/poster-file";
import { createPosterFile } from "./poster-actions.server.ts";

export const middleware = [reportHolder];

/** The poster of one series of a report as a PDF, for its owner or for the guest behind its link. */
export async function loader(args: Route.LoaderArgs) {
  const { ctx, holder, reportId } = await getReportHolder(args.context);
  const { posterId } = args.params;
  await redirectIfMerged(ctx, holder, reportId, `/posters/${posterId}.pdf${new URL(args.request.url).search}`);
  return createPosterFile(args, ctx, holder, { reportId, posterId });
}
