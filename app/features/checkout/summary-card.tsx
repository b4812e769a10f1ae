import { useEffect, useRef, useState } from "react";
import { href, Link } from "react-router";
import type { CartView } from "#app/features/cart/cart-view.rules.ts";
import { AttributeText } from "#app/features/catalog/attribute-text.tsx";
import { Money } from "#app/features/catalog/money.tsx";
import { nameIn } from "#app/features/catalog/products.rules.ts";
import type { ShippingMethod } from "#app/features/catalog/shipping.rules.ts";
import { ProductPicture } from "#app/features/catalog/store/product-picture.tsx";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Card } from "#app/platform/ui/card.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import { useOutOfSight } from "#app/platform/ui/use-out-of-sight.ts";
import { shippingCostOf } from "./delivery.rules.ts";

/** Summary of the order and its total, with the shipping method chosen in the surrounding form. */
export function SummaryCard({ view }: { view: CartView }) {
  const t = useT();
  const { language } = useViewer();
  const card = useRef<HTMLDivElement>(null);
  const [shipping, setShipping] = useState<ShippingMethod | null>(null);
  useEffect(() => {
    const form = card.current?.closest("form");
    const read = () => setShipping(new FormData(form ?? undefined).get("shipping") as ShippingMethod | null);
    read();
    form?.addEventListener("change", read);
    return () => form?.removeEventListener("change", read);
  }, []);
  const button = useRef<HTMLDivElement>(null);
  const isButtonHidden = useOutOfSight(button, view.isReady);
  const shippingCents = shippingCostOf(shipping ?? "standard", view.subtotalCents);
  return (
    <div ref={card} id="review" className="scroll-mt-6 lg:sticky lg:top-6">
      <Card as="section" className="grid gap-4">
        <h2 className="text-lg">{t("checkout.summary")}</h2>
        <ul className="grid gap-3">
          {view.rows.map(({ id, product, attributes, quantity }) => (
            <li key={id} className="flex items-start gap-3 text-sm">
              <span className="size-12 shrink-0 overflow-hidden rounded-1">
                <ProductPicture photoId={product.photoId} category={product.category} alt="" width={160} />
              </span>
              <span className="min-w-0 flex-1">
                <span className="font-[550] wrap-anywhere">
                  {quantity} × <bdi>{nameIn(language, product)}</bdi>
                </span>
                <AttributeText attributes={attributes} />
              </span>
              <Money cents={product.payCents * quantity} />
            </li>
          ))}
        </ul>
        <dl className="grid gap-2 border-t border-line pt-4 text-sm">
          <Sum label={t("cart.subtotal")} cents={view.subtotalCents} />
          <Sum label={t("checkout.shipping")} cents={shippingCents} free={t("checkout.free")} />
          <div className="flex items-baseline justify-between gap-4 text-lg font-[650]">
            <dt>{t("checkout.total")}</dt>
            <dd>
              <Money cents={view.subtotalCents + shippingCents} />
            </dd>
          </div>
        </dl>
        {/* Without scripts the total is not updated on the page, so the server cannot detect a changed total. */}
        {shipping && <input type="hidden" name="seenTotal" value={view.subtotalCents + shippingCents} />}
        {view.isReady ? (
          <div ref={button}>
            <SubmitButton full>{t("checkout.place")}</SubmitButton>
          </div>
        ) : (
          <Notice tone="sun">{t("cart.settle")}</Notice>
        )}
        <Link to={href("/cart")} className="link justify-self-center py-1 text-sm">
          {t("checkout.editCart")}
        </Link>
        <p className="text-xs text-ink-3">{t("checkout.terms")}</p>
      </Card>
      {view.isReady && isButtonHidden && (
        <div
          data-bar
          className="fixed inset-x-0 bottom-[var(--notice-height,0px)] z-20 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line bg-surface px-4 pt-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))] shadow-2 lg:hidden print:hidden"
        >
          <p className="grid leading-tight">
            <span className="text-xs text-ink-2">{t("checkout.total")}</span>
            <Money cents={view.subtotalCents + shippingCents} className="text-lg font-[650] tabular-nums" />
          </p>
          <SubmitButton>{t("checkout.place")}</SubmitButton>
        </div>
      )}
    </div>
  );
}

function Sum({ label, cents, free }: { label: string; cents: number; free?: string }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="text-ink-2">{label}</dt>
      <dd>{cents === 0 && free ? free : <Money cents={cents} />}</dd>
    </div>
  );
}
