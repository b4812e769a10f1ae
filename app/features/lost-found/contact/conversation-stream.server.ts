import { openStream } from "#app/features/notifications/channels/live-streams.server.ts";
import { wake } from "#app/features/notifications/notifications.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";

/** Tells the open pages of a talk that there is something new. */
export async function wakeTalk(ctx: AppContext, talkId: string): Promise<void> {
  await wake(ctx, [{ user: talkId }]);
}

/** The live stream of one talk, for those whose only way to it is a link. It says that there is news, never which. */
export function openTalkStream(ctx: AppContext, talkId: string, signal: AbortSignal): Response {
  return openStream(ctx, talkId, { session: `talk ${talkId}`, lastId: null, since: null, signal }, async () => true);
}
