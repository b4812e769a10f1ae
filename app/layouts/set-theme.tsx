import { redirect } from "react-router";
import { createThemeCookie } from "#app/features/users/theme.server.ts";
import { isTheme } from "#app/features/users/theme.ts";
import { withCookieCheck } from "#app/platform/http/cookie-check.server.ts";
import { readForm } from "#app/platform/http/forms/request-body.server.ts";
import { appContext } from "#app/platform/http/request-info.server.ts";
import { safePath } from "#app/platform/http/safe-path.ts";
import type { Route } from "./+types/set-theme";

export function loader() {
  return redirect("/");
}

/** Stores light, dark or system theme in this browser and redirects back to the page, without adding it to the history. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm({ request, context });
  const theme = form.get("theme");
  if (!isTheme(theme)) throw new Response(null, { status: 400 });
  return redirect(withCookieCheck(request, safePath(form.get("to")?.toString())), {
    status: 303,
    headers: {
      "set-cookie": createThemeCookie(theme, context.get(appContext).settings.secure),
      "x-remix-replace": "yes",
    },
  });
}
