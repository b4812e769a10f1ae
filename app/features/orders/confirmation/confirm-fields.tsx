import { useTranslation } from "react-i18next";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { NativeSelect, TextInput } from "#app/platform/ui/forms/text-input.tsx";
import { deliveryWindows, maxLengths } from "../orders.rules.ts";

interface ConfirmFieldsProps {
  landmark: string | null;
}

/** Fields that help the delivery: a landmark near the door, and when someone is at home. */
export function ConfirmFields({ landmark }: ConfirmFieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <Field label={t("orders.confirm.landmark")} mark={t("form.optional")} hint={t("orders.confirm.landmarkHint")}>
        <TextInput name="landmark" defaultValue={landmark ?? ""} maxLength={maxLengths.landmark} dir="auto" />
      </Field>
      <Field label={t("orders.confirm.window")} mark={t("form.optional")}>
        <NativeSelect name="deliveryWindow" defaultValue="">
          <option value="">{t("orders.confirm.anyTime")}</option>
          {deliveryWindows.map((deliveryWindow) => (
            <option key={deliveryWindow} value={deliveryWindow}>
              {t(`orders.confirm.windows.${deliveryWindow}`)}
            </option>
          ))}
        </NativeSelect>
      </Field>
    </>
  );
}
