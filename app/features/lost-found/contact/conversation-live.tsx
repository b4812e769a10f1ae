import { appContext } from "#app/platform/http/request-info.server.ts";
import { getGuestHolder } from "../guest-link.server.ts";
import type { Route } from "./+types/conversation-live";
import { openTalkStream } from "./conversation-stream.server.ts";
import { getReporterTalk, getWriterTalk } from "./report-conversations.server.ts";

/** News of a talk for those whose only way to it is a link: the guest who reported, or whoever wrote to the reporter. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const ctx = context.get(appContext);
  if (!params.talkId) return openTalkStream(ctx, (await getWriterTalk(ctx, params.key)).talk.id, request.signal);
  const holder = await getGuestHolder(ctx, params.key);
  const { talk } = await getReporterTalk(ctx, holder, holder.guestOf, params.talkId);
  return openTalkStream(ctx, talk.id, request.signal);
}
