import { href, Link, redirect } from "react-router";
import { withBlockedMark } from "#app/platform/http/cookie-check.server.ts";
import { handleForm, readPosted } from "#app/platform/http/forms/form.server.ts";
import { appContext, requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { safePath, withTo } from "#app/platform/http/safe-path.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import type { WordKey } from "#app/platform/i18n/words.ts";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { useAppForm } from "#app/platform/ui/forms/use-app-form.ts";
import { AccountFrame } from "../account-frame.tsx";
import { getUser } from "../guards.server.ts";
import { createSignedInHeaders, loggedInToast } from "../sessions/session.server.ts";
import type { Route } from "./+types/second-factor-page";
import { CodeField } from "./code-field.tsx";
import { completeSignIn, hasPendingSignIn } from "./pending-two-factor.server.ts";
import type { TypedCode } from "./two-factor.rules.ts";
import { codeForm } from "./two-factor.server.ts";

export const handle = {
  i18n: ["accounts", "twoFactor"],
  showsRefusal: true,
  title: "twoFactor.step.title" satisfies WordKey,
};

const afterwards = href("/dashboard");

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const to = safePath(query.get("to"), "");
  if (await hasPendingSignIn(context.get(appContext), request))
    return { to, byRecovery: query.get("with") === "recovery" };
  if (await getUser(request, context)) throw redirect(to || afterwards);
  const signIn = withTo(href("/auth"), to);
  throw redirect(request.headers.has("cookie") ? signIn : withBlockedMark(signIn));
}

export async function action(args: Route.ActionArgs) {
  const { request, context } = args;
  const ctx = context.get(appContext);
  const { address } = context.get(requestInfoContext);
  const posted = await readPosted(args);
  if (!(posted instanceof FormData)) return posted;
  const to = safePath(String(posted.get("to") ?? ""), "");
  const startAgain = () =>
    redirectWithToast(withTo(href("/auth"), to), { type: "error", code: "twoFactor.startAgain" });
  if (!(await hasPendingSignIn(ctx, request))) return startAgain();
  const finish = async ({ code }: { code: TypedCode }) => {
    const cookies = await completeSignIn(ctx, code, request, address);
    if (!cookies) return startAgain();
    return redirectWithToast(to || afterwards, loggedInToast, createSignedInHeaders(cookies));
  };
  return handleForm(args, codeForm, finish, { posted });
}

/** Page that asks for an authenticator code or a recovery code after a correct password. */
export default function SecondFactorPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const t = useT();
  const { to, byRecovery } = loaderData;
  const [form, fields] = useAppForm<{ code: string }>({ id: "second-step", answer });
  const other = new URLSearchParams({ ...(byRecovery ? {} : { with: "recovery" }), ...(to ? { to } : {}) });
  return (
    <AccountFrame
      title={t("twoFactor.step.head")}
      lead={t(byRecovery ? "twoFactor.step.leadRecovery" : "twoFactor.step.lead")}
    >
      <AppForm form={form} summary values={{ to }} className="grid gap-5">
        <CodeField
          key={byRecovery ? "recovery" : "app"}
          field={fields.code}
          label={t(byRecovery ? "twoFactor.step.recovery" : "twoFactor.step.code")}
          digitsOnly={!byRecovery}
          autoFocus
        />
        <SubmitButton size="lg" full>
          {t("twoFactor.step.submit")}
        </SubmitButton>
      </AppForm>
      <div className="grid justify-items-start gap-1 text-sm">
        <Link to={`?${other}`} className="link py-1">
          {t(byRecovery ? "twoFactor.step.withApp" : "twoFactor.step.withRecovery")}
        </Link>
        <Link to={withTo(href("/auth"), to)} className="link py-1">
          {t("accounts.auth.backToSignIn")}
        </Link>
        <p className="mt-3 text-ink-2">
          {t("twoFactor.step.lost")}{" "}
          <Link to={href("/contact")} className="link">
            {t("twoFactor.step.contact")}
          </Link>
        </p>
      </div>
    </AccountFrame>
  );
}
