import { adminOnly, requireUser } from "#app/features/auth/guards.server.ts";
import { sendReportedAttachment } from "#app/features/conversations/attachments/attachments.server.ts";
import type { Route } from "./+types/reported-attachment-file";

export const middleware = [adminOnly];

/** Photo or voice message of a reported conversation; a photo is small with `?small`. */
export async function loader({ request, context, params: { messageId } }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  return sendReportedAttachment(ctx, actor, { messageId, request });
}
