import { APIError } from "better-auth/api";
import { regionOfBrowser } from "#app/features/users/browser-region.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Language } from "#app/platform/i18n/language.ts";
import { getNetwork } from "#app/platform/limits/client-address.server.ts";
import { countEmail, createEmailLimits } from "#app/platform/limits/email-limits.server.ts";
import type { SignUpForm } from "../auth.forms.server.ts";
import { findUser } from "../find-account.server.ts";
import { recordSecurityEvent } from "../security-log.server.ts";
import { getAuth } from "../sessions/better-auth.server.ts";
import { createSignUpProof } from "./sign-up-proof.server.ts";

const signUpLimit = { name: "sign-up", points: 20, span: 3600, isPerNetwork: true };

/** Limits of e-mails to one address after sign-ups. */
const toAddress = createEmailLimits("sign-up-address", 3600, { fromHere: 2, shared: 3, all: 12 });

/**
 * Creates an unverified account and mails a link to verify it. A known address gets the same response, and an e-mail
 * that says so, so that the page does not reveal whether an address has an account. Returns the cookie with which this
 * browser can confirm the address without the password. Rejects more than 20 requests an hour from one network, and
 * with a message that says what to do when several e-mails were sent to the address within the hour.
 */
export async function signUp(
  ctx: AppContext,
  form: SignUpForm,
  from: { address: string; language: Language },
): Promise<string> {
  await ctx.limits.take(signUpLimit, getNetwork(from.address));
  const { firstName, lastName, email, password } = form;
  const proof = createSignUpProof(ctx);
  await countEmail(ctx.limits, toAddress, { email, from: from.address });
  try {
    await getAuth(ctx).api.signUpEmail({
      body: {
        email,
        password,
        firstName,
        lastName,
        name: `${firstName} ${lastName}`.trim(),
        language: from.language,
        ...regionOfBrowser(form.timeZone),
        signUpProof: proof.hash,
        ...(form.to ? { callbackURL: form.to } : {}),
      },
    });
  } catch (error) {
    // The later of two concurrent sign-ups with one new address fails because the row exists, which must not be
    // revealed. The library throws the same error when the row could not be written; then there is no account and the
    // error is rethrown.
    const isLater = error instanceof APIError && error.statusCode === 422 && (await findUser(ctx, email));
    if (!isLater) throw error;
  }
  recordSecurityEvent(ctx, "accountAsked", { address: from.address });
  return proof.cookie;
}
