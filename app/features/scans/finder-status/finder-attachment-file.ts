import { sendAttachmentOf } from "#app/features/conversations/attachments/attachments.server.ts";
import { getConversationByKey } from "#app/features/conversations/conversations.server.ts";
import { appContext } from "#app/platform/http/request-info.server.ts";
import type { Route } from "./+types/finder-attachment-file";

/** Photo or voice message of the finder's conversation; a photo is small with `?small`. */
export async function loader({ request, context, params: { key, messageId } }: Route.LoaderArgs) {
  const ctx = context.get(appContext);
  const { id } = await getConversationByKey(ctx, key);
  return sendAttachmentOf(ctx, id, { messageId, request });
}
