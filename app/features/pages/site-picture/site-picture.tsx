import { notFound } from "#app/platform/http/app-error.server.ts";
import { appContext } from "#app/platform/http/request-info.server.ts";
import { isLanguage } from "#app/platform/i18n/language.ts";
import type { Route } from "./+types/site-picture";
import { renderSitePicture } from "./site-picture.server.tsx";

/** Link preview picture of the site. */
export async function loader({ context, params }: Route.LoaderArgs) {
  if (!isLanguage(params.language)) throw notFound();
  const picture = await renderSitePicture(context.get(appContext), params.language);
  return new Response(picture as Uint8Array<ArrayBuffer>, {
    headers: { "content-type": "image/png", "cache-control": "public, max-age=86400" },
  });
}
