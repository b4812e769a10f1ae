import { href } from "react-router";
import { Money } from "#app/features/catalog/money.tsx";
import { formatMoney, getShopTerms } from "#app/platform/i18n/money.rules.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import type { CartView } from "./cart-view.rules.ts";

/** Total of the cart, the amount missing for free shipping, and the link to the checkout. */
export function CartTotal({ view }: { view: CartView }) {
  const t = useT();
  const missing = getShopTerms().freeShippingAboveCents - view.subtotalCents;
  return (
    <div className="grid gap-3">
      <div className="flex items-baseline justify-between gap-2">
        <span>{t("cart.subtotal")}</span>
        <Money cents={view.subtotalCents} className="text-lg font-[650] tabular-nums" />
      </div>
      <p className="text-xs text-ink-2">
        {missing < 0
          ? t("cart.shippingFree")
          : t("cart.shippingNote", { price: `\u2066${formatMoney(missing + 1)}\u2069` })}
      </p>
      {view.isReady ? (
        <ButtonLink to={href("/checkout")} full prefetch="none">
          {t("cart.toCheckout")}
        </ButtonLink>
      ) : (
        <Notice tone="sun">{t("cart.settle")}</Notice>
      )}
    </div>
  );
}
