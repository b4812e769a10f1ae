import { appContext, requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { renderStatusFallback, withDbFallback } from "../finder-page/finder-offline.server.tsx";
import { readAsFinder } from "../finder-page/read-as-finder.server.ts";
import type { Route } from "./+types/finder-live-route";
import { renderLivePart } from "./finder-status.server.tsx";

export const middleware = [readAsFinder];

export function loader({ request, context, params }: Route.LoaderArgs) {
  const ctx = context.get(appContext);
  const info = context.get(requestInfoContext);
  const before = new URL(request.url).searchParams.get("before");
  return withDbFallback(
    ctx,
    () => renderLivePart(ctx, info, params.key ?? "", before),
    () => renderStatusFallback(info, { isPart: true }),
  );
}
