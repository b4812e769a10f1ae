import type { LoaderFunctionArgs } from "react-router";
import { requestInfoContext, worldContext } from "#app/platform/http/request-info.server.ts";
import { showLive } from "../finder-status.server.tsx";

export function loader({ context, params }: LoaderFunctionArgs) {
  return showLive(context.get(worldContext), context.get(requestInfoContext), params.key ?? "");
}
