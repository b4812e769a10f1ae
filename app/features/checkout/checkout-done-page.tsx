import { href } from "react-router";
import { requireUser, userOnly } from "#app/features/auth/guards.server.ts";
import { ConfirmCard } from "#app/features/orders/confirmation/confirm-card.tsx";
import { OrderLines, OrderTimeline } from "#app/features/orders/order-lines.tsx";
import { canConfirm } from "#app/features/orders/orders.rules.ts";
import { getOrderView, getOwnOrder } from "#app/features/orders/orders.server.ts";
import { getPetQuota } from "#app/features/pets/pet-quota.server.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { formatMoney } from "#app/platform/i18n/money.rules.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { CollarDrawing } from "#app/platform/ui/drawings/collar-drawing.tsx";
import { Code } from "#app/platform/ui/ltr.tsx";
import type { Route } from "./+types/checkout-done-page";

export const handle = { i18n: ["cart", "checkout", "orders", "returns", "store"], title: "checkout.done.title" };

export const middleware = [userOnly];

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const order = await getOwnOrder(ctx, actor, params.orderNumber);
  const { language } = context.get(requestInfoContext);
  return { ...(await getOrderView(ctx, order, language)), hasPets: (await getPetQuota(ctx, actor)).count > 0 };
}

/** Page after placing an order: what was ordered, what happens next, and what the buyer can do meanwhile. */
export default function CheckoutDonePage({ loaderData }: Route.ComponentProps) {
  const { t, format, user } = useViewer();
  const { order, events, hasPets } = loaderData;
  const { number, totalCents, arrivesFrom, arrivesTo, landmark } = order;
  const day = (date: string) => format.day(date, "weekday");
  const toOrder = href("/dashboard/orders/:orderNumber", { orderNumber: number });
  return (
    <div className="wrap grid max-w-5xl grid-cols-1 gap-5 py-8 md:py-12">
      <Card className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <CollarDrawing className="h-24 md:h-32" />
        <div className="grid min-w-0 flex-[1_1_18rem] justify-items-start gap-1.5">
          <h1 className="text-2xl">{t("checkout.done.head")}</h1>
          <p className="text-ink-2">{t(user?.email ? "checkout.done.text" : "checkout.done.textByPhone")}</p>
          <p className="rounded-full bg-brand-soft px-4 py-1.5 font-[650] text-brand-deep">
            <Code>{number}</Code>
          </p>
          <p>{t("checkout.arrives", { from: day(arrivesFrom), to: day(arrivesTo) })}</p>
          <p className="text-sm text-ink-2">
            {totalCents === 0
              ? t("orders.nothingToPay")
              : t("checkout.done.pay", { total: `\u2066${formatMoney(totalCents)}\u2069` })}
          </p>
        </div>
      </Card>
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)]">
        <div className="grid grid-cols-1 gap-5">
          {canConfirm(order) && <ConfirmCard landmark={landmark} action={toOrder} />}
          <Card as="section">
            <CardHeader title={t("orders.items")} />
            <OrderLines details={loaderData} />
          </Card>
        </div>
        <div className="grid grid-cols-1 gap-5">
          <Card as="section">
            <CardHeader title={t("checkout.done.next")} />
            <OrderTimeline events={events} status={order.status} />
          </Card>
          {!hasPets && (
            <Card as="section">
              <CardHeader title={t("checkout.done.petTitle")} text={t("checkout.done.petText")} />
              <ButtonLink to={href("/dashboard/pets/new")} variant="ghost">
                {t("checkout.done.addPet")}
              </ButtonLink>
            </Card>
          )}
          <div className="flex flex-wrap gap-3">
            <ButtonLink to={toOrder} variant="ghost">
              {t("checkout.done.toOrder")}
            </ButtonLink>
            <ButtonLink to={href("/store")} variant="quiet">
              {t("checkout.done.toStore")}
            </ButtonLink>
          </div>
        </div>
      </div>
    </div>
  );
}
