import ShoppingBag from "lucide-react/icons/shopping-bag";
import { useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "#app/platform/ui/button.tsx";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { TextInput } from "#app/platform/ui/forms/text-input.tsx";
import { charactersOf, findEngravingProblem } from "../attributes.ts";
import { type Color, type ListedProduct, supplyOf } from "../products.rules.ts";
import { addToCartFields } from "./add-to-cart.ts";
import { AddToCartForm } from "./add-to-cart-form.tsx";
import { BuyBar } from "./buy-bar.tsx";
import { ColorChoice, SizeChoice } from "./option-choices.tsx";
import { QuantityPicker } from "./quantity-picker.tsx";
import { TagPreview } from "./tag-preview.tsx";

/** Options of a product, a live preview of the engraving, and the add-to-cart form. */
export function ProductChooser({ product, onColor }: { product: ListedProduct; onColor?: (color: Color) => void }) {
  const { t } = useTranslation();
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
            <TagPreview color={color} text={text} />
            <figcaption className="text-xs text-ink-3">{t("store.product.previewTitle")}</figcaption>
          </figure>
        </div>
      )}
      <StockLine stock={product.stock} />
      <div ref={button} className="flex flex-wrap items-start gap-3">
        {!isSoldOut && <QuantityPicker most={product.stock} />}
        <Button
          type="submit"
          variant="sun"
          disabled={isSoldOut}
          icon={<ShoppingBag aria-hidden />}
          className="min-w-[min(100%,13rem)] flex-1"
        >
          {t(isSoldOut ? "store.product.soldOut" : "store.add")}
        </Button>
      </div>
      {!isSoldOut && <BuyBar product={product} form={form} button={button} />}
    </AddToCartForm>
  );
}

const dots = { plenty: "bg-ok", few: "bg-sun", none: "bg-ink-3" };

function StockLine({ stock }: { stock: number }) {
  const { t } = useTranslation();
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
