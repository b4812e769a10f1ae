import type { LoaderFunctionArgs } from "react-router";
import { worldContext } from "#app/platform/http/request-info.server.ts";
import { safePath, withTo } from "#app/platform/http/safe-path.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import { verifyEmail } from "../accounts.server.ts";

/** The mailed link: confirms the address and goes on to the login; a link that no longer works leads to a new one. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  const isVerified = await verifyEmail(context.get(worldContext), query.get("token") ?? "");
  if (!isVerified) return redirectWithToast("/auth/check-email", { type: "error", code: "accounts.linkExpired" });
  const to = safePath(query.get("to"), "");
  return redirectWithToast(withTo("/auth", to), {
    type: "success",
    code: "accounts.verified",
  });
}
