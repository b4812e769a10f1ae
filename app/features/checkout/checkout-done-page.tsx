import { href } from "react-router";
import { requireUser, userOnly } from "#app/features/auth/guards.server.ts";
import { nameIn } from "#app/features/catalog/products.rules.ts";
import { listOrderLines } from "#app/features/orders/fulfilment/order-status.server.ts";
import { getOwnOrder } from "#app/features/orders/orders.server.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { formatDay } from "#app/platform/i18n/format.ts";
import { formatMoney } from "#app/platform/i18n/money.rules.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { Card } from "#app/platform/ui/card.tsx";
import { CollarDrawing } from "#app/platform/ui/drawings/collar-drawing.tsx";
import { Code } from "#app/platform/ui/ltr.tsx";
import type { Route } from "./+types/checkout-done-page";

export const handle = { i18n: ["cart", "checkout", "orders"], title: "checkout.done.title" };

export const middleware = [userOnly];

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const { id, number, totalCents, arrivesFrom, arrivesTo } = await getOwnOrder(ctx, actor, params.orderNumber);
  const lines = (await listOrderLines(ctx, id)).map(({ id, quantity, nameEn, nameAr }) => ({
    id,
    quantity,
    nameEn,
    nameAr,
  }));
  return { number, totalCents, arrivesFrom, arrivesTo, lines };
}

export default function CheckoutDonePage({ loaderData }: Route.ComponentProps) {
  const t = useT();
  const { language, user } = useViewer();
  const { number, totalCents, arrivesFrom, arrivesTo, lines } = loaderData;
  const day = (date: string) => formatDay(date, language, "weekday");
  return (
    <div className="wrap-narrow py-10 md:py-16">
      <Card pad="lg" className="grid justify-items-center gap-3 text-center">
        <CollarDrawing className="h-36" />
        <h1 className="text-2xl">{t("checkout.done.head")}</h1>
        <p className="max-w-[46ch] text-ink-2">{t(user?.email ? "checkout.done.text" : "checkout.done.textByPhone")}</p>
        <p className="rounded-full bg-brand-soft px-6 py-2.5 text-lg font-[650] text-brand-deep">
          <Code>{number}</Code>
        </p>
        <ul className="grid gap-1">
          {lines.map((line) => (
            <li key={line.id}>
              {line.quantity} × <bdi>{nameIn(language, line)}</bdi>
            </li>
          ))}
        </ul>
        <p>{t("checkout.arrives", { from: day(arrivesFrom), to: day(arrivesTo) })}</p>
        <p className="text-sm text-ink-2">
          {totalCents === 0
            ? t("orders.nothingToPay")
            : t("checkout.done.pay", { total: `\u2066${formatMoney(totalCents)}\u2069` })}
        </p>
        <div className="mt-4 flex flex-wrap justify-center gap-3">
          <ButtonLink to={href("/dashboard/orders/:orderNumber", { orderNumber: number })}>
            {t("checkout.done.toOrder")}
          </ButtonLink>
          <ButtonLink to={href("/store")} variant="ghost">
            {t("checkout.done.toStore")}
          </ButtonLink>
        </div>
      </Card>
    </div>
  );
}
