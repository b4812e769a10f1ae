import { href } from "react-router";
import { getUser } from "#app/features/auth/guards.server.ts";
import { emptyForm, handleForm } from "#app/platform/http/forms/form.server.ts";
import { appContext, requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Button, ButtonLink } from "#app/platform/ui/button.tsx";
import { Card } from "#app/platform/ui/card.tsx";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { DescriptionList } from "#app/platform/ui/lists/description-list.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import { PageHeader } from "#app/platform/ui/page/page-header.tsx";
import type { Route } from "./+types/reachability-page";
import { confirmReachability, getReachabilityCheck } from "./reachability.server.ts";

export const handle = { i18n: ["errorPage", "reachability"], title: "reachability.title" };

export const headers = () => ({ "x-robots-tag": "noindex" });

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const actor = await getUser(request, context);
  const { ownerId, ...check } = await getReachabilityCheck(context.get(appContext), params.key, actor);
  const isOther = actor !== null && actor.id !== ownerId;
  return { ...check, otherAccount: isOther ? `\u2066${actor.email ?? actor.phone}\u2069` : null };
}

export async function action(args: Route.ActionArgs) {
  const { key } = args.params;
  return handleForm(args, emptyForm, async () => {
    const actor = await getUser(args.request, args.context);
    await confirmReachability(args.context.get(appContext), key, args.context.get(requestInfoContext).address, actor);
    return redirectWithToast(href("/still-reachable/:key", { key }), "reachability.thanks");
  });
}

/** Page on which an owner confirms address, phone number and contacts with one click, without signing in. */
export default function ReachabilityPage({ loaderData }: Route.ComponentProps) {
  const t = useT();
  const { email, phone, contacts, isConfirmed, otherAccount } = loaderData;
  const settings = href("/dashboard/settings/notifications");
  const shown = (one: { shown: string; works: boolean }) => (
    <>
      <bdi dir="ltr">{one.shown}</bdi>
      {!one.works && (
        <span className="text-lost">
          {"\u00a0· "}
          {t("reachability.fails")}
        </span>
      )}
    </>
  );
  return (
    <div className="wrap-narrow py-10 wrap-anywhere">
      <PageHeader title={t("reachability.title")} lead={t("reachability.lead")} />
      <Card as="section" className="grid gap-5">
        <DescriptionList
          items={[
            { term: t("reachability.email.name"), detail: email ? shown(email) : t("reachability.none") },
            { term: t("reachability.phone"), detail: phone ? shown(phone) : t("reachability.none") },
            { term: t("reachability.contacts"), detail: t("reachability.count", { count: contacts }) },
          ]}
        />
        {isConfirmed && <Notice tone="ok">{t("reachability.isConfirmed")}</Notice>}
        <div className="flex flex-wrap gap-3">
          {!isConfirmed && (
            <AppForm>
              <SubmitButton>{t("reachability.confirm")}</SubmitButton>
            </AppForm>
          )}
          {!otherAccount && (
            <ButtonLink variant="ghost" to={settings}>
              {t("reachability.change")}
            </ButtonLink>
          )}
        </div>
        {otherAccount && (
          <form method="post" action={href("/auth/sign-out")} className="grid justify-items-start gap-3">
            <input type="hidden" name="to" value={settings} />
            <p className="text-sm text-ink-2">{t("reachability.otherAccount", { account: otherAccount })}</p>
            <Button type="submit" variant="ghost">
              {t("errorPage.switchAccount")}
            </Button>
          </form>
        )}
      </Card>
    </div>
  );
}
