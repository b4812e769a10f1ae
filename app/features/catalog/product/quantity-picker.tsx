import Minus from "lucide-react/icons/minus";
import Plus from "lucide-react/icons/plus";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { foldDigits } from "#app/platform/i18n/digits.rules.ts";
import { IconButton } from "#app/platform/ui/button.tsx";
import { errorClass } from "#app/platform/ui/forms/field-control.ts";
import { addToCartFields } from "./add-to-cart.ts";

const isWhole = (text: string) => /^\d{1,4}$/.test(text) && Number(text) >= 1;

/**
 * Quantity field: at least 1, at most the stock. Arabic digits can be typed. Invalid input is kept as typed and
 * reported, so that 1.5 never becomes 15.
 */
export function QuantityPicker({ most }: { most: number }) {
  const { t } = useTranslation();
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
