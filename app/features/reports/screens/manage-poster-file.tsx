import type { LoaderFunctionArgs } from "react-router";
import { worldContext } from "#app/platform/http/request-info.server.ts";
import { holderOfKey } from "../guest-link.server.ts";
import { posterFile } from "../poster-actions.server.ts";

/** The poster of one series of a guest's report as a PDF. */
export async function loader(args: LoaderFunctionArgs) {
  const world = args.context.get(worldContext);
  const holder = await holderOfKey(world, args.params.key);
  return posterFile(args, world, holder, { reportId: holder.guestOf, posterId: args.params.posterId });
}
