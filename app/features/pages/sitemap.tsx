import { notFound } from "#app/platform/app-error.server.ts";
import { appContext } from "#app/platform/http/request-info.server.ts";
import type { Route } from "./+types/sitemap";
import { type Part, parts, renderSitemap, renderSitemapIndex } from "./sitemap.server.ts";

const isPart = (text: string): text is Part => parts.some((part) => part === text);

/** `/sitemap.xml`, the index, and `/sitemap/….xml`. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const ctx = context.get(appContext);
  const { part } = params;
  if (part !== undefined && !isPart(part)) throw notFound();
  return new Response(part === undefined ? renderSitemapIndex(ctx) : await renderSitemap(ctx, part), {
    headers: { "content-type": "application/xml; charset=utf-8", "cache-control": "public, max-age=3600" },
  });
}
