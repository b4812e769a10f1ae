import { type FieldMetadata, getInputProps } from "@conform-to/react";
import Banknote from "lucide-react/icons/banknote";
import { useTranslation } from "react-i18next";
import { Money } from "#app/features/catalog/money.tsx";
import { type ShippingMethod, shippingDays, shippingMethods } from "#app/features/catalog/shipping.rules.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { formatDay } from "#app/platform/i18n/format.ts";
import { Card } from "#app/platform/ui/card.tsx";
import { RadioCards } from "#app/platform/ui/forms/radio-cards.tsx";
import { shippingCostOf } from "./delivery.rules.ts";

/** Shipping methods with price and delivery dates, and the payment method. */
export function ShippingSection({
  field,
  arrivals,
  subtotalCents,
}: {
  field: FieldMetadata<ShippingMethod>;
  arrivals: Record<ShippingMethod, { from: string; to: string }>;
  subtotalCents: number;
}) {
  const { t } = useTranslation();
  const { language } = useViewer();
  const day = (date: string) => formatDay(date, language, "weekday");
  return (
    <Card as="section" id="shipping" className="grid scroll-mt-6 gap-6">
      <RadioCards
        {...getInputProps(field, { type: "radio", value: false })}
        key={field.key}
        id={field.id}
        legend={<span className="heading text-lg">{t("checkout.shipping")}</span>}
        defaultValue={field.initialValue ?? "standard"}
        errors={field.errors}
        options={shippingMethods.map((method) => {
          const cents = shippingCostOf(method, subtotalCents);
          const [from, to] = shippingDays[method];
          return {
            value: method,
            title: t(`checkout.methods.${method}`),
            text: (
              <>
                {t("checkout.days", { from, to })}
                <br />
                {t("checkout.arrives", { from: day(arrivals[method].from), to: day(arrivals[method].to) })}
              </>
            ),
            aside: <strong>{cents === 0 ? t("checkout.free") : <Money cents={cents} />}</strong>,
          };
        })}
      />
      <div>
        <h2 className="text-lg">{t("checkout.payment")}</h2>
        <p className="mt-2 flex items-start gap-3 text-sm">
          <Banknote aria-hidden className="mt-0.5 size-6 shrink-0 text-brand" />
          <span>
            <strong className="block">{t("checkout.cashTitle")}</strong>
            <span className="text-ink-2">{t("checkout.cashText")}</span>
          </span>
        </p>
      </div>
    </Card>
  );
}
