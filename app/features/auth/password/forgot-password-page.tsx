import { href, Link, useSearchParams } from "react-router";
import { handleForm } from "#app/platform/http/forms/form.server.ts";
import { appContext, requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { safePath, withTo } from "#app/platform/http/safe-path.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import type { WordKey } from "#app/platform/i18n/words.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { ArrowBack } from "#app/platform/ui/direction-icon.tsx";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { useAppForm } from "#app/platform/ui/forms/use-app-form.ts";
import { AccountFrame } from "../account-frame.tsx";
import { emailForm } from "../auth.forms.server.ts";
import { EmailField } from "../email-field.tsx";
import { requestPasswordReset } from "../link-requests.server.ts";
import type { Route } from "./+types/forgot-password-page";

export const handle = {
  i18n: ["accounts", "emailLink"],
  showsRefusal: true,
  title: "emailLink.forgot.title" satisfies WordKey,
};

export async function action(args: Route.ActionArgs) {
  const ctx = args.context.get(appContext);
  const { address } = args.context.get(requestInfoContext);
  return handleForm(args, emailForm, async (form) => {
    const to = safePath(form.to, "");
    await requestPasswordReset(ctx, { email: form.email, to }, args.request, address);
    return redirectWithToast(`${withTo(href("/auth/forgot"), to)}${to ? "&" : "?"}sent=1`, "accounts.resetSent");
  });
}

export default function ForgotPasswordPage({ actionData: answer }: Route.ComponentProps) {
  const t = useT();
  const [query] = useSearchParams();
  const to = safePath(query.get("to"), "");
  const [form, fields] = useAppForm<{ email: string }>({ id: "forgot", answer });
  if (query.has("sent"))
    return (
      <AccountFrame title={t("emailLink.forgot.sentHead")} lead={t("emailLink.forgot.sentText")}>
        <p className="text-sm text-ink-2">{t("emailLink.forgot.sentHint")}</p>
        <div className="flex flex-wrap gap-3">
          <ButtonLink to={withTo(href("/auth"), to)}>{t("accounts.auth.backToSignIn")}</ButtonLink>
          <ButtonLink to={withTo(href("/auth/forgot"), to)} variant="ghost">
            {t("emailLink.forgot.again")}
          </ButtonLink>
        </div>
      </AccountFrame>
    );
  return (
    <AccountFrame title={t("emailLink.forgot.head")} lead={t("emailLink.forgot.lead")}>
      <AppForm form={form} summary values={{ to }} className="grid gap-5">
        <EmailField field={fields.email} label={t("accounts.fields.email")} />
        <SubmitButton size="lg" full>
          {t("emailLink.forgot.send")}
        </SubmitButton>
      </AppForm>
      <BackToSignIn to={to} />
    </AccountFrame>
  );
}

function BackToSignIn({ to }: { to: string }) {
  const t = useT();
  return (
    <Link
      to={withTo(href("/auth"), to)}
      className="link inline-flex items-center gap-2 justify-self-start py-1 text-sm"
    >
      <ArrowBack className="size-4" />
      {t("accounts.auth.backToSignIn")}
    </Link>
  );
}
