import { appContext, requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { showLive } from "../finder-status/finder-status.server.tsx";
import type { Route } from "./+types/finder-live-route";
import { showStatusAway, withDbFallback } from "./finder-offline.server.tsx";

export function loader({ context, params }: Route.LoaderArgs) {
  const ctx = context.get(appContext);
  const info = context.get(requestInfoContext);
  return withDbFallback(
    ctx,
    () => showLive(ctx, info, params.key ?? ""),
    () => showStatusAway(info, { isPart: true }),
  );
}
