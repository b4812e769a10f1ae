import { worldContext } from "#app/platform/http/request-info.server.ts";
import { holderOfKey } from "../guest-link.server.ts";
import { leadToKept } from "../kept-report.server.ts";
import { posterFile } from "../poster-actions.server.ts";
import type { Route } from "./+types/manage-poster-file";

/** The poster of one series of a guest's report as a PDF. */
export async function loader(args: Route.LoaderArgs) {
  const world = args.context.get(worldContext);
  const holder = await holderOfKey(world, args.params.key);
  const { posterId } = args.params;
  await leadToKept(world, holder, holder.guestOf, `/posters/${posterId}.pdf${new URL(args.request.url).search}`);
  return posterFile(args, world, holder, { reportId: holder.guestOf, posterId });
}
