import ShoppingBag from "lucide-react/icons/shopping-bag";
import type { RefObject } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "#app/platform/ui/button.tsx";
import { useOutOfSight } from "#app/platform/ui/use-out-of-sight.ts";
import type { Priced } from "../products.rules.ts";
import { ProductPrice } from "../store/product-price.tsx";

/** Bar for phones with the price and a second submit button, shown while the form's own button is out of view. */
export function BuyBar({
  product,
  form,
  button,
}: {
  product: Priced;
  /** Id of the form that the button submits. */
  form: string;
  /** The form's own button. */
  button: RefObject<HTMLElement | null>;
}) {
  const { t } = useTranslation();
  if (!useOutOfSight(button)) return null;
  return (
    <div
      data-bar
      className="fixed inset-x-0 bottom-[var(--notice-height,0px)] z-20 flex items-center justify-between gap-4 border-t border-line bg-surface px-4 pt-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))] shadow-2 md:hidden print:hidden"
    >
      <ProductPrice product={product} />
      <Button type="submit" form={form} variant="sun" icon={<ShoppingBag aria-hidden />}>
        {t("store.add")}
      </Button>
    </div>
  );
}
