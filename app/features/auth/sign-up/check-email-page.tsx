import { href } from "react-router";
import { handleForm } from "#app/platform/http/forms/form.server.ts";
import { appContext, requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { safePath, withTo } from "#app/platform/http/safe-path.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import type { WordKey } from "#app/platform/i18n/words.ts";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { useAppForm } from "#app/platform/ui/forms/use-app-form.ts";
import { Ltr } from "#app/platform/ui/ltr.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import { AccountFrame } from "../account-frame.tsx";
import { emailForm } from "../auth.forms.server.ts";
import { EmailField } from "../email-field.tsx";
import { sendVerificationEmail } from "../link-requests.server.ts";
import { createCookieHeaders, createPendingEmailCookie, readPendingEmail } from "../sessions/session.server.ts";
import type { Route } from "./+types/check-email-page";

export const handle = {
  i18n: ["accounts", "emailLink"],
  showsRefusal: true,
  title: "emailLink.checkEmail.title" satisfies WordKey,
};

export function loader({ request, context }: Route.LoaderArgs) {
  const { mail, settings } = context.get(appContext);
  const outbox = mail.kind === "smtp" ? null : settings.mode === "development" ? "open" : "closed";
  const to = safePath(new URL(request.url).searchParams.get("to"), "");
  return { email: readPendingEmail(request), outbox, to };
}

export async function action(args: Route.ActionArgs) {
  const ctx = args.context.get(appContext);
  const { address } = args.context.get(requestInfoContext);
  return handleForm(args, emailForm, async (form) => {
    const { email } = form;
    const to = safePath(form.to, "");
    await sendVerificationEmail(ctx, { email, to }, address);
    return redirectWithToast(
      withTo(href("/auth/check-email"), to),
      "accounts.verificationSent",
      createCookieHeaders([createPendingEmailCookie(email, ctx.settings.secure)]),
    );
  });
}

export default function CheckEmailPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const t = useT();
  const { email, outbox, to } = loaderData;
  const [form, fields] = useAppForm<{ email: string }>({
    id: "check-email",
    answer,
    defaultValue: { email: email ?? "" },
  });
  return (
    <AccountFrame title={t("emailLink.checkEmail.head")} lead={t("emailLink.checkEmail.lead")}>
      {email && (
        <Notice tone="brand" icon={null}>
          {t("emailLink.checkEmail.sentTo")}{" "}
          <strong className="break-all">
            <Ltr>{email}</Ltr>
          </strong>
        </Notice>
      )}
      {outbox && (
        <Notice
          tone="info"
          action={
            outbox === "open" && (
              <a href={href("/dev/mail")} className="link">
                {t("emailLink.checkEmail.openOutbox")}
              </a>
            )
          }
        >
          {t("emailLink.checkEmail.outbox")}
        </Notice>
      )}
      <p className="text-sm text-ink-2">{t("emailLink.checkEmail.hint")}</p>
      <AppForm form={form} summary values={{ to }} className="grid gap-4">
        <EmailField field={fields.email} label={t("accounts.fields.email")} />
        <SubmitButton variant="ghost" full>
          {t("emailLink.checkEmail.again")}
        </SubmitButton>
      </AppForm>
    </AccountFrame>
  );
}
