import Minus from "lucide-react/icons/minus";
import Plus from "lucide-react/icons/plus";
import ShoppingBag from "lucide-react/icons/shopping-bag";
import Truck from "lucide-react/icons/truck";
import { type RefObject, useId, useRef, useState } from "react";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { foldDigits } from "#app/platform/i18n/text/digits.rules.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Button, IconButton } from "#app/platform/ui/button.tsx";
import { cx } from "#app/platform/ui/cx.ts";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { errorClass } from "#app/platform/ui/forms/field-control.ts";
import { TextInput } from "#app/platform/ui/forms/text-input.tsx";
import { useOutOfSight } from "#app/platform/ui/use-out-of-sight.ts";
import { formatArrival } from "../arrival-texts.ts";
import { charactersOf, findEngravingProblem } from "../attributes.ts";
import type { ArrivalSpan } from "../delivery.rules.ts";
import { colorShades } from "../product-colors.ts";
import { type Color, type ListedProduct, type Priced, type Size, supplyOf } from "../products.rules.ts";
import { addToCartFields } from "../store/add-to-cart.ts";
import { AddToCartForm } from "../store/add-to-cart-form.tsx";
import { EngravedTag } from "../store/engraved-tag.tsx";
import { ProductPrice } from "../store/product-card.tsx";

/**
 * Bar for phones with the price and a second submit button, shown while the form's own button is out of view. With large
 * text, which would fill the bar and a fifth of the window, the form's own button is the only one.
 */
function BuyBar({
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
  const t = useT();
  if (!useOutOfSight(button)) return null;
  return (
    <div data-bar className="@container fixed inset-x-0 bottom-[var(--notice-height,0px)] z-20 md:hidden print:hidden">
      <div className="flex items-center justify-between gap-4 border-t border-line bg-surface px-4 pt-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))] shadow-2 @max-[17rem]:hidden">
        <ProductPrice product={product} />
        <Button type="submit" form={form} icon={<ShoppingBag aria-hidden />}>
          {t("store.add")}
        </Button>
      </div>
    </div>
  );
}

const isWhole = (text: string) => /^\d{1,4}$/.test(text) && Number(text) >= 1;

/**
 * Quantity field: at least 1, at most the stock. Arabic digits can be typed. Invalid input is kept as typed and
 * reported, so that 1.5 never becomes 15.
 */
function QuantityPicker({ most }: { most: number }) {
  const t = useT();
  const id = useId();
  const [typed, setTyped] = useState("1");
  const quantity = foldDigits(typed).trim();
  const number = isWhole(quantity) ? Number(quantity) : 0;
  const step = (by: number) => setTyped(String(Math.min(Math.max(1, number + by), most)));
  const problem =
    number === 0 ? t("store.product.wholePieces") : number > most ? t("store.product.few", { count: most }) : null;
  return (
    <div className="grid gap-1">
      <div className="flex h-12 items-center justify-self-start rounded-full border-[1.5px] border-line bg-surface has-aria-invalid:border-lost">
        <IconButton aria-label={t("store.product.fewer")} size="sm" disabled={number === 1} onClick={() => step(-1)}>
          <Minus aria-hidden />
        </IconButton>
        <input
          name={addToCartFields.quantity}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          maxLength={8}
          inputMode="numeric"
          aria-label={t("store.product.quantity")}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? id : undefined}
          autoComplete="off"
          className="w-12 bg-transparent text-center font-semibold tabular-nums"
        />
        <IconButton aria-label={t("store.product.more")} size="sm" disabled={number >= most} onClick={() => step(1)}>
          <Plus aria-hidden />
        </IconButton>
      </div>
      <p id={id} role="status" className={problem ? errorClass : "hidden"}>
        {problem}
      </p>
    </div>
  );
}

const ring =
  "has-checked:border-brand has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-brand";

