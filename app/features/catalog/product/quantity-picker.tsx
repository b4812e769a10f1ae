import Minus from "lucide-react/icons/minus";
import Plus from "lucide-react/icons/plus";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { foldDigits } from "#app/platform/i18n/digits.rules.ts";
import { IconButton } from "#app/platform/ui/button.tsx";
import { addToCartFields } from "./add-to-cart.ts";

/** How many: 1 at least, no more than there are. Digits can also be typed, Arabic ones too. */
export function QuantityPicker({ most }: { most: number }) {
  const { t } = useTranslation();
  const [quantity, setQuantity] = useState("1");
  const number = Number(quantity) || 1;
  const within = (value: number) => String(Math.min(Math.max(1, value), most));
  return (
    <div className="flex h-12 items-center rounded-full border-[1.5px] border-line bg-surface">
      <IconButton
        aria-label={t("store.product.fewer")}
        size="sm"
        disabled={number <= 1}
        onClick={() => setQuantity(within(number - 1))}
      >
        <Minus aria-hidden />
      </IconButton>
      <input
        name={addToCartFields.quantity}
        value={quantity}
        onChange={(event) => setQuantity(foldDigits(event.currentTarget.value).replace(/\D/g, "").slice(0, 4))}
        onBlur={() => setQuantity(within(number))}
        inputMode="numeric"
        aria-label={t("store.product.quantity")}
        autoComplete="off"
        className="w-10 bg-transparent text-center font-semibold tabular-nums"
      />
      <IconButton
        aria-label={t("store.product.more")}
        size="sm"
        disabled={number >= most}
        onClick={() => setQuantity(within(number + 1))}
      >
        <Plus aria-hidden />
      </IconButton>
    </div>
  );
}
