import { worldContext } from "#app/platform/http/request-info.server.ts";
import { holderOfKey } from "../guest-link.server.ts";
import { getReporterTalk } from "../report-talks.server.ts";
import { openTalkStream } from "../talk-stream.server.ts";
import type { Route } from "./+types/manage-talk-live";

/** News of a talk for the guest who reported. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const world = context.get(worldContext);
  const holder = await holderOfKey(world, params.key);
  const { talk } = await getReporterTalk(world, holder, holder.guestOf, params.talkId);
  return openTalkStream(world, talk.id, request.signal);
}
