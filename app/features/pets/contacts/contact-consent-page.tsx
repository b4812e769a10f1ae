import { href } from "react-router";
import { defineIntent, emptyForm, handleIntents } from "#app/platform/http/forms/form.server.ts";
import { appContext, requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Card } from "#app/platform/ui/card.tsx";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import { PageHeader } from "#app/platform/ui/page/page-header.tsx";
import type { Route } from "./+types/contact-consent-page";
import { getContactConsent, updateContactConsent } from "./contact-consent.server.ts";

export const handle = { i18n: ["phone"], title: "phone.consent.title" };

export const headers = () => ({ "x-robots-tag": "noindex" });

export function loader({ context, params }: Route.LoaderArgs) {
  return getContactConsent(context.get(appContext), params.key);
}

export async function action(args: Route.ActionArgs) {
  const ctx = args.context.get(appContext);
  const info = args.context.get(requestInfoContext);
  const { key } = args.params;
  const answer = (isAgreed: boolean) =>
    defineIntent(emptyForm, async () => {
      await updateContactConsent(ctx, key, isAgreed, info);
      const code = isAgreed ? "phone.consent.agreed" : "phone.consent.declined";
      return redirectWithToast(href("/contact-consent/:key", { key }), code);
    });
  return handleIntents(args, { agree: answer(true), decline: answer(false) });
}

/** Page on which an emergency contact agrees to or declines messages. */
export default function ContactConsentPage({ loaderData }: Route.ComponentProps) {
  const t = useT();
  const { consent, owner, pet } = loaderData;
  const isAgreed = consent === "agreed";
  return (
    <div className="wrap-narrow py-10 wrap-anywhere">
      <PageHeader title={t("phone.consent.title")} />
      <Card as="section" className="grid gap-5">
        <p className="text-lg">
          {owner
            ? t("phone.consent.text", { owner: `\u2068${owner}\u2069`, pet: `\u2068${pet}\u2069` })
            : t("phone.consent.textAlone")}
        </p>
        <p className="text-ink-2">{t("phone.consent.promise")}</p>
        {isAgreed && <Notice tone="ok">{t("phone.consent.isAgreed")}</Notice>}
        {consent === "stopped" && <Notice tone="sun">{t("phone.consent.isStopped")}</Notice>}
        <AppForm className="flex flex-wrap gap-3">
          {!isAgreed && (
            <SubmitButton name="intent" value="agree">
              {t("phone.consent.agree")}
            </SubmitButton>
          )}
          {consent !== "stopped" && (
            <SubmitButton variant="ghost" name="intent" value="decline">
              {t(isAgreed ? "phone.consent.stop" : "phone.consent.decline")}
            </SubmitButton>
          )}
        </AppForm>
      </Card>
    </div>
  );
}
