import { type LoaderFunctionArgs, redirect } from "react-router";

/** `/t/…` from a QR code or the code box, `/n/…` from a chip: any letter case, on to the one address of the tag. */
export function loader({ request, params }: LoaderFunctionArgs) {
  const url = new URL(request.url);
  const typed = params.tagCode ?? url.searchParams.get("code") ?? "";
  if (!typed.trim()) return redirect("/#found-a-tag");
  const isChip = url.pathname.toLowerCase().startsWith("/n/");
  const query = new URLSearchParams(url.searchParams);
  query.delete("code");
  if (params.tagCode) query.set("via", isChip ? "nfc" : "qr");
  const rest = query.size > 0 ? `?${query}` : "";
  return redirect(`/tag/${encodeURIComponent(typed.trim().slice(0, 60))}${rest}`, 302);
}
