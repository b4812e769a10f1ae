import { requireUser, userOnly } from "#app/features/auth/guards.server.ts";
import { getOwnTag } from "../tags.server.ts";
import type { Route } from "./+types/qr-file";
import { formatQrText, renderQrPng, renderQrSvg } from "./qr.server.ts";

export const middleware = [userOnly];

/** QR code of the owner's tag as a file: `?format=png` or `svg`. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const tag = await getOwnTag(ctx, actor, params.tagId ?? "");
  const query = new URL(request.url).searchParams;
  const text = formatQrText(ctx.settings.publicUrl, tag.code);
  const isPng = query.get("format") === "png";
  const headers = new Headers({
    "content-type": isPng ? "image/png" : "image/svg+xml",
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  });
  const name = `aleef-${tag.code.replace(/[^0-9A-Z-]/g, "")}.${isPng ? "png" : "svg"}`;
  if (query.has("download")) headers.set("content-disposition", `attachment; filename="${name}"`);
  return new Response(isPng ? new Uint8Array(await renderQrPng(text)) : renderQrSvg(text), { headers });
}
