import { useTranslation } from "react-i18next";
import { Form, href } from "react-router";
import { getUser } from "#app/features/auth/guards.server.ts";
import { emptyForm, handleForm } from "#app/platform/http/forms/form.server.ts";
import { submitForm } from "#app/platform/http/forms/submit-form.ts";
import { useErrorToast } from "#app/platform/http/forms/use-error-toast.ts";
import { appContext, requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import { Button, ButtonLink } from "#app/platform/ui/button.tsx";
import { Card } from "#app/platform/ui/card.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { DescriptionList } from "#app/platform/ui/lists/description-list.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import { PageHeader } from "#app/platform/ui/page/page-header.tsx";
import type { Route } from "./+types/reach-page";
import { confirmReach, getReachCheck } from "./reach.server.ts";

export const handle = { i18n: ["errorPage", "reach"], title: "reach.title" };

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { ownerId, ...check } = await getReachCheck(context.get(appContext), params.key);
  const actor = await getUser(request, context);
  const isOther = actor !== null && actor.id !== ownerId;
  return { ...check, otherAccount: isOther ? `\u2066${actor.email ?? actor.phone}\u2069` : null };
}

export async function action(args: Route.ActionArgs) {
  const { key } = args.params;
  return handleForm(args, emptyForm, async () => {
    await confirmReach(args.context.get(appContext), key, args.context.get(requestInfoContext).address);
    return redirectWithToast(href("/still-reachable/:key", { key }), "reach.thanks");
  });
}

export const clientAction = submitForm;

/** Page on which an owner confirms address, phone number and contacts with one click, without signing in. */
export default function ReachPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { t } = useTranslation();
  useErrorToast(answer);
  const { email, phone, contacts, isConfirmed, otherAccount } = loaderData;
  const settings = href("/dashboard/settings/notifications");
  const shown = (one: { shown: string; works: boolean }) => (
    <>
      <bdi dir="ltr">{one.shown}</bdi>
      {!one.works && <span className="text-lost"> · {t("reach.fails")}</span>}
    </>
  );
  return (
    <div className="mx-auto grid w-full max-w-2xl gap-5 px-4 py-10 wrap-anywhere">
      <PageHeader title={t("reach.title")} lead={t("reach.lead")} />
      <Card as="section" className="grid gap-5">
        <DescriptionList
          items={[
            { term: t("reach.email.name"), detail: email ? shown(email) : t("reach.none") },
            { term: t("reach.phone"), detail: phone ? shown(phone) : t("reach.none") },
            { term: t("reach.contacts"), detail: t("reach.count", { count: contacts }) },
          ]}
        />
        {isConfirmed && <Notice tone="ok">{t("reach.isConfirmed")}</Notice>}
        <div className="flex flex-wrap gap-3">
          {!isConfirmed && (
            <Form method="post">
              <SubmitButton>{t("reach.confirm")}</SubmitButton>
            </Form>
          )}
          {!otherAccount && (
            <ButtonLink variant="ghost" to={settings}>
              {t("reach.change")}
            </ButtonLink>
          )}
        </div>
        {otherAccount && (
          <form method="post" action={href("/auth/sign-out")} className="grid justify-items-start gap-3">
            <input type="hidden" name="to" value={settings} />
            <p className="text-sm text-ink-2">{t("reach.otherAccount", { account: otherAccount })}</p>
            <Button type="submit" variant="ghost">
              {t("errorPage.switchAccount")}
            </Button>
          </form>
        )}
      </Card>
    </div>
  );
}
