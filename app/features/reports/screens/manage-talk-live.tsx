import { appContext } from "#app/platform/http/request-info.server.ts";
import { getGuestHolder } from "../guest-link.server.ts";
import { getReporterTalk } from "../report-talks.server.ts";
import { openTalkStream } from "../talk-stream.server.ts";
import type { Route } from "./+types/manage-talk-live";

/** News of a talk for the guest who reported. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const ctx = context.get(appContext);
  const holder = await getGuestHolder(ctx, params.key);
  const { talk } = await getReporterTalk(ctx, holder, holder.guestOf, params.talkId);
  return openTalkStream(ctx, talk.id, request.signal);
}
