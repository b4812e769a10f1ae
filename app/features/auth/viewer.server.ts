import type { RouterContextProvider } from "react-router";
import { readTheme } from "#app/features/users/theme.server.ts";
import type { Viewer } from "#app/features/users/use-viewer.ts";
import { defaultTimeZone } from "#app/features/users/users.rules.ts";
import { appContext, requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { directionOf } from "#app/platform/i18n/language.ts";
import { getUser } from "./guards.server.ts";

/** Who looks at this page and how: signed in or not, language, zone, look, and the server's clock. */
export async function getViewer(request: Request, context: Readonly<RouterContextProvider>): Promise<Viewer> {
  const { language } = context.get(requestInfoContext);
  const actor = await getUser(request, context);
  return {
    user: actor && {
      id: actor.id,
      firstName: actor.firstName,
      lastName: actor.lastName,
      email: actor.email,
      phone: actor.phone ?? null,
      role: actor.role,
    },
    language,
    direction: directionOf(language),
    timeZone: actor?.timeZone ?? defaultTimeZone,
    now: context.get(appContext).clock.now().toISOString(),
    theme: readTheme(request),
  };
}
