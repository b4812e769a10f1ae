import { href } from "react-router";
import { handleForm } from "#app/platform/http/forms/form.server.ts";
import { appContext } from "#app/platform/http/request-info.server.ts";
import { safePath, withTo } from "#app/platform/http/safe-path.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import type { WordKey } from "#app/platform/i18n/words.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { useAppForm } from "#app/platform/ui/forms/use-app-form.ts";
import { Notice } from "#app/platform/ui/notice.tsx";
import { AccountFrame } from "../account-frame.tsx";
import { resetForm } from "../auth.forms.server.ts";
import { getUser } from "../guards.server.ts";
import { redirectFromLink } from "../sessions/session.server.ts";
import type { Route } from "./+types/reset-password-page";
import { PasswordField } from "./password-field.tsx";
import { isResetOpen, resetPassword } from "./reset-password.server.ts";

export const handle = {
  i18n: ["accounts", "emailLink"],
  showsRefusal: true,
  title: "emailLink.reset.title" satisfies WordKey,
};

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const token = query.get("token") ?? "";
  const isOpen = await isResetOpen(context.get(appContext), token);
  return { token, isOpen, to: safePath(query.get("to"), "") };
}

export async function action(args: Route.ActionArgs) {
  const ctx = args.context.get(appContext);
  return handleForm(args, resetForm, async ({ token, password, to }) => {
    await resetPassword(ctx, token, password);
    // The account's own sessions have ended.
    const other = await getUser(args.request, args.context);
    return redirectFromLink(other, withTo(href("/auth"), safePath(to, "")), "accounts.passwordReset");
  });
}

export default function ResetPasswordPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const t = useT();
  const { token, isOpen, to } = loaderData;
  const [form, fields] = useAppForm<{ password: string; confirmPassword: string }>({
    id: "reset",
    answer,
  });
  const askAgain = (
    <ButtonLink to={withTo(href("/auth/forgot"), to)} variant="ghost">
      {t("emailLink.reset.askAgain")}
    </ButtonLink>
  );
  return (
    <AccountFrame title={t("emailLink.reset.head")} lead={isOpen ? t("emailLink.reset.lead") : undefined}>
      {isOpen ? (
        <AppForm form={form} summary values={{ token, to }} className="grid gap-5">
          {answer?.refusal && <div>{askAgain}</div>}
          <PasswordField field={fields.password} label={t("accounts.fields.newPassword")} isNew withRule />
          <PasswordField field={fields.confirmPassword} label={t("accounts.fields.confirmPassword")} isNew />
          <SubmitButton size="lg" full>
            {t("emailLink.reset.save")}
          </SubmitButton>
        </AppForm>
      ) : (
        <Notice tone="lost" action={askAgain}>
          {t(token ? "accounts.linkExpired" : "emailLink.reset.missing")}
        </Notice>
      )}
    </AccountFrame>
  );
}
