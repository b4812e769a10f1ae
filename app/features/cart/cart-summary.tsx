import { formatArrival } from "#app/features/catalog/arrival-texts.ts";
import { AttributeText } from "#app/features/catalog/attribute-text.tsx";
import { type ArrivalSpan, shippingCostOf } from "#app/features/catalog/delivery.rules.ts";
import { Money } from "#app/features/catalog/money.tsx";
import { nameIn } from "#app/features/catalog/products.rules.ts";
import type { ShippingMethod } from "#app/features/catalog/shipping.rules.ts";
import { ChosenPicture } from "#app/features/catalog/store/chosen-picture.tsx";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { cx } from "#app/platform/ui/cx.ts";
import type { CartView } from "./cart-view.rules.ts";

/** The lines of a cart to look at, with what was chosen. */
export function SummaryLines({ view, className }: { view: CartView; className?: string }) {
  const { language } = useViewer();
  return (
    <ul className={cx("grid gap-3", className)}>
      {view.rows.map(({ id, product, attributes, quantity }) => (
        <li key={id} className="flex items-start gap-3 text-sm">
          <span className="size-16 shrink-0 overflow-hidden rounded-1">
            <ChosenPicture product={product} attributes={attributes} sizes="4rem" />
          </span>
          <span className="min-w-0 flex-1">
            <span className="font-[550] wrap-anywhere">
              {quantity} × <bdi>{nameIn(language, product)}</bdi>
            </span>
            <AttributeText attributes={attributes} />
          </span>
          <Money cents={product.payCents * quantity} className="tabular-nums" />
        </li>
      ))}
    </ul>
  );
}

/** Total of a cart with shipping, in minor units. */
export function totalOf(view: CartView, method: ShippingMethod): number {
  return view.subtotalCents + shippingCostOf(method, view.subtotalCents);
}

/** Subtotal, shipping with the days of arrival, and total of a cart. */
export function SummarySums({
  view,
  method,
  arrival,
}: {
  view: CartView;
  method: ShippingMethod;
  arrival: ArrivalSpan | undefined;
}) {
  const { t, language } = useViewer();
  const shippingCents = shippingCostOf(method, view.subtotalCents);
  return (
    <dl className="grid gap-2 border-t border-line pt-4 text-sm tabular-nums">
      <div className="flex items-baseline justify-between gap-4">
        <dt className="text-ink-2">{t("cart.subtotal")}</dt>
        <dd>
          <Money cents={view.subtotalCents} />
        </dd>
      </div>
      <div className="flex items-baseline justify-between gap-4">
        <dt className="text-ink-2">
          {t("checkout.shipping")}
          {"\u00a0· "}
          {t(`checkout.methods.${method}`)}
          {arrival && <span className="block text-xs">{formatArrival(t, arrival, language)}</span>}
        </dt>
        <dd>{shippingCents === 0 ? t("checkout.free") : <Money cents={shippingCents} />}</dd>
      </div>
      <div className="flex items-baseline justify-between gap-4 text-lg font-[650]">
        <dt>{t("checkout.total")}</dt>
        <dd>
          <Money cents={view.subtotalCents + shippingCents} />
        </dd>
      </div>
    </dl>
  );
}
