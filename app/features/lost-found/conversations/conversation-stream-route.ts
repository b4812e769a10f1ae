import { appContext } from "#app/platform/http/request-info.server.ts";
import { getGuestHolder } from "../report-holder.server.ts";
import type { Route } from "./+types/conversation-stream-route";
import {
  getReporterConversation,
  getWriterConversation,
  openConversationStream,
} from "./report-conversations.server.ts";

/** Live stream of a conversation for participants without an account: the guest who reported, or the writer. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const ctx = context.get(appContext);
  if (!params.conversationId)
    return openConversationStream(ctx, (await getWriterConversation(ctx, params.key)).id, request.signal);
  const holder = await getGuestHolder(ctx, params.key);
  const { conversation } = await getReporterConversation(ctx, holder, holder.guestOf, params.conversationId);
  return openConversationStream(ctx, conversation.id, request.signal);
}
