import { requireUser, userOnly } from "#app/features/accounts/guards.server.ts";
import { redirectIfMerged } from "../kept-report.server.ts";
import { posterFile } from "../poster-actions.server.ts";
import type { Route } from "./+types/poster-file";

export const middleware = [userOnly];

/** The poster of one series of one's own report as a PDF. */
export async function loader(args: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(args.request, args.context);
  const { reportId, posterId } = args.params;
  await redirectIfMerged(ctx, actor, reportId, `/posters/${posterId}.pdf${new URL(args.request.url).search}`);
  return posterFile(args, ctx, actor, { reportId, posterId });
}
