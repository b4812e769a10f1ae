import { href } from "react-router";
import { useT } from "#app/platform/i18n/use-t.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { TagDrawing } from "#app/platform/ui/drawings/tag-drawing.tsx";
import { EmptyState } from "#app/platform/ui/lists/empty-state.tsx";
import { Spinner } from "#app/platform/ui/spinner.tsx";
import { CartRow } from "./cart-row.tsx";
import { CartTotal } from "./cart-total.tsx";
import { useCartView } from "./use-cart.ts";

/** Cart in the side sheet. */
export default function CartContents() {
  const t = useT();
  const view = useCartView();
  if (view?.rows.length === 0)
    return (
      <EmptyState
        drawing={<TagDrawing />}
        title={t("cart.emptyTitle")}
        text={t("cart.emptyText")}
        actions={<ButtonLink to={href("/store")}>{t("cart.toStore")}</ButtonLink>}
      />
    );
  if (!view)
    return (
      <p role="status" className="grid place-items-center py-12">
        <Spinner />
      </p>
    );
  return (
    <>
      <ul className="divide-y divide-line">
        {view.rows.map((row) => (
          <CartRow key={row.id} row={row} />
        ))}
      </ul>
      <div className="mt-2 grid gap-3 border-t border-line pt-4">
        <CartTotal view={view} />
        <ButtonLink to={href("/cart")} variant="ghost" full>
          {t("cart.viewCart")}
        </ButtonLink>
      </div>
    </>
  );
}
