import { href } from "react-router";
import { formatArrival } from "#app/features/catalog/arrival-texts.ts";
import { shippingCostOf } from "#app/features/catalog/delivery.rules.ts";
import { Money } from "#app/features/catalog/money.tsx";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { formatMoney, getShopTerms } from "#app/platform/i18n/money.rules.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import type { CartView } from "./cart-view.rules.ts";

/**
 * Total of the cart, shipping with the days of arrival, the amount missing for free shipping, and the link to the
 * checkout, which visitors enter with their phone number.
 */
export function CartTotal({ view }: { view: CartView }) {
  const { t, language, user } = useViewer();
  const shippingCents = shippingCostOf("standard", view.subtotalCents);
  const missing = getShopTerms().freeShippingAboveCents - view.subtotalCents;
  return (
    <div className="grid gap-3">
      <div className="flex items-baseline justify-between gap-2">
        <span>{t("cart.subtotal")}</span>
        <Money cents={view.subtotalCents} className="text-lg font-[650] tabular-nums" />
      </div>
      {view.isReady && view.arrival && (
        <div className="flex flex-wrap items-baseline justify-between gap-x-2 text-sm">
          <span className="text-ink-2">
            {t("checkout.methods.standard")}
            {"\u00a0· "}
            {formatArrival(t, view.arrival, language)}
          </span>
          {shippingCents === 0 ? t("checkout.free") : <Money cents={shippingCents} className="tabular-nums" />}
        </div>
      )}
      <p className="text-xs text-ink-2">
        {missing < 0
          ? t("cart.shippingFree")
          : t("cart.shippingNote", { price: `\u2066${formatMoney(missing + 1)}\u2069` })}
      </p>
      {view.isReady ? (
        <ButtonLink to={user ? href("/checkout") : href("/auth/checkout")} full prefetch="none">
          {t("cart.toCheckout")}
        </ButtonLink>
      ) : (
        <Notice tone="sun">{t("cart.settle")}</Notice>
      )}
    </div>
  );
}
