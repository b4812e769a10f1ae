import { useTranslation } from "react-i18next";
import { type ActionFunctionArgs, Form, type LoaderFunctionArgs, useActionData, useLoaderData } from "react-router";
import { type FormAnswer, handleForm } from "#app/platform/http/form.server.ts";
import { notFound } from "#app/platform/http/refusal.server.ts";
import { requestInfoContext, worldContext } from "#app/platform/http/request-info.server.ts";
import { submitForm } from "#app/platform/http/submit-form.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import type { WordKey } from "#app/platform/i18n/words.ts";
import { Ltr } from "#app/platform/ui/bdi.tsx";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import { SubmitButton } from "#app/platform/ui/submit-button.tsx";
import type { EmailLinkPurpose } from "../account-letters.server.ts";
import { emailLinkForm } from "../accounts.forms.server.ts";
import { actorOf } from "../actor.server.ts";
import { confirmEmailChange, findMailedChange, stopEmailChange } from "../email-change.server.ts";
import { AccountFrame } from "./account-frame.tsx";

export const handle = { title: "accounts.emailLink.title" satisfies WordKey };

function purposeOf(purpose: string | undefined): EmailLinkPurpose {
  if (purpose !== "confirm" && purpose !== "stop") throw notFound();
  return purpose;
}

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const purpose = purposeOf(params.purpose);
  const token = new URL(request.url).searchParams.get("token") ?? "";
  const change = await findMailedChange(context.get(worldContext), purpose, token);
  const email = purpose === "confirm" ? change?.newEmail : change?.oldEmail;
  return { purpose, token, email: email ?? null };
}

export async function action(args: ActionFunctionArgs) {
  const { request, context, params } = args;
  const world = context.get(worldContext);
  const { address } = context.get(requestInfoContext);
  const purpose = purposeOf(params.purpose);
  return handleForm(args, emailLinkForm, async ({ token }) => {
    if (purpose === "stop") {
      await stopEmailChange(world, token, address);
      return redirectWithToast("/auth/forgot?sent=1", { type: "success", code: "accounts.emailStopped" });
    }
    await confirmEmailChange(world, token, address);
    const to = (await actorOf(request, context)) ? "/dashboard/settings/security" : "/auth";
    return redirectWithToast(to, { type: "success", code: "accounts.emailChanged" });
  });
}

export const clientAction = submitForm;

/**
 * Where the letters about a change of address lead: to confirm it, or to stop it. Opening the link changes nothing,
 * since mail programs open links by themselves; the button does.
 */
export default function EmailLinkScreen() {
  const { t } = useTranslation();
  const { purpose, token, email } = useLoaderData<typeof loader>();
  const refusal = (useActionData() as FormAnswer | undefined)?.refusal;
  if (!email || refusal)
    return (
      <AccountFrame title={t("accounts.emailLink.title")}>
        <Notice tone="lost" role={refusal ? "alert" : undefined}>
          {refusal ?? t("accounts.linkExpired")}
        </Notice>
        <ButtonLink
          to={purpose === "confirm" ? "/dashboard/settings/security" : "/auth/forgot"}
          variant="ghost"
          className="justify-self-start"
        >
          {t(purpose === "confirm" ? "accounts.emailLink.toSettings" : "accounts.reset.askAgain")}
        </ButtonLink>
      </AccountFrame>
    );
  return (
    <AccountFrame title={t(`accounts.emailLink.${purpose}.head`)} lead={t(`accounts.emailLink.${purpose}.text`)}>
      <p className="break-all">
        <Ltr className="font-semibold">{email}</Ltr>
      </p>
      <Form method="post">
        <input type="hidden" name="token" value={token} />
        <SubmitButton size="lg" full variant={purpose === "stop" ? "lost" : "brand"}>
          {t(`accounts.emailLink.${purpose}.action`)}
        </SubmitButton>
      </Form>
    </AccountFrame>
  );
}
