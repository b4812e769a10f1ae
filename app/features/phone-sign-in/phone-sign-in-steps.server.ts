import { href, redirect } from "react-router";
import { getUser } from "#app/features/auth/guards.server.ts";
import { createPasskeyOptions } from "#app/features/auth/passkeys/passkeys.server.ts";
import {
  createCookieHeaders,
  createSignedInHeaders,
  loggedInToast,
} from "#app/features/auth/sessions/session.server.ts";
import { withCookieCheck } from "#app/platform/http/cookie-check.server.ts";
import { formatPhone } from "#app/platform/http/forms/fields.server.ts";
import { defineIntent, type FormArgs, handleIntents } from "#app/platform/http/forms/form.server.ts";
import { appContext, requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { safePath, withQuery, withTo } from "#app/platform/http/safe-path.ts";
import { redirectWithToast, type Toast } from "#app/platform/http/toast.server.ts";
import {
  codeForm,
  completePhoneSignIn,
  confirmPhoneSignIn,
  createPhoneAccount,
  createWaitingNumberCookie,
  emailCodeForm,
  findSignInProgress,
  nameForm,
  numberForm,
  passwordProofForm,
  readWaitingNumber,
  requestPhoneSignIn,
  returnPathForm,
  sendEmailProof,
  splitName,
  startNewAccount,
} from "./phone-sign-in.server.ts";

/** A page that signs in by phone number. */
interface SignInPlace {
  /** Path of the page, below `/auth`, where the cookie of the waiting number is sent. */
  here: string;
  /** Where the page always leads; otherwise the path that its query names. */
  target?: string;
}

const createdToast = { ...loggedInToast, code: "accounts.phone.created" } as const satisfies Toast;

const afterwards = href("/dashboard");

/** Returns the step at which the sign-in of this browser is; redirects whoever is signed in. */
export async function loadPhoneSignIn({ request, context }: FormArgs, { here, target }: SignInPlace) {
  const query = new URL(request.url).searchParams;
  const to = target ?? safePath(query.get("to"), "");
  if (await getUser(request, context)) throw redirect(to || afterwards);
  const back = getNumberStep({ here, target }, to);
  const number = readWaitingNumber(request)?.phone;
  const step = { to, back, number: number ? formatPhone(number) : "" };
  if (query.get("step") === "number") return { ...step, stage: "number" as const };
  const ctx = context.get(appContext);
  const begun = await findSignInProgress(ctx, request);
  if (begun) return { ...step, ...begun, passkeyOptions: await createPasskeyOptions(ctx) };
  if (!number) throw redirect(back);
  return { ...step, stage: "code" as const };
}

/** The number has a URL of its own, so that Back leads from the code to it. */
function getNumberStep({ here, target }: SignInPlace, to: string): string {
  return withQuery(here, new URLSearchParams({ step: "number", ...(to && !target && { to }) }));
}

/** Handles the forms of all steps. A new account is created with the code if the name came along with it. */
export async function handlePhoneSignIn(args: FormArgs, place: SignInPlace) {
  const { request, context } = args;
  const ctx = context.get(appContext);
  const { address, language } = context.get(requestInfoContext);
  const { secure } = ctx.settings;
  const { here, target } = place;
  const from = { request, address };
  const onward = (to: string | undefined) => withTo(here, target ? "" : safePath(to, ""));
  const noNumber = createWaitingNumberCookie(null, secure);
  const finish = (cookies: string[] | null, to: string | undefined, toast: Toast = loggedInToast) => {
    if (!cookies) {
      const tooLate = { type: "error", code: "accounts.phone.startAgain" } as const;
      return redirectWithToast(onward(to), tooLate, createCookieHeaders([noNumber]));
    }
    const headers = createSignedInHeaders([...cookies, noNumber]);
    // A page that goes on after signing in says so itself.
    return target
      ? redirect(target, { status: 303, headers })
      : redirectWithToast(safePath(to, afterwards), toast, headers);
  };
  return handleIntents(args, {
    send: defineIntent(numberForm, async ({ to, ...form }) => {
      const browser = await requestPhoneSignIn(ctx, form, { address, language, request });
      const cookies = createCookieHeaders([createWaitingNumberCookie({ phone: form.phone, browser }, secure)]);
      const next = withCookieCheck(request, onward(to), getNumberStep(place, safePath(to, "")));
      return redirectWithToast(next, "accounts.phone.sent", cookies);
    }),
    code: defineIntent(codeForm, async ({ code, to, fullName, timeZone }) => {
      // Another tab has signed in meanwhile.
      if (await getUser(request, context)) return redirect(safePath(to, afterwards), 303);
      const waiting = readWaitingNumber(request);
      if (!waiting) return finish(null, to);
      const newAccount = fullName ? { ...splitName(fullName), timeZone, language } : undefined;
      const { next, cookies } = await confirmPhoneSignIn(ctx, { ...waiting, code, newAccount }, from);
      if (next === "done") return finish(cookies, to);
      const where = next === "secondFactor" ? withTo(href("/auth/second-step"), safePath(to, "")) : onward(to);
      return redirect(where, { status: 303, headers: createSignedInHeaders([...cookies, noNumber]) });
    }),
    name: defineIntent(nameForm, async ({ to, ...form }) =>
      finish(await createPhoneAccount(ctx, form, language, from), to, createdToast),
    ),
    password: defineIntent(passwordProofForm, async ({ password, to }) =>
      finish(await completePhoneSignIn(ctx, { password }, from), to),
    ),
    emailCode: defineIntent(emailCodeForm, async ({ code, to }) =>
      finish(await completePhoneSignIn(ctx, { emailCode: code }, from), to),
    ),
    sendEmail: defineIntent(returnPathForm, async ({ to }) =>
      (await sendEmailProof(ctx, request)) ? redirectWithToast(onward(to), "accounts.phone.sent") : finish(null, to),
    ),
    fresh: defineIntent(returnPathForm, async ({ to }) => {
      await startNewAccount(ctx, request);
      return redirect(onward(to), 303);
    }),
  });
}
