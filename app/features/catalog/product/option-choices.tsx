import { useTranslation } from "react-i18next";
import { cx } from "#app/platform/ui/cx.ts";
import { colorShades } from "../product-colors.ts";
import type { Color, Size } from "../products.rules.ts";
import { addToCartFields } from "./add-to-cart.ts";

const ring =
  "has-checked:border-brand has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-brand";

export function ColorChoice({
  colors,
  chosen,
  onChoose,
}: {
  colors: readonly Color[];
  chosen: Color;
  onChoose: (color: Color) => void;
}) {
  const { t } = useTranslation();
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

export function SizeChoice({ sizes }: { sizes: readonly Size[] }) {
  const { t } = useTranslation();
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
