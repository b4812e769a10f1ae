import { useRef } from "react";
import { href, Link } from "react-router";
import { SummaryLines, SummarySums, totalOf } from "#app/features/cart/cart-summary.tsx";
import type { CartView } from "#app/features/cart/cart-view.rules.ts";
import type { ArrivalSpan } from "#app/features/catalog/delivery.rules.ts";
import { Money } from "#app/features/catalog/money.tsx";
import type { ShippingMethod } from "#app/features/catalog/shipping.rules.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import { useOutOfSight } from "#app/platform/ui/use-out-of-sight.ts";
import { OrderCard } from "./checkout-frame.tsx";

/** The order with its total and the button that places it; beside the form if there is room, else below it. */
export function SummaryCard({
  view,
  method,
  arrival,
  isTotalShown,
  isArriving,
}: {
  view: CartView;
  method: ShippingMethod;
  arrival: ArrivalSpan;
  /** Whether the total follows the shipping method: without scripts the server cannot detect that it has changed. */
  isTotalShown: boolean;
  /** Whether the visitor's cart has yet to be added to the account's. */
  isArriving: boolean;
}) {
  const t = useT();
  const button = useRef<HTMLDivElement>(null);
  const isButtonHidden = useOutOfSight(button, view.isReady);
  const total = totalOf(view, method);
  return (
    <div id="review" className="scroll-mt-6 lg:sticky lg:top-24">
      <OrderCard>
        <SummaryLines view={view} className="max-lg:hidden" />
        <SummarySums view={view} method={method} arrival={arrival} />
        {isTotalShown && <input type="hidden" name="seenTotal" value={total} />}
        {view.isReady ? (
          <div ref={button}>
            <SubmitButton full disabled={isArriving}>
              {t("checkout.place")}
            </SubmitButton>
          </div>
        ) : (
          <Notice tone="sun">{t("cart.settle")}</Notice>
        )}
        <Link to={href("/cart")} className="link justify-self-center py-1 text-sm">
          {t("checkout.editCart")}
        </Link>
        <p className="text-xs text-ink-3">{t("checkout.terms")}</p>
      </OrderCard>
      {view.isReady && isButtonHidden && (
        <div
          data-bar
          className="fixed inset-x-0 bottom-[var(--notice-height,0px)] z-20 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line bg-surface px-4 pt-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))] shadow-2 lg:hidden print:hidden"
        >
          <p className="grid leading-tight">
            <span className="text-xs text-ink-2">{t("checkout.total")}</span>
            <Money cents={total} className="text-lg font-[650] tabular-nums" />
          </p>
          <SubmitButton disabled={isArriving}>{t("checkout.place")}</SubmitButton>
        </div>
      )}
    </div>
  );
}
