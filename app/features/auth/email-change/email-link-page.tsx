import { href } from "react-router";
import { notFound } from "#app/platform/app-error.server.ts";
import { handleForm } from "#app/platform/http/forms/form.server.ts";
import { appContext, requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { withTo } from "#app/platform/http/safe-path.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import type { WordKey } from "#app/platform/i18n/words.ts";
import { Button, ButtonLink } from "#app/platform/ui/button.tsx";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { useAppForm } from "#app/platform/ui/forms/use-app-form.ts";
import { Ltr } from "#app/platform/ui/ltr.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import type { EmailLinkPurpose } from "../account-emails.server.ts";
import { AccountFrame } from "../account-frame.tsx";
import { emailLinkForm } from "../auth.forms.server.ts";
import { getUser } from "../guards.server.ts";
import { hasPassword } from "../password/check-password.server.ts";
import { PasswordField } from "../password/password-field.tsx";
import { redirectFromLink } from "../sessions/session.server.ts";
import type { Route } from "./+types/email-link-page";
import { cancelEmailChange, confirmEmailChange, findMailedChange } from "./email-change.server.ts";

export const handle = {
  i18n: ["accounts", "emailLink"],
  showsRefusal: true,
  title: "emailLink.title" satisfies WordKey,
};

function purposeOf(purpose: string | undefined): EmailLinkPurpose {
  if (purpose !== "confirm" && purpose !== "stop") throw notFound();
  return purpose;
}

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const purpose = purposeOf(params.purpose);
  const token = new URL(request.url).searchParams.get("token") ?? "";
  const change = await findMailedChange(context.get(appContext), purpose, token);
  const email = purpose === "confirm" ? change?.newEmail : change?.oldEmail;
  const actor = await getUser(request, context);
  const isStranger = purpose === "confirm" && change?.userId !== actor?.id;
  const isWithPassword = change !== null && (await hasPassword(context.get(appContext), { id: change.userId }));
  const needsPassword = isStranger && isWithPassword;
  const needsSignIn = isStranger && !isWithPassword;
  const account = actor && `\u2066${actor.email ?? actor.phone}\u2069`;
  return { purpose, token, email: email ?? null, needsPassword, needsSignIn, account };
}

export async function action(args: Route.ActionArgs) {
  const { request, context, params } = args;
  const ctx = context.get(appContext);
  const { address } = context.get(requestInfoContext);
  const purpose = purposeOf(params.purpose);
  return handleForm(args, emailLinkForm, async ({ token, password }) => {
    if (purpose === "stop") {
      await cancelEmailChange(ctx, token, address);
      return redirectWithToast(`${href("/auth/forgot")}?sent=1`, "accounts.emailStopped");
    }
    const actor = await getUser(request, context);
    const userId = await confirmEmailChange(ctx, { token, password }, actor, address);
    const to = actor ? href("/dashboard/settings/security") : href("/auth");
    return redirectFromLink(actor?.id === userId ? null : actor, to, "accounts.emailChanged");
  });
}

/**
 * Page that the links in e-mails about a change of address open, to confirm or to stop it. Only the button acts, since
 * mail programs open links by themselves.
 */
export default function EmailLinkPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const t = useT();
  const { purpose, token, email, needsPassword, needsSignIn, account } = loaderData;
  const refusal = answer?.refusal;
  const [form, fields] = useAppForm<{ password: string }>({ id: "email-link", answer });
  if (!email || refusal)
    return (
      <AccountFrame title={t("emailLink.title")}>
        <Notice tone="lost" role={refusal ? "alert" : undefined}>
          {refusal ? refusal : t("accounts.linkExpired")}
        </Notice>
        <ButtonLink
          to={purpose === "confirm" ? href("/dashboard/settings/security") : href("/auth/forgot")}
          className="justify-self-start"
        >
          {t(purpose === "confirm" ? "emailLink.toSettings" : "emailLink.reset.askAgain")}
        </ButtonLink>
      </AccountFrame>
    );
  if (needsSignIn) {
    const to = `${href("/auth/email/:purpose", { purpose })}?${new URLSearchParams({ token })}`;
    return (
      <AccountFrame title={t("emailLink.title")}>
        <Notice tone="info">{account ? t("emailLink.otherAccount", { account }) : t("accounts.pleaseLogIn")}</Notice>
        {account ? (
          <form method="post" action={href("/auth/sign-out")}>
            <input type="hidden" name="to" value={to} />
            <Button type="submit">{t("shell.logout")}</Button>
          </form>
        ) : (
          <ButtonLink to={withTo(href("/auth/phone"), to)} className="justify-self-start">
            {t("accounts.auth.signIn")}
          </ButtonLink>
        )}
      </AccountFrame>
    );
  }
  return (
    <AccountFrame title={t(`emailLink.${purpose}.head`)} lead={t(`emailLink.${purpose}.text`)}>
      <p className="break-all">
        <Ltr className="font-semibold">{email}</Ltr>
      </p>
      <AppForm form={form} summary values={{ token }} className="grid gap-5">
        {needsPassword && (
          <>
            <p className="text-ink-2 text-sm">
              {account ? t("emailLink.confirm.otherPassword", { account }) : t("emailLink.confirm.password")}
            </p>
            <PasswordField field={fields.password} label={t("accounts.fields.password")} />
          </>
        )}
        <SubmitButton size="lg" full variant={purpose === "stop" ? "lost" : "main"}>
          {t(`emailLink.${purpose}.action`)}
        </SubmitButton>
      </AppForm>
    </AccountFrame>
  );
}
