import { href, redirect } from "react-router";
import { withCookieCheck } from "#app/platform/http/cookie-check.server.ts";
import { defineIntent, handleIntents } from "#app/platform/http/forms/form.server.ts";
import { appContext, requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { safePath } from "#app/platform/http/safe-path.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import { createSignedInHeaders, loggedInToast } from "../sessions/session.server.ts";
import type { Route } from "./+types/passkey-sign-in-route";
import { passkeySignInForm, signInByPasskey } from "./passkeys.server.ts";

export function loader() {
  throw redirect(href("/auth"));
}

/** Signs in with a device's response to the options of the page. */
export async function action(args: Route.ActionArgs) {
  const { request, context } = args;
  const ctx = context.get(appContext);
  const { address } = context.get(requestInfoContext);
  return handleIntents(args, {
    answer: defineIntent(passkeySignInForm, async ({ response, to }) => {
      const cookies = await signInByPasskey(ctx, response, request, address);
      const next = withCookieCheck(request, safePath(to, href("/dashboard")), href("/auth"));
      return redirectWithToast(next, loggedInToast, createSignedInHeaders(cookies));
    }),
  });
}
