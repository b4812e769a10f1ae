import { getUser } from "#app/features/auth/guards.server.ts";
import { findActor } from "#app/features/auth/sessions/session.server.ts";
import { isAdmin } from "#app/features/users/users.rules.ts";
import { hourMs } from "#app/platform/durations.rules.ts";
import { appContext } from "#app/platform/http/request-info.server.ts";
import { readSessionToken } from "#app/platform/http/session-cookie.server.ts";
import type { Route } from "./+types/live-stream";
import { openStream } from "./live-streams.server.ts";

/** Live stream of the signed-in user. Responds with 401 to visitors, which stops the browser from reconnecting. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(appContext);
  const actor = await getUser(request, context);
  if (!actor) return new Response(null, { status: 401 });
  const { searchParams } = new URL(request.url);
  const since = new Date(searchParams.get("since") ?? Number.NaN);
  const isRecent = ctx.clock.now().getTime() - since.getTime() < hourMs;
  return openStream(
    ctx,
    { id: actor.id, isAdmin: isAdmin(actor) },
    {
      session: readSessionToken(ctx, request.headers) ?? actor.id,
      lastId: request.headers.get("last-event-id") ?? searchParams.get("last"),
      since: isRecent ? since : null,
      signal: request.signal,
    },
    async () => (await findActor(ctx, request))?.id === actor.id,
  );
}
