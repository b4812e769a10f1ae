import MessageCircle from "lucide-react/icons/message-circle";
import { useTranslation } from "react-i18next";
import { href, redirect } from "react-router";
import { handleIntents, intent } from "#app/platform/http/forms/form.server.ts";
import { submitForm } from "#app/platform/http/forms/submit-form.ts";
import { appContext, requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { safePath, withTo } from "#app/platform/http/safe-path.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import type { WordKey } from "#app/platform/i18n/words.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { TabsNav } from "#app/platform/ui/page/tabs-nav.tsx";
import { signInForm, signUpForm } from "../auth.forms.server.ts";
import { getUser } from "../guards.server.ts";
import { PasskeyButton } from "../passkeys/passkey-button.tsx";
import {
  createCookieHeaders,
  createPendingEmailCookie,
  createSignedInHeaders,
} from "../sessions/account-cookies.server.ts";
import { SignUpForm } from "../sign-up/sign-up-form.tsx";
import type { Route } from "./+types/sign-in-page";
import { AccountFrame } from "./account-frame.tsx";
import { signIn, signUp } from "./sign-in.server.ts";
import { SignInForm } from "./sign-in-form.tsx";

export const handle = {
  i18n: ["accounts"],
  title: "accounts.auth.titleSignIn" satisfies WordKey,
  titleKeyOf: ({ isSignUp }: { isSignUp: boolean }): WordKey =>
    isSignUp ? "accounts.auth.titleSignUp" : "accounts.auth.titleSignIn",
};

const afterwards = href("/dashboard");

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const to = safePath(query.get("to"), "");
  if (await getUser(request, context)) throw redirect(to || afterwards);
  return { to, isSignUp: query.get("mode") === "sign-up" };
}

export async function action(args: Route.ActionArgs) {
  const { request, context } = args;
  const ctx = context.get(appContext);
  const { address, language } = context.get(requestInfoContext);
  return handleIntents(args, {
    signIn: intent(signInForm, async (form) => {
      const { cookies, needsCode } = await signIn(ctx, { ...form, to: safePath(form.to, "") }, request, address);
      const to = safePath(form.to, needsCode ? "" : afterwards);
      const headers = createSignedInHeaders(cookies);
      if (needsCode) return redirect(withTo(href("/auth/second-step"), to), { status: 303, headers });
      return redirectWithToast(to, { type: "success", code: "accounts.loggedIn" }, headers);
    }),
    signUp: intent(signUpForm, async (form) => {
      const to = safePath(form.to, "");
      const proof = await signUp(ctx, { ...form, to }, { address, language });
      return redirectWithToast(
        withTo(href("/auth/check-email"), to),
        { type: "success", code: "accounts.registered" },
        createCookieHeaders([createPendingEmailCookie(form.email, ctx.settings.secure), proof]),
      );
    }),
  });
}

export const clientAction = submitForm;

/** Page with sign-in and sign-up as two tabs; each has its own address, and both keep the return path. */
export default function SignInPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { to, isSignUp } = loaderData;
  const path = (mode?: string) => {
    const next = new URLSearchParams([...(mode ? [["mode", mode]] : []), ...(to ? [["to", to]] : [])]);
    return next.size > 0 ? `${href("/auth")}?${next}` : href("/auth");
  };
  return (
    <AccountFrame
      title={t(isSignUp ? "accounts.auth.headSignUp" : "accounts.auth.headSignIn")}
      lead={t(isSignUp ? "accounts.auth.leadSignUp" : "accounts.auth.leadSignIn")}
    >
      <TabsNav
        label={t("accounts.auth.tabs")}
        tabs={[
          { to: path(), label: t("accounts.auth.tabSignIn"), current: !isSignUp },
          { to: path("sign-up"), label: t("accounts.auth.tabSignUp"), current: isSignUp },
        ]}
      />
      <ButtonLink
        to={withTo(href("/auth/phone"), to)}
        variant={isSignUp ? "sun" : "ghost"}
        full
        icon={<MessageCircle aria-hidden />}
      >
        {t("accounts.auth.byPhone")}
      </ButtonLink>
      {!isSignUp && <PasskeyButton to={to} />}
      <p
        aria-hidden
        className="flex items-center gap-3 text-sm text-ink-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line"
      >
        {t("accounts.auth.or")}
      </p>
      {isSignUp ? <SignUpForm to={to} answer={answer} /> : <SignInForm to={to} answer={answer} />}
    </AccountFrame>
  );
}
