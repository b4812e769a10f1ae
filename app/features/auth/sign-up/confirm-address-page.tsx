import { href, redirect } from "react-router";
import type * as z from "zod";
import { handleForm, readPosted } from "#app/platform/http/forms/form.server.ts";
import { appContext, requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { safePath, withTo } from "#app/platform/http/safe-path.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import type { WordKey } from "#app/platform/i18n/words.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { useAppForm } from "#app/platform/ui/forms/use-app-form.ts";
import { Ltr } from "#app/platform/ui/ltr.tsx";
import { AccountFrame } from "../account-frame.tsx";
import { confirmForm } from "../auth.forms.server.ts";
import { getUser } from "../guards.server.ts";
import { PasswordField } from "../password/password-field.tsx";
import {
  createCookieHeaders,
  createPendingEmailCookie,
  createSignedInHeaders,
  loggedInToast,
  redirectFromLink,
} from "../sessions/session.server.ts";
import type { Route } from "./+types/confirm-address-page";
import { confirmByPassword, isConfirmationLink, openConfirmation } from "./confirm-address.server.ts";

export const handle = {
  i18n: ["accounts", "emailLink"],
  showsRefusal: true,
  title: "emailLink.verify.title" satisfies WordKey,
};

const afterwards = href("/dashboard");

/**
 * Handles the mailed link: confirms immediately in the browser that signed up; elsewhere shows the form for the
 * password.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const token = query.get("token") ?? "";
  const to = safePath(query.get("to"), "");
  const ctx = context.get(appContext);
  const opened = await openConfirmation(ctx, token, request);
  if (!opened)
    throw await redirectWithToast(withTo(href("/auth/check-email"), to), {
      type: "error",
      code: "accounts.linkExpired",
    });
  const actor = await getUser(request, context);
  if (opened.isConfirmed && actor?.id === opened.userId) throw redirect(to || afterwards);
  if (opened.isConfirmed)
    throw await redirectFromLink(
      actor,
      withTo(href("/auth"), to),
      "accounts.verified",
      // The log-in form contains the address where this browser has just confirmed it.
      opened.isSignUpBrowser
        ? createCookieHeaders([createPendingEmailCookie(opened.email, ctx.settings.secure)])
        : undefined,
    );
  return { token, to, email: opened.email };
}

export async function action(args: Route.ActionArgs) {
  const { request, context } = args;
  const ctx = context.get(appContext);
  const { address } = context.get(requestInfoContext);
  const posted = await readPosted(args);
  if (!(posted instanceof FormData)) return posted;
  if (!(await isConfirmationLink(ctx, String(posted.get("token") ?? ""))))
    return redirectWithToast(href("/auth/check-email"), { type: "error", code: "accounts.linkExpired" });
  const finish = async (form: z.output<typeof confirmForm>) => {
    const { cookies, needsCode } = await confirmByPassword(ctx, form, request, address);
    const to = safePath(form.to, needsCode ? "" : afterwards);
    const headers = createSignedInHeaders(cookies);
    if (needsCode) return redirect(withTo(href("/auth/second-step"), to), { status: 303, headers });
    return redirectWithToast(to, loggedInToast, headers);
  };
  return handleForm(args, confirmForm, finish, { posted });
}

/**
 * Page that asks for the account's password when the link is opened in another browser; a user who does not know it can
 * have a link to set a new one mailed.
 */
export default function ConfirmAddressPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const t = useT();
  const { token, to, email } = loaderData;
  const [form, fields] = useAppForm<{ password: string }>({ id: "confirm-address", answer });
  return (
    <AccountFrame title={t("emailLink.verify.head")} lead={t("emailLink.verify.lead")}>
      <p className="break-all">
        <Ltr className="font-semibold">{email}</Ltr>
      </p>
      <AppForm form={form} summary values={{ token, to }} className="grid gap-5">
        <PasswordField field={fields.password} label={t("accounts.fields.password")} />
        <SubmitButton size="lg" full>
          {t("emailLink.verify.submit")}
        </SubmitButton>
      </AppForm>
      <div className="grid justify-items-start gap-3 text-sm">
        <p className="text-ink-2">{t("emailLink.verify.unknown")}</p>
        <ButtonLink to={withTo(href("/auth/forgot"), to)} variant="ghost">
          {t("emailLink.verify.setNew")}
        </ButtonLink>
      </div>
    </AccountFrame>
  );
}