function ColorChoice({
  colors,
  chosen,
  onChoose,
}: {
  colors: readonly Color[];
  chosen: Color;
  onChoose: (color: Color) => void;
}) {
  const t = useT();
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-sm font-[550]">{t("store.product.color")}</legend>
      <div className="flex flex-wrap gap-2.5">
        {colors.map((color) => (
          <label
            key={color}
            className={cx(
              "flex min-h-11 cursor-pointer items-center gap-2 rounded-full border-2 border-line bg-surface py-1 ps-1.5 pe-4 text-sm has-checked:bg-brand-soft",
              ring,
            )}
          >
            <input
              type="radio"
              name={addToCartFields.color}
              value={color}
              defaultChecked={color === chosen}
              onChange={() => onChoose(color)}
              className="sr-only"
            />
            <span
              aria-hidden="true"
              className="size-7.5 rounded-full ring-1 ring-black/15 ring-inset"
              style={{
                background: `linear-gradient(135deg, ${colorShades[color].light}, ${colorShades[color].main} 55%)`,
              }}
            />
            {t(`store.colors.${color}`)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function SizeChoice({ sizes }: { sizes: readonly Size[] }) {
  const t = useT();
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-sm font-[550]">{t("store.product.size")}</legend>
      <div className="flex flex-wrap gap-2.5">
        {sizes.map((size, place) => (
          <label
            key={size}
            className={cx(
              "grid size-12 cursor-pointer place-items-center rounded-1 border-2 border-line bg-surface text-sm font-semibold has-checked:bg-brand-soft",
              ring,
            )}
          >
            <input
              type="radio"
              name={addToCartFields.size}
              value={size}
              required
              defaultChecked={place === Math.floor((sizes.length - 1) / 2)}
              className="sr-only"
            />
            {t(`store.sizes.${size}`)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Options of a product, a live preview of the engraving, and the add-to-cart form. */
export function ProductChooser({
  product,
  arrival,
  onColor,
}: {
  product: ListedProduct;
  /** When it arrives by standard shipping, if ordered now. */
  arrival: ArrivalSpan;
  onColor?: (color: Color) => void;
}) {
  const { t, language } = useViewer();
  const colors = product.options.find((option) => option.name === "color")?.values ?? [];
  const sizes = product.options.find((option) => option.name === "size")?.values ?? [];
  const engraving = product.options.find((option) => option.name === "engraving");
  const [color, setColor] = useState<Color>(colors[0] ?? "silver");
  const [text, setText] = useState("");
  const form = useId();
  const button = useRef<HTMLDivElement>(null);
  const isSoldOut = product.stock === 0;
  const problem = engraving ? findEngravingProblem(text, engraving.maxLength) : null;

  function choose(one: Color) {
    setColor(one);
    onColor?.(one);
  }

  return (
    <AddToCartForm id={form} product={product} className="grid grid-cols-1 gap-5">
      {colors.length > 0 && <ColorChoice colors={colors} chosen={color} onChoose={choose} />}
      {sizes.length > 0 && <SizeChoice sizes={sizes} />}
      {engraving && (
        <div className="grid items-center gap-4 rounded-2 border border-line bg-surface p-4 sm:grid-cols-[1fr_9.5rem]">
          <Field
            label={t("store.product.engraving")}
            mark={
              text
                ? t("store.product.engraved", { used: charactersOf(text).length, most: engraving.maxLength })
                : t("form.optional")
            }
            hint={t("store.product.engravingHint", { most: engraving.maxLength })}
            errors={
              problem
                ? [t(problem.params ? "store.product.engravingTooLong" : "store.product.unengravable", problem.params)]
                : []
            }
          >
            <TextInput
              name={addToCartFields.engraving}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
              dir="auto"
              autoComplete="off"
              placeholder={t("store.product.engravingPlaceholder")}
            />
          </Field>
          <figure className="grid justify-items-center gap-1">
            <EngravedTag color={color} text={text} className="h-44 w-auto" />
            <figcaption className="text-xs text-ink-3">{t("store.product.previewTitle")}</figcaption>
          </figure>
        </div>
      )}
      <StockLine stock={product.stock} />
      <div ref={button} className="flex flex-wrap items-start gap-3">
        {!isSoldOut && <QuantityPicker most={product.stock} />}
        <Button
          type="submit"
          disabled={isSoldOut}
          icon={<ShoppingBag aria-hidden />}
          className="min-w-[min(100%,13rem)] flex-1"
        >
          {t(isSoldOut ? "store.product.soldOut" : "store.add")}
        </Button>
      </div>
      {!isSoldOut && (
        <p className="flex items-center gap-2.5 text-sm text-ink-2">
          <Truck aria-hidden className="size-5 shrink-0" />
          <span>
            {t("store.shipping.standard")}: {formatArrival(t, arrival, language)}. {t("store.shipping.cash")}.
          </span>
        </p>
      )}
      {!isSoldOut && <BuyBar product={product} form={form} button={button} />}
    </AddToCartForm>
  );
}

const dots = { plenty: "bg-ok", few: "bg-sun", none: "bg-ink-3" };

function StockLine({ stock }: { stock: number }) {
  const t = useT();
  const supply = supplyOf(stock);
  const words = {
    plenty: t("store.product.inStock"),
    few: t("store.product.few", { count: stock }),
    none: t("store.product.soldOutText"),
  };
  return (
    <p className="flex items-center gap-2.5 text-sm font-medium">
      <span aria-hidden="true" className={`size-2.5 shrink-0 rounded-full ${dots[supply]}`} />
      {words[supply]}
    </p>
  );
}
