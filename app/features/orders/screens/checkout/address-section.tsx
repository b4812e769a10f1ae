import { type FieldMetadata, getInputProps, getSelectProps } from "@conform-to/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Card } from "#app/platform/ui/card.tsx";
import { Checkbox } from "#app/platform/ui/choice.tsx";
import { Field, FieldSet } from "#app/platform/ui/field.tsx";
import { NativeSelect, TextInput, type TextInputProps } from "#app/platform/ui/text-input.tsx";
import type { CheckoutFields } from "../../orders.forms.server.ts";
import { longest } from "../../orders.rules.ts";
import { governorates } from "../../places.rules.ts";

type Fields = { [Name in keyof Required<CheckoutFields>]: FieldMetadata<CheckoutFields[Name]> };

function Line({
  field,
  label,
  hint,
  max,
  needed = true,
  className,
  ...rest
}: {
  field: FieldMetadata<string> | FieldMetadata<string | undefined>;
  label: string;
  hint?: ReactNode;
  max?: number;
  needed?: boolean;
  className?: string;
} & Pick<TextInputProps, "autoComplete" | "ltr" | "inputMode">) {
  const { t } = useTranslation();
  const mark = needed ? undefined : t("form.optional");
  return (
    <Field id={field.id} label={label} hint={hint} mark={mark} errors={field.errors} className={className}>
      <TextInput
        {...getInputProps(field as FieldMetadata<string>, { type: rest.inputMode === "tel" ? "tel" : "text" })}
        {...rest}
        key={field.key}
        maxLength={max}
        required={needed}
        dir={rest.ltr ? undefined : "auto"}
      />
    </Field>
  );
}

/** Which of two fields stands there is decided by the chosen country, in the style sheet, so that it needs no script. */
const inEgypt = "hidden group-has-[option[value=EG]:checked]/checkout:grid";
const elsewhere = "group-has-[option[value=EG]:checked]/checkout:hidden";

export function AddressSection({
  fields,
  countries,
}: {
  fields: Fields;
  countries: { value: string; label: string }[];
}) {
  const { t } = useTranslation();
  return (
    <Card as="section">
      <FieldSet legend={t("checkout.address")} text={t("checkout.addressText")}>
        <div className="grid gap-5 sm:grid-cols-2">
          <Line field={fields.fullName} label={t("checkout.fullName")} max={longest.fullName} autoComplete="name" />
          <Line
            field={fields.phone}
            label={t("checkout.phone")}
            hint={t("checkout.phoneHint")}
            max={40}
            inputMode="tel"
            autoComplete="tel"
            ltr
          />
          <Field id={fields.country.id} label={t("checkout.country")} errors={fields.country.errors}>
            <NativeSelect {...getSelectProps(fields.country)} key={fields.country.key} autoComplete="country">
              {countries.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </NativeSelect>
          </Field>
          <Field
            id={fields.governorate.id}
            label={t("checkout.governorate")}
            errors={fields.governorate.errors}
            className={inEgypt}
          >
            <NativeSelect {...getSelectProps(fields.governorate)} key={fields.governorate.key}>
              <option value="">{t("checkout.chooseGovernorate")}</option>
              {governorates.map((one) => (
                <option key={one} value={one}>
                  {t(`checkout.governorates.${one}`)}
                </option>
              ))}
            </NativeSelect>
          </Field>
          <Line
            field={fields.state}
            label={t("checkout.state")}
            max={longest.state}
            needed={false}
            autoComplete="address-level1"
            className={elsewhere}
          />
          <Line field={fields.city} label={t("checkout.city")} max={longest.city} autoComplete="address-level2" />
          <Line
            field={fields.zipCode}
            label={t("checkout.zipCode")}
            max={longest.zipCode}
            needed={false}
            autoComplete="postal-code"
            ltr
            className={elsewhere}
          />
        </div>
        <Line field={fields.address} label={t("checkout.street")} max={longest.street} autoComplete="street-address" />
        <Line
          field={fields.landmark}
          label={t("checkout.landmark")}
          hint={t("checkout.landmarkHint")}
          max={longest.landmark}
          needed={false}
          autoComplete="off"
        />
        <Checkbox name="keepAddress" defaultChecked label={t("checkout.keepAddress")} />
      </FieldSet>
    </Card>
  );
}
