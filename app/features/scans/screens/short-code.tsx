import { type LoaderFunctionArgs, redirect } from "react-router";
import { codeKey, looksGenerated, showKey } from "#app/features/tags/tag-code.rules.ts";
import { findTag } from "#app/features/tags/tags.server.ts";
import { worldContext } from "#app/platform/http/request-info.server.ts";

/** `/t/…` from a QR code or the code box, `/n/…` from a chip: any letter case, in one step to the address of the tag. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const url = new URL(request.url);
  const typed = (params.tagCode ?? url.searchParams.get("code") ?? "").trim().slice(0, 60);
  if (!typed) return redirect("/#found-a-tag");
  const key = codeKey(typed);
  // A code that is switched off must not show itself by being corrected.
  const tag = looksGenerated(key) ? null : await findTag(context.get(worldContext), typed);
  const code = looksGenerated(key) ? showKey(key) : tag?.status === "active" ? tag.code : typed;
  const query = new URLSearchParams(url.searchParams);
  query.delete("code");
  if (params.tagCode) query.set("via", url.pathname.toLowerCase().startsWith("/n/") ? "nfc" : "qr");
  return redirect(`/tag/${encodeURIComponent(code)}${query.size > 0 ? `?${query}` : ""}`, 302);
}
