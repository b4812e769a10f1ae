import { type LoaderFunctionArgs, redirect } from "react-router";
import { worldContext } from "#app/platform/http/request-info.server.ts";
import { addressOfCode } from "../short-code.server.ts";

/** `/t/…` from a QR code, `/n/…` from a chip: any letter case, in one step to the address of the tag. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { pathname, searchParams } = new URL(request.url);
  const query = new URLSearchParams(searchParams);
  query.set("via", pathname.toLowerCase().startsWith("/n/") ? "nfc" : "qr");
  return redirect(await addressOfCode(context.get(worldContext), params.tagCode ?? "", query), 302);
}
