import { href, redirect } from "react-router";
import * as z from "zod";
import { handleForm } from "#app/platform/http/forms/form.server.ts";
import { appContext } from "#app/platform/http/request-info.server.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { Card } from "#app/platform/ui/card.tsx";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { PageHeader } from "#app/platform/ui/page/page-header.tsx";
import type { Route } from "./+types/unsubscribe-page";
import { getSubscription, setSubscription } from "./unsubscribe.server.ts";

export const handle = { i18n: ["notifications"], title: "notifications.unsubscribe.title" };

/** Mail programs send `List-Unsubscribe=One-Click` (RFC 8058); the page sends `isOn`. */
const subscriptionForm = z.object({ "List-Unsubscribe": z.string().optional(), isOn: z.string().optional() });

export async function loader({ context, params }: Route.LoaderArgs) {
  return getSubscription(context.get(appContext), params.key);
}

export async function action(args: Route.ActionArgs) {
  const { key } = args.params;
  return handleForm(args, subscriptionForm, async (form) => {
    await setSubscription(args.context.get(appContext), key, form.isOn === "1");
    // Mail programs follow no redirect.
    if (form["List-Unsubscribe"]) return new Response(null, { status: 204 });
    return redirect(href("/unsubscribe/:key", { key }), 303);
  });
}

/** Page that stops one kind of e-mails without signing in, and turns them on again. */
export default function UnsubscribePage({ loaderData: { kind, isOn } }: Route.ComponentProps) {
  const t = useT();
  const name = t(`notifications.kinds.${kind}.name`);
  return (
    <div className="wrap-narrow py-10 wrap-anywhere">
      <PageHeader
        title={t(isOn ? "notifications.unsubscribe.title" : "notifications.unsubscribe.done")}
        lead={t(isOn ? "notifications.unsubscribe.lead" : "notifications.unsubscribe.doneLead", { name })}
      />
      <Card as="section" className="flex flex-wrap gap-3">
        <AppForm values={{ isOn: isOn ? "0" : "1" }}>
          <SubmitButton {...(isOn ? {} : { variant: "ghost" })}>
            {t(isOn ? "notifications.unsubscribe.stop" : "notifications.unsubscribe.undo")}
          </SubmitButton>
        </AppForm>
        <ButtonLink variant="ghost" to={href("/dashboard/settings/notifications")}>
          {t("notifications.unsubscribe.all")}
        </ButtonLink>
      </Card>
    </div>
  );
}
