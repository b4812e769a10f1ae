import type { LoaderFunctionArgs } from "react-router";
import { requestInfoContext, worldContext } from "#app/platform/http/request-info.server.ts";
import { orAway, showStatusAway } from "../finder-away.server.tsx";
import { showLive } from "../finder-status.server.tsx";

export function loader({ context, params }: LoaderFunctionArgs) {
  const world = context.get(worldContext);
  const info = context.get(requestInfoContext);
  return orAway(
    world,
    () => showLive(world, info, params.key ?? ""),
    () => showStatusAway(info, { isPart: true }),
  );
}
