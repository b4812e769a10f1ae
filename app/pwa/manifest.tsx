import { href } from "react-router";
import { requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { directionOf } from "#app/platform/i18n/language.ts";
import { darkPaper, light } from "#app/platform/ui/styles/tokens.ts";
import type { Route } from "./+types/manifest";

/** Web app manifest in the language and theme of the page that links to it. */
export function loader({ context, request }: Route.LoaderArgs) {
  const { language, t } = context.get(requestInfoContext);
  const paper = new URL(request.url).searchParams.get("look") === "dark" ? darkPaper : light.paper;
  const icon = (size: number, purpose: "any" | "maskable") => ({
    src: `/icon-${size}.png`,
    sizes: `${size}x${size}`,
    type: "image/png",
    purpose,
  });
  const shortcut = (name: string, url: string) => ({ name, url, icons: [icon(192, "any")] });
  const manifest = {
    id: "/",
    lang: language,
    dir: directionOf(language),
    name: `${t("shell.name")} · ${t("shell.tagline")}`,
    short_name: t("shell.name"),
    description: t("site.footer.lead"),
    start_url: href("/dashboard"),
    scope: "/",
    display: "standalone",
    background_color: paper,
    theme_color: paper,
    icons: [icon(192, "any"), icon(512, "any"), icon(512, "maskable")],
    shortcuts: [
      shortcut(t("offlinePage.pets"), href("/dashboard/pets")),
      shortcut(t("offlinePage.scans"), href("/dashboard/scan-records")),
      shortcut(t("lostFound.iLost"), `${href("/dashboard/lost-found/new")}?kind=lost`),
    ],
  };
  return new Response(JSON.stringify(manifest), {
    headers: {
      "content-type": "application/manifest+json; charset=utf-8",
      "cache-control": "public, max-age=3600",
      // Pages link to it with `?lang=`; without that it follows the visitor's language.
      vary: "Accept-Language, Cookie",
    },
  });
}
