import { insiderOf, requireAuth } from "#app/features/accounts/actor.server.ts";
import { leadToKept } from "../kept-report.server.ts";
import { posterFile } from "../poster-actions.server.ts";
import type { Route } from "./+types/poster-file";

export const middleware = [requireAuth];

/** The poster of one series of one's own report as a PDF. */
export async function loader(args: Route.LoaderArgs) {
  const { world, actor } = await insiderOf(args.request, args.context);
  const { reportId, posterId } = args.params;
  await leadToKept(world, actor, reportId, `/posters/${posterId}.pdf${new URL(args.request.url).search}`);
  return posterFile(args, world, actor, { reportId, posterId });
}
