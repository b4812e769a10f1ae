import { appContext } from "#app/platform/http/request-info.server.ts";
import { getWriterTalk } from "../report-talks.server.ts";
import { openTalkStream } from "../talk-stream.server.ts";
import type { Route } from "./+types/writer-talk-live";

/** News of a talk for whoever wrote to the reporter. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const ctx = context.get(appContext);
  const { talk } = await getWriterTalk(ctx, params.key);
  return openTalkStream(ctx, talk.id, request.signal);
}
