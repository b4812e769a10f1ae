import { wake } from "#app/features/alerts/alerts.server.ts";
import { openStream } from "#app/features/alerts/live-streams.server.ts";
import type { World } from "#app/platform/world.server.ts";

/** Tells the open pages of a talk that there is something new. */
export async function wakeTalk(world: World, talkId: string): Promise<void> {
  await wake(world, [{ user: talkId }]);
}

/** The live stream of one talk, for those whose only way to it is a link. It says that there is news, never which. */
export function openTalkStream(world: World, talkId: string, signal: AbortSignal): Response {
  return openStream(world, talkId, { session: `talk ${talkId}`, lastId: null, since: null, signal }, async () => true);
}
