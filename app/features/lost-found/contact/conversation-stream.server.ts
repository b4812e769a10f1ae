import { openStream } from "#app/features/notifications/channels/live-streams.server.ts";
import { notifyListeners } from "#app/features/users/live-events.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";

/** Notifies the open pages of a conversation of a change. */
export async function notifyConversation(ctx: AppContext, conversationId: string): Promise<void> {
  await notifyListeners(ctx, [{ user: conversationId }]);
}

/**
 * Opens the live stream of one conversation, for participants who only have a link. It signals changes without their
 * content.
 */
export function openConversationStream(ctx: AppContext, conversationId: string, signal: AbortSignal): Response {
  return openStream(
    ctx,
    { id: conversationId, isAdmin: false },
    { session: `talk ${conversationId}`, lastId: null, since: null, signal },
    async () => true,
  );
}
