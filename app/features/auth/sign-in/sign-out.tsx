import { href, redirect } from "react-router";
import { AppError } from "#app/platform/app-error.server.ts";
import { readForm } from "#app/platform/http/forms/request-body.server.ts";
import { appContext, requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { safePath } from "#app/platform/http/safe-path.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import { createCookieHeaders } from "../sessions/session.server.ts";
import type { Route } from "./+types/sign-out";
import { signOut } from "./sign-in.server.ts";

export function loader() {
  return redirect("/");
}

/** Ends the session and redirects to `to` or the home page; on failure, back to the dashboard with an error message. */
export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(appContext);
  const form = await readForm({ request, context }).catch(() => null);
  const isAdminArea = form?.get("from") === "admin";
  try {
    const cookies = await signOut(ctx, request);
    const to = safePath(String(form?.get("to") ?? ""), "/");
    return redirectWithToast(to, "accounts.loggedOut", createCookieHeaders(cookies));
  } catch (error) {
    ctx.log.error({ err: error, id: context.get(requestInfoContext).id }, "sign-out failed");
    if (isAdminArea)
      return redirectWithToast(href("/admin"), {
        type: "error",
        code: "common.error.short",
        description: "adminArea.check.logoutFailed",
      });
    const code = error instanceof AppError ? error.code : "shell.logoutFailed";
    return redirectWithToast(href("/dashboard"), { type: "error", code });
  }
}
