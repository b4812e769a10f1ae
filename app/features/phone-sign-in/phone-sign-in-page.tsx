import { useTranslation } from "react-i18next";
import { href, redirect } from "react-router";
import { getUser } from "#app/features/auth/guards.server.ts";
import { createCookieHeaders, createSignedInHeaders } from "#app/features/auth/sessions/session.server.ts";
import { AccountFrame } from "#app/features/auth/sign-in/account-frame.tsx";
import { handleIntents, intent } from "#app/platform/http/forms/form.server.ts";
import { formatPhone } from "#app/platform/http/forms/phone-field.server.ts";
import { submitForm } from "#app/platform/http/forms/submit-form.ts";
import { appContext, requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { safePath, withTo } from "#app/platform/http/safe-path.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import type { WordKey } from "#app/platform/i18n/words.ts";
import { Ltr } from "#app/platform/ui/ltr.tsx";
import type { Route } from "./+types/phone-sign-in-page";
import { codeForm, nameForm, numberForm, onwardForm, passwordProofForm } from "./phone-sign-in.forms.server.ts";
import {
  completePhoneSignIn,
  confirmPhoneSignIn,
  createPhoneAccount,
  createWaitingNumberCookie,
  findSignInProgress,
  readWaitingNumber,
  requestPhoneSignIn,
  sendEmailProof,
  startNewAccount,
} from "./phone-sign-in.server.ts";
import { CodeStep, NameStep, NumberStep } from "./phone-steps.tsx";
import { ProofStep } from "./proof-step.tsx";

export const handle = { i18n: ["accounts", "phone"], title: "accounts.phone.title" satisfies WordKey };

const here = href("/auth/phone");
const afterwards = href("/dashboard");

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const to = safePath(query.get("to"), "");
  if (await getUser(request, context)) throw redirect(to || afterwards);
  const number = readWaitingNumber(request);
  const shown = number ? formatPhone(number) : "";
  if (query.has("again")) return { to, number: shown, stage: "number" as const };
  const begun = await findSignInProgress(context.get(appContext), request);
  if (begun) return { to, number: shown, ...begun };
  return { to, number: shown, stage: number ? ("code" as const) : ("number" as const) };
}

export async function action(args: Route.ActionArgs) {
  const { request, context } = args;
  const ctx = context.get(appContext);
  const { address, language } = context.get(requestInfoContext);
  const { secure } = ctx.settings;
  const from = { request, address };
  const onward = (to: string | undefined) => withTo(here, safePath(to, ""));
  const noNumber = createWaitingNumberCookie("", secure);
  const finish = (cookies: string[] | null, to: string | undefined) =>
    cookies
      ? redirectWithToast(
          safePath(to, afterwards),
          { type: "success", code: "accounts.loggedIn" },
          createSignedInHeaders([...cookies, noNumber]),
        )
      : redirectWithToast(
          onward(to),
          { type: "error", code: "accounts.phone.startAgain" },
          createCookieHeaders([noNumber]),
        );
  return handleIntents(args, {
    send: intent(numberForm, async ({ to, ...form }) => {
      await requestPhoneSignIn(ctx, form, { address, language, request });
      const cookies = createCookieHeaders([createWaitingNumberCookie(form.phone, secure)]);
      return redirectWithToast(onward(to), { type: "success", code: "accounts.phone.sent" }, cookies);
    }),
    code: intent(codeForm, async ({ code, to }) => {
      const phone = readWaitingNumber(request);
      if (!phone) return finish(null, to);
      const { next, cookies } = await confirmPhoneSignIn(ctx, { phone, code }, from);
      if (next === "done") return finish(cookies, to);
      const where = next === "secondFactor" ? withTo(href("/auth/second-step"), safePath(to, "")) : onward(to);
      return redirect(where, { status: 303, headers: createSignedInHeaders([...cookies, noNumber]) });
    }),
    name: intent(nameForm, async ({ to, ...form }) => finish(await createPhoneAccount(ctx, form, language, from), to)),
    password: intent(passwordProofForm, async ({ password, to }) =>
      finish(await completePhoneSignIn(ctx, { password }, from), to),
    ),
    emailCode: intent(codeForm, async ({ code, to }) =>
      finish(await completePhoneSignIn(ctx, { emailCode: code }, from), to),
    ),
    sendEmail: intent(onwardForm, async ({ to }) =>
      (await sendEmailProof(ctx, request))
        ? redirectWithToast(onward(to), { type: "success", code: "accounts.phone.sent" })
        : finish(null, to),
    ),
    fresh: intent(onwardForm, async ({ to }) => {
      await startNewAccount(ctx, request);
      return redirect(onward(to), 303);
    }),
  });
}

export const clientAction = submitForm;

/** Page to sign in or sign up by phone number; its steps share one URL: number, code, and name or second proof. */
export default function PhoneSignInPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { stage, to, number } = loaderData;
  if (stage === "newAccount")
    return (
      <AccountFrame title={t("accounts.phone.nameHead")} lead={t("accounts.phone.nameLead")}>
        <NameStep to={to} answer={answer} />
      </AccountFrame>
    );
  if (stage === "secondProof")
    return (
      <AccountFrame title={t("accounts.phone.proofHead")} lead={t("accounts.phone.proofLead")}>
        <ProofStep {...loaderData} answer={answer} />
      </AccountFrame>
    );
  if (stage === "code")
    return (
      <AccountFrame
        title={t("accounts.phone.codeHead")}
        lead={
          <>
            {t("accounts.phone.codeLead")} <Ltr className="font-semibold">{number}</Ltr>
          </>
        }
      >
        <CodeStep to={to} number={number} answer={answer} />
      </AccountFrame>
    );
  return (
    <AccountFrame title={t("accounts.phone.head")} lead={t("accounts.phone.lead")}>
      <NumberStep to={to} number={number} answer={answer} />
    </AccountFrame>
  );
}
