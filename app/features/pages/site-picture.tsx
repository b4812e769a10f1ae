import { renderToStaticMarkup } from "react-dom/server";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { notFound } from "#app/platform/app-error.server.ts";
import { renderPicture } from "#app/platform/files/drawn-picture.server.ts";
import { appContext } from "#app/platform/http/request-info.server.ts";
import { isLanguage, type Language } from "#app/platform/i18n/language.ts";
import { renderTextOutlines } from "#app/platform/pdf/text-outlines.server.ts";
import { ReunionDrawing } from "#app/platform/ui/drawings/reunion-drawing.tsx";
import { light } from "#app/platform/ui/styles/tokens.ts";
import type { Route } from "./+types/site-picture";

const [width, height] = [1200, 630];
const margin = 72;
const drawingWidth = 470;

const cache = new Map<Language, Promise<Buffer>>();

/** Returns the link preview picture of the site (1200 × 630 PNG) in one language; rendered once. */
function renderSitePicture(ctx: AppContext, language: Language): Promise<Buffer> {
  if (!cache.has(language)) cache.set(language, draw(ctx, language));
  return cache.get(language) as Promise<Buffer>;
}

async function draw(ctx: AppContext, language: Language): Promise<Buffer> {
  const t = ctx.translator(language);
  const isRtl = language === "ar";
  const textWidth = width - drawingWidth - 3 * margin;
  const write = (text: string, size: number, weight: 400 | 500 | 700, maxLines: number) =>
    renderTextOutlines(text, { size, weight, language, width: textWidth, maxLines });
  const brand = await write(t("shell.name"), 60, 700, 1);
  const tagline = await write(t("shell.tagline"), 74, 700, 3);
  const textX = isRtl ? drawingWidth + 2 * margin : margin;
  const top = (height - brand.height - tagline.height - 40) / 2;
  const reunion = renderToStaticMarkup(<ReunionDrawing />).replace(
    "<svg",
    `<svg x="${isRtl ? margin : width - drawingWidth - margin}" y="110" width="${drawingWidth}" height="410"`,
  );
  return renderPicture(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<rect width="${width}" height="${height}" fill="${light.paper}"/><rect y="${height - 14}" width="${width}" height="14" fill="${light.brand}"/>
${reunion}
<g transform="translate(${textX} ${top})" fill="${light.brand}">${brand.svg}</g>
<g transform="translate(${textX} ${top + brand.height + 40})" fill="${light.ink}">${tagline.svg}</g>
</svg>`,
    null,
  );
}

/** Link preview picture of the site. */
export async function loader({ context, params }: Route.LoaderArgs) {
  if (!isLanguage(params.language)) throw notFound();
  const picture = await renderSitePicture(context.get(appContext), params.language);
  return new Response(picture as Uint8Array<ArrayBuffer>, {
    headers: { "content-type": "image/png", "cache-control": "public, max-age=86400" },
  });
}
