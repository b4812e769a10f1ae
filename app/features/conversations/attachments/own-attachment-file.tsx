import { requireUser, userOnly } from "#app/features/auth/guards.server.ts";
import type { Route } from "./+types/own-attachment-file";
import { sendOwnAttachment } from "./attachments.server.ts";

export const middleware = [userOnly];

/** Photo or voice message of one of the user's own conversations; a photo is small with `?small`. */
export async function loader({ request, context, params: { messageId } }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  return sendOwnAttachment(ctx, actor, { messageId, request });
}
