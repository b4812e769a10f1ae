import { redirect } from "react-router";
import { appContext } from "#app/platform/http/request-info.server.ts";
import { withDbFallback } from "../finder-page/finder-offline.server.tsx";
import type { Route } from "./+types/short-code-route";
import { formatAddressWithoutCode, getAddressOfCode } from "./short-code.server.ts";

/** Redirects `/t/…` (QR code) and `/n/…` (NFC chip), in any letter case, to the tag's page. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { pathname, searchParams } = new URL(request.url);
  const query = new URLSearchParams(searchParams);
  query.set("via", pathname.toLowerCase().startsWith("/n/") ? "nfc" : "qr");
  const ctx = context.get(appContext);
  const typed = params.tagCode ?? "";
  const to = await withDbFallback(
    ctx,
    () => getAddressOfCode(ctx, typed, query),
    () => formatAddressWithoutCode(ctx, typed, query),
  );
  return redirect(to, 302);
}
