import { href, redirect } from "react-router";
import { defineIntent, emptyForm, handleIntents } from "#app/platform/http/forms/form.server.ts";
import { submitForm } from "#app/platform/http/forms/submit-form.ts";
import { appContext, requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { safePath } from "#app/platform/http/safe-path.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import { createSignedInHeaders, loggedInToast } from "../sessions/session.server.ts";
import type { Route } from "./+types/passkey-sign-in-route";
import { passkeySignInForm, signInByPasskey, startPasskeySignIn } from "./passkeys.server.ts";

export function loader() {
  throw redirect(href("/auth"));
}

export const clientAction = submitForm;

/** Returns the options for signing in with a passkey (`ask`), and signs in with the device's response (`answer`). */
export async function action(args: Route.ActionArgs) {
  const { request, context } = args;
  const ctx = context.get(appContext);
  const { address } = context.get(requestInfoContext);
  return handleIntents(args, {
    ask: defineIntent(emptyForm, async () => Response.json({ options: await startPasskeySignIn(ctx, address) })),
    answer: defineIntent(passkeySignInForm, async ({ response, to }) => {
      const cookies = await signInByPasskey(ctx, response, request, address);
      return redirectWithToast(safePath(to, href("/dashboard")), loggedInToast, createSignedInHeaders(cookies));
    }),
  });
}
