import type { LoaderFunctionArgs } from "react-router";
import { worldContext } from "#app/platform/http/request-info.server.ts";
import { getWriterTalk } from "../report-talks.server.ts";
import { openTalkStream } from "../talk-stream.server.ts";

/** News of a talk for whoever wrote to the reporter. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const world = context.get(worldContext);
  const { talk } = await getWriterTalk(world, params.key);
  return openTalkStream(world, talk.id, request.signal);
}
