import { useTranslation } from "react-i18next";
import { formatMoney } from "#app/platform/i18n/money.rules.ts";
import { cx } from "#app/platform/ui/cx.ts";
import { Ltr } from "#app/platform/ui/ltr.tsx";
import { type Priced, priceOf } from "../products.rules.ts";

/** Current price of a product and, on sale, the previous one. */
export function ProductPrice({ product, large }: { product: Priced; large?: boolean }) {
  const { t } = useTranslation();
  const onSale = product.salePriceCents !== null;
  return (
    <p className="flex flex-wrap items-baseline gap-x-2.5">
      {onSale && <span className="sr-only">{t("store.now")}</span>}
      <Ltr className={cx("font-[650] tabular-nums", large ? "text-[2rem] leading-tight" : "text-lg")}>
        {formatMoney(priceOf(product))}
      </Ltr>
      {onSale && (
        <>
          <span className="sr-only">{t("store.was")}</span>
          <s className={cx("text-ink-3 tabular-nums", large ? "text-lg" : "text-sm")}>
            <Ltr>{formatMoney(product.priceCents)}</Ltr>
          </s>
        </>
      )}
    </p>
  );
}
