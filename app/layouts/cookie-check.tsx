import { redirect } from "react-router";
import { withBlockedMark } from "#app/platform/http/cookie-check.server.ts";
import { safePath } from "#app/platform/http/safe-path.ts";
import type { Route } from "./+types/cookie-check";

/** Leads on after a cookie was set for the first time: to `to`, or to `blocked` if the browser did not keep it. */
export function loader({ request: { url, headers } }: Route.LoaderArgs) {
  const query = new URL(url).searchParams;
  const next = headers.has("cookie") ? safePath(query.get("to")) : withBlockedMark(safePath(query.get("blocked")));
  return redirect(next, { headers: { "x-remix-replace": "yes" } });
}
