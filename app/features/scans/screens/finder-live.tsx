import { requestInfoContext, worldContext } from "#app/platform/http/request-info.server.ts";
import { orAway, showStatusAway } from "../finder-away.server.tsx";
import { showLive } from "../finder-status.server.tsx";
import type { Route } from "./+types/finder-live";

export function loader({ context, params }: Route.LoaderArgs) {
  const world = context.get(worldContext);
  const info = context.get(requestInfoContext);
  return orAway(
    world,
    () => showLive(world, info, params.key ?? ""),
    () => showStatusAway(info, { isPart: true }),
  );
}
