import Smartphone from "lucide-react/icons/smartphone";
import { href, Link, redirect } from "react-router";
import { withCookieCheck } from "#app/platform/http/cookie-check.server.ts";
import { defineIntent, type FormAnswer, handleIntents } from "#app/platform/http/forms/form.server.ts";
import { appContext, requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { safePath, withQuery, withTo } from "#app/platform/http/safe-path.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import type { WordKey } from "#app/platform/i18n/words.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { useAppForm } from "#app/platform/ui/forms/use-app-form.ts";
import { TabsNav } from "#app/platform/ui/page/tabs-nav.tsx";
import type { Route } from "./+types/sign-in-page";
import { AccountFrame } from "./account-frame.tsx";
import { signInForm, signUpForm } from "./auth.forms.server.ts";
import { EmailField } from "./email-field.tsx";
import { getUser } from "./guards.server.ts";
import { PasskeyButton } from "./passkeys/passkey-button.tsx";
import { createPasskeyOptions } from "./passkeys/passkeys.server.ts";
import { PasswordField } from "./password/password-field.tsx";
import {
  createCookieHeaders,
  createPendingEmailCookie,
  createSignedInHeaders,
  loggedInToast,
  readPendingEmail,
} from "./sessions/session.server.ts";
import { signIn } from "./sign-in/sign-in.server.ts";
import { BrowserZoneInput } from "./sign-up/browser-zone-input.tsx";
import { signUp } from "./sign-up/sign-up.server.ts";
import { NameFields, TermsNote } from "./sign-up/sign-up-fields.tsx";

export const handle = {
  i18n: ["accounts"],
  showsRefusal: true,
  title: "accounts.auth.titleSignIn" satisfies WordKey,
  titleKeyOf: ({ isSignUp }: { isSignUp: boolean }): WordKey =>
    isSignUp ? "accounts.auth.titleSignUp" : "accounts.auth.titleSignIn",
};

const afterwards = href("/dashboard");

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const to = safePath(query.get("to"), "");
  if (await getUser(request, context)) throw redirect(to || afterwards);
  return {
    to,
    isSignUp: query.get("mode") === "sign-up",
    email: readPendingEmail(request),
    passkeyOptions: await createPasskeyOptions(context.get(appContext)),
  };
}

export async function action(args: Route.ActionArgs) {
  const { request, context } = args;
  const ctx = context.get(appContext);
  const { address, language } = context.get(requestInfoContext);
  return handleIntents(args, {
    signIn: defineIntent(signInForm, async (form) => {
      const { cookies, needsCode } = await signIn(ctx, { ...form, to: safePath(form.to, "") }, request, address);
      const to = safePath(form.to, needsCode ? "" : afterwards);
      const headers = createSignedInHeaders(cookies);
      if (needsCode) return redirect(withTo(href("/auth/second-step"), to), { status: 303, headers });
      return redirectWithToast(withCookieCheck(request, to, withTo(href("/auth"), to)), loggedInToast, headers);
    }),
    signUp: defineIntent(signUpForm, async (form) => {
      const to = safePath(form.to, "");
      const proof = await signUp(ctx, { ...form, to }, { address, language });
      return redirectWithToast(
        withTo(href("/auth/check-email"), to),
        "accounts.registered",
        createCookieHeaders([createPendingEmailCookie(form.email, ctx.settings.secure), proof]),
      );
    }),
  });
}

interface SignInFormProps {
  to: string;
  /** Address just signed up or confirmed in this browser. */
  email: string | null;
  answer: FormAnswer | undefined;
}

function SignInForm({ to, email, answer }: SignInFormProps) {
  const t = useT();
  const [form, fields] = useAppForm<{ email: string; password: string }>({
    id: "sign-in",
    intent: "signIn",
    answer,
    defaultValue: { email: email ?? "" },
  });
  return (
    <AppForm form={form} summary values={{ to }} className="grid gap-5">
      <EmailField field={fields.email} label={t("accounts.fields.email")} autoComplete="username webauthn" />
      <div className="grid gap-2">
        <PasswordField field={fields.password} label={t("accounts.fields.password")} />
        <Link to={withTo(href("/auth/forgot"), to)} className="link justify-self-start py-1 text-sm">
          {t("accounts.auth.forgot")}
        </Link>
      </div>
      <SubmitButton size="lg" full>
        {t("accounts.auth.signIn")}
      </SubmitButton>
    </AppForm>
  );
}

interface Shape {
  firstName: string;
  lastName: string;
  email: string;
  password: string;
}

function SignUpForm({ to, answer }: { to: string; answer: FormAnswer | undefined }) {
  const t = useT();
  const [form, fields] = useAppForm<Shape>({
    id: "sign-up",
    intent: "signUp",
    answer,
  });
  return (
    <AppForm form={form} summary values={{ to }} className="grid gap-5">
      <BrowserZoneInput />
      <NameFields fields={fields} />
      <EmailField field={fields.email} label={t("accounts.fields.email")} />
      <PasswordField field={fields.password} label={t("accounts.fields.password")} isNew withRule />
      <SubmitButton size="lg" full>
        {t("accounts.auth.signUp")}
      </SubmitButton>
      <TermsNote />
    </AppForm>
  );
}

/** Page with sign-in and sign-up as two tabs; each has its own address, and both keep the return path. */
export default function SignInPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const t = useT();
  const { to, isSignUp, email, passkeyOptions } = loaderData;
  const state = isSignUp ? "SignUp" : email ? "Confirmed" : "SignIn";
  const path = (mode?: string) => {
    const next = new URLSearchParams([...(mode ? [["mode", mode]] : []), ...(to ? [["to", to]] : [])]);
    return withQuery(href("/auth"), next);
  };
  return (
    <AccountFrame to={to} title={t(`accounts.auth.head${state}`)} lead={t(`accounts.auth.lead${state}`)}>
      <TabsNav
        label={t("accounts.auth.tabs")}
        tabs={[
          { to: path(), label: t("accounts.auth.tabSignIn"), current: !isSignUp },
          { to: path("sign-up"), label: t("accounts.auth.tabSignUp"), current: isSignUp },
        ]}
      />
      <ButtonLink to={withTo(href("/auth/phone"), to)} variant="ghost" full icon={<Smartphone aria-hidden />}>
        {t("accounts.auth.byPhone")}
      </ButtonLink>
      {!isSignUp && <PasskeyButton to={to} options={passkeyOptions} />}
      <p
        aria-hidden
        className="flex items-center gap-3 text-sm text-ink-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line"
      >
        {t("accounts.auth.or")}
      </p>
      {isSignUp ? <SignUpForm to={to} answer={answer} /> : <SignInForm to={to} email={email} answer={answer} />}
    </AccountFrame>
  );
}
