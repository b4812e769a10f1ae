import { sendAttachmentOf } from "#app/features/conversations/attachments/attachments.server.ts";
import { appContext } from "#app/platform/http/request-info.server.ts";
import { getGuestHolder } from "../report-holder.server.ts";
import type { Route } from "./+types/conversation-attachment-file";
import { getReporterConversation, getWriterConversation } from "./report-conversations.server.ts";

/** Photo or voice message of a conversation for whoever has its link: the guest who reported, or the writer. */
export async function loader({ request, context, params: { key, conversationId, messageId } }: Route.LoaderArgs) {
  const ctx = context.get(appContext);
  if (!conversationId) {
    const { id } = await getWriterConversation(ctx, key);
    return sendAttachmentOf(ctx, id, { messageId, request });
  }
  const holder = await getGuestHolder(ctx, key);
  const { conversation } = await getReporterConversation(ctx, holder, holder.guestOf, conversationId);
  return sendAttachmentOf(ctx, conversation.id, { messageId, request });
}
