import Minus from "lucide-react/icons/minus";
import Plus from "lucide-react/icons/plus";
import Trash from "lucide-react/icons/trash";
import { type FormEvent, type ReactNode, useState } from "react";
import { href, Link } from "react-router";
import { AttributeText } from "#app/features/catalog/attribute-text.tsx";
import { Money } from "#app/features/catalog/money.tsx";
import { nameIn } from "#app/features/catalog/products.rules.ts";
import { ChosenPicture } from "#app/features/catalog/store/chosen-picture.tsx";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { formatMoney } from "#app/platform/i18n/money.rules.ts";
import { foldDigits } from "#app/platform/i18n/text/digits.rules.ts";
import { Button, IconButton } from "#app/platform/ui/button.tsx";
import { cx } from "#app/platform/ui/cx.ts";
import { showToast } from "#app/platform/ui/toasts/toaster.tsx";
import { isBlocking, type CartRow as Row } from "./cart-view.rules.ts";
import { useCartActions } from "./use-cart.ts";

/** Line of the cart with its buttons. For accounts they are plain forms that JavaScript only makes faster. */
export function CartRow({ row }: { row: Row }) {
  const { t, language } = useViewer();
  const { change, remove } = useCartActions();
  const [isPending, setPending] = useState(false);
  const { product, quantity, problem, left } = row;
  const name = nameIn(language, product);

  const submit =
    (work: (form: FormData, sent: HTMLFormElement) => Promise<unknown>) =>
    async (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      const sent = event.currentTarget;
      const form = new FormData(sent, (event.nativeEvent as SubmitEvent).submitter);
      setPending(true);
      await work(form, sent);
      setPending(false);
    };
  /**
   * Shows an error for anything other than a whole number of at least 1, and resets the field to the current quantity.
   */
  async function setQuantity(form: FormData, sent: HTMLFormElement) {
    const typed = foldDigits(String(form.get("quantity"))).trim();
    const wanted = /^\d{1,8}$/.test(typed) ? Number(typed) : 0;
    if (wanted >= 1) await change(row.id, wanted);
    else showToast({ type: "error", title: t("cart.wholePieces") });
    sent.reset();
  }
  return (
    <li className={cx("flex flex-wrap gap-4 py-4 transition-opacity", isPending && "opacity-60")}>
      <Link
        to={href("/store/product/:id", { id: product.id })}
        className="size-20 shrink-0 overflow-hidden rounded-2"
        tabIndex={-1}
        aria-hidden
      >
        <ChosenPicture product={product} attributes={row.attributes} sizes="5rem" />
      </Link>
      <div className="grid min-w-[min(100%,7rem)] flex-1 grid-cols-1 content-start gap-1">
        <div className="flex flex-wrap items-start justify-between gap-x-3">
          <Link
            to={href("/store/product/:id", { id: product.id })}
            className="min-w-24 flex-1 font-semibold wrap-anywhere hover:underline"
          >
            {name}
          </Link>
          <Money cents={product.payCents * quantity} className="font-semibold tabular-nums" />
        </div>
        <AttributeText attributes={row.attributes} />
        {quantity > 1 && (
          <p className="text-xs text-ink-3">
            {t("cart.each", { price: `\u2066${formatMoney(product.payCents)}\u2069` })}
          </p>
        )}
        {problem && (
          <p role="status" className={cx("text-xs font-medium", isBlocking(problem) ? "text-lost" : "text-info")}>
            {problem === "notEnough" && left > 0
              ? t("store.product.few", { count: left })
              : t(`cart.problems.${problem}`)}
            {problem === "priceChanged" &&
              ` ${t("cart.wasPrice", { price: `\u2066${formatMoney(row.seenCents)}\u2069` })}`}
          </p>
        )}
        {problem === "notEnough" && left > 0 && (
          <QuantityForm row={row} onSubmit={submit(setQuantity)}>
            <Button type="submit" name="quantity" value={left} size="sm" variant="ghost">
              {t("cart.changeTo", { quantity: left })}
            </Button>
          </QuantityForm>
        )}
        <div className="mt-1 flex flex-wrap items-center justify-between gap-x-3">
          <div className="inline-flex items-center rounded-full border border-line">
            <QuantityForm row={row} onSubmit={submit(setQuantity)}>
              <IconButton
                type="submit"
                name="quantity"
                value={quantity - 1}
                size="sm"
                disabled={quantity <= 1}
                aria-label={t("cart.fewer", { name })}
              >
                <Minus aria-hidden />
              </IconButton>
            </QuantityForm>
            <QuantityForm row={row} onSubmit={submit(setQuantity)}>
              {/* The key resets the input when the cart's quantity changes. */}
              <input
                key={quantity}
                name="quantity"
                defaultValue={quantity}
                maxLength={8}
                inputMode="numeric"
                autoComplete="off"
                aria-label={t("cart.quantityOf", { name })}
                onBlur={({ currentTarget: field }) => {
                  if (field.value !== String(quantity)) field.form?.requestSubmit();
                }}
                className="h-10 w-11 rounded-1 bg-transparent text-center font-semibold tabular-nums"
              />
            </QuantityForm>
            <QuantityForm row={row} onSubmit={submit(setQuantity)}>
              <IconButton
                type="submit"
                name="quantity"
                value={quantity + 1}
                size="sm"
                disabled={quantity >= row.left}
                aria-label={t("cart.more", { name })}
              >
                <Plus aria-hidden />
              </IconButton>
            </QuantityForm>
          </div>
          <form method="post" action={href("/cart")} onSubmit={submit(() => remove(row))}>
            <input type="hidden" name="intent" value="remove" />
            <input type="hidden" name="lineId" value={row.id} />
            <IconButton type="submit" size="sm" aria-label={t("cart.removeOf", { name })}>
              <Trash aria-hidden />
            </IconButton>
          </form>
        </div>
      </div>
    </li>
  );
}

function QuantityForm({
  row,
  onSubmit,
  children,
}: {
  row: Row;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  children: ReactNode;
}) {
  return (
    <form method="post" action={href("/cart")} onSubmit={onSubmit} className="contents">
      <input type="hidden" name="intent" value="change" />
      <input type="hidden" name="lineId" value={row.id} />
      {children}
    </form>
  );
}
