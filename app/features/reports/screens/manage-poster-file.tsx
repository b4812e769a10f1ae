import { appContext } from "#app/platform/http/request-info.server.ts";
import { getGuestHolder } from "../guest-link.server.ts";
import { redirectIfMerged } from "../kept-report.server.ts";
import { posterFile } from "../poster-actions.server.ts";
import type { Route } from "./+types/manage-poster-file";

/** The poster of one series of a guest's report as a PDF. */
export async function loader(args: Route.LoaderArgs) {
  const ctx = args.context.get(appContext);
  const holder = await getGuestHolder(ctx, args.params.key);
  const { posterId } = args.params;
  await redirectIfMerged(ctx, holder, holder.guestOf, `/posters/${posterId}.pdf${new URL(args.request.url).search}`);
  return posterFile(args, ctx, holder, { reportId: holder.guestOf, posterId });
}
