import { href } from "react-router";
import { Money } from "#app/features/catalog/money.tsx";
import { nameIn } from "#app/features/catalog/products.rules.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { defineIntent, emptyForm, handleIntents } from "#app/platform/http/forms/form.server.ts";
import { appContext, requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import { Button, ButtonLink } from "#app/platform/ui/button.tsx";
import { Card } from "#app/platform/ui/card.tsx";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { Code } from "#app/platform/ui/ltr.tsx";
import { ConfirmDialog } from "#app/platform/ui/overlays/confirm-dialog.tsx";
import { PageHeader } from "#app/platform/ui/page/page-header.tsx";
import { AddressBlock, ConfirmFields } from "../address-block.tsx";
import { confirmForm } from "../orders.forms.server.ts";
import { canCancelOwn, canConfirm, type OrderStatus } from "../orders.rules.ts";
import { getOrderView } from "../orders.server.ts";
import type { Route } from "./+types/confirm-page";
import { cancelByKey, confirmByKey, getOrderByKey } from "./confirm-order.server.ts";

export const handle = { i18n: ["checkout", "orders"], title: "orders.confirm.title" };

/**
 * Keeps the page out of search engines and its URL out of referrers; without any referrer the form could not be posted.
 */
export const headers = () => ({ "x-robots-tag": "noindex" });

export async function loader({ context, params }: Route.LoaderArgs) {
  const ctx = context.get(appContext);
  const order = await getOrderByKey(ctx, params.key);
  const { language } = context.get(requestInfoContext);
  const { order: shown, lines } = await getOrderView(ctx, order, language);
  const { number, status, confirmedAt, totalCents, arrivesFrom, arrivesTo, deliveryWindow } = shown;
  const { fullName, phone, phoneText, country, countryName, state, city, address, landmark, zipCode } = shown;
  return {
    order: { number, status, confirmedAt, totalCents, arrivesFrom, arrivesTo, deliveryWindow },
    to: { fullName, phone, phoneText, country, countryName, state, city, address, landmark, zipCode },
    lines: lines.map(({ id, nameEn, nameAr, quantity }) => ({ id, nameEn, nameAr, quantity })),
  };
}

export async function action(args: Route.ActionArgs) {
  const ctx = args.context.get(appContext);
  const { key } = args.params;
  const here = href("/orders/confirm/:key", { key });
  return handleIntents(
    args,
    {
      confirm: defineIntent(confirmForm, async (form) => {
        await confirmByKey(ctx, key, form);
        return redirectWithToast(here, "orders.confirm.done");
      }),
      cancel: defineIntent(emptyForm, async () => {
        await cancelByKey(ctx, key);
        return redirectWithToast(here, "orders.cancelled");
      }),
    },
    { failed: "orders.changeFailed" },
  );
}

const isOnTheWay = (status: OrderStatus) => status === "pending" || status === "processing" || status === "shipped";

/** Returns the title for an order that may have gone on since the e-mail with the link was sent. */
function titleOf(order: Parameters<typeof canConfirm>[0]) {
  if (canConfirm(order)) return "orders.confirm.title";
  if (isOnTheWay(order.status)) return "orders.confirm.confirmedTitle";
  return order.status === "cancelled" ? "orders.cancelled" : (`orders.statuses.${order.status}` as const);
}

/** Page, linked from the e-mail, where a buyer confirms an order without signing in. */
export default function ConfirmPage({ loaderData }: Route.ComponentProps) {
  const { t, format, language } = useViewer();
  const { order, to, lines } = loaderData;
  const isOpen = isOnTheWay(order.status);
  const day = (date: string) => format.day(date, "weekday");
  return (
    <div className="wrap-narrow py-10">
      <PageHeader
        title={t(titleOf(order))}
        lead={isOpen ? t("orders.arrives", { from: day(order.arrivesFrom), to: day(order.arrivesTo) }) : undefined}
      />
      <div className="grid grid-cols-1 gap-4">
        {canConfirm(order) && (
          <Card as="section">
            <AppForm intent="confirm" className="grid gap-4">
              <ConfirmFields landmark={to.landmark} />
              <SubmitButton full>{t("orders.confirm.confirm")}</SubmitButton>
            </AppForm>
          </Card>
        )}
        <Card as="section" className="grid gap-3">
          <h2 className="text-lg">
            <Code>{order.number}</Code>
          </h2>
          <ul className="grid gap-1 text-sm">
            {lines.map((line) => (
              <li key={line.id}>
                {line.quantity} × <bdi>{nameIn(language, line)}</bdi>
              </li>
            ))}
          </ul>
          <p className="flex justify-between gap-3 font-semibold">
            <span>{t(isOpen ? "orders.confirm.toPay" : "checkout.total")}</span>
            <Money cents={order.totalCents} />
          </p>
          <AddressBlock to={to} />
          {order.deliveryWindow && <p className="text-sm">{t(`orders.confirm.windows.${order.deliveryWindow}`)}</p>}
        </Card>
        {canCancelOwn(order) ? (
          <AppForm intent="cancel" className="justify-self-center">
            <ConfirmDialog
              trigger={
                <Button type="submit" variant="quiet">
                  {t("orders.cancel")}
                </Button>
              }
              title={t("orders.cancelTitle")}
              description={t("orders.cancelText")}
              cancelLabel={t("orders.keep")}
            />
          </AppForm>
        ) : (
          <ButtonLink to={href("/dashboard/orders/:orderNumber", { orderNumber: order.number })} variant="ghost">
            {t("orders.confirm.toOrder")}
          </ButtonLink>
        )}
      </div>
    </div>
  );
}
