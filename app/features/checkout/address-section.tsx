import { type FieldMetadata, getSelectProps } from "@conform-to/react";
import MapPin from "lucide-react/icons/map-pin";
import { useState } from "react";
import { maxLengths } from "#app/features/orders/orders.rules.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { governorates, homeCountry } from "#app/platform/map/governorates.ts";
import { Card } from "#app/platform/ui/card.tsx";
import { Checkbox } from "#app/platform/ui/forms/choice.tsx";
import { Field, FieldSet } from "#app/platform/ui/forms/field.tsx";
import { LineField } from "#app/platform/ui/forms/text-fields.tsx";
import { NativeSelect, OptionList, Options } from "#app/platform/ui/forms/text-input.tsx";
import type { CheckoutFields } from "./checkout.forms.server.ts";

type Address = Pick<
  CheckoutFields,
  "fullName" | "phone" | "country" | "governorate" | "state" | "city" | "address" | "landmark" | "zipCode"
>;
type Countries = readonly { value: string; label: string }[];
type Fields = { [Name in keyof Required<Address>]: FieldMetadata<Address[Name]> };

/** "Delivering to Egypt · change": the list of all countries stays folded until somebody needs another one. */
function CountryChoice({ field, countries }: { field: Fields["country"]; countries: Countries }) {
  const t = useT();
  const [chosen, setChosen] = useState(field.initialValue ?? homeCountry);
  const name = countries.find(({ value }) => value === chosen)?.label ?? "";
  return (
    <details open={Boolean(field.errors)} className="group/country sm:col-span-2">
      <summary className="inline-flex min-h-11 list-none flex-wrap items-center gap-x-2 text-sm [&::-webkit-details-marker]:hidden">
        <MapPin aria-hidden className="size-5 text-ink-3" />
        {t("checkout.deliveringTo", { country: name })}
        <span aria-hidden>·</span>
        <span className="link">{t("checkout.change")}</span>
      </summary>
      <Field id={field.id} label={t("checkout.country")} errors={field.errors} className="mt-2">
        <NativeSelect
          {...getSelectProps(field)}
          key={field.key}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          autoComplete="country"
        >
          <OptionList options={countries} />
        </NativeSelect>
      </Field>
    </details>
  );
}

/** Class names that show a field depending on the selected country, without JavaScript. */
const inEgypt = "hidden group-has-[option[value=EG]:checked]/checkout:grid";
const elsewhere = "group-has-[option[value=EG]:checked]/checkout:hidden";

export function AddressSection({ fields, countries }: { fields: Fields; countries: Countries }) {
  const t = useT();
  return (
    <Card as="section" id="address" className="scroll-mt-6">
      <FieldSet legend={t("checkout.address")} text={t("checkout.addressText")}>
        <div className="grid gap-5 sm:grid-cols-2">
          <LineField
            field={fields.fullName}
            label={t("checkout.fullName")}
            max={maxLengths.fullName}
            autoComplete="name"
            needed
          />
          <LineField
            field={fields.phone}
            label={t("checkout.phone")}
            hint={t("checkout.phoneHint")}
            max={40}
            type="tel"
            autoComplete="tel"
            ltr
            needed
          />
          <CountryChoice key={fields.country.key} field={fields.country} countries={countries} />
          <Field
            id={fields.governorate.id}
            label={t("checkout.governorate")}
            errors={fields.governorate.errors}
            className={inEgypt}
          >
            <NativeSelect {...getSelectProps(fields.governorate)} key={fields.governorate.key}>
              <option value="">{t("checkout.chooseGovernorate")}</option>
              <Options values={governorates} label={(governorate) => t(`checkout.governorates.${governorate}`)} />
            </NativeSelect>
          </Field>
          <LineField
            field={fields.state}
            label={t("checkout.state")}
            max={maxLengths.state}
            autoComplete="address-level1"
            className={elsewhere}
          />
          <LineField
            field={fields.city}
            label={t("checkout.city")}
            max={maxLengths.city}
            autoComplete="address-level2"
            needed
          />
          <LineField
            field={fields.zipCode}
            label={t("checkout.zipCode")}
            max={maxLengths.zipCode}
            autoComplete="postal-code"
            ltr
            className={elsewhere}
          />
        </div>
        <LineField
          field={fields.address}
          label={t("checkout.street")}
          max={maxLengths.street}
          autoComplete="address-line1"
          needed
        />
        <LineField
          field={fields.landmark}
          label={t("checkout.landmark")}
          hint={t("checkout.landmarkHint")}
          max={maxLengths.landmark}
        />
        <Checkbox name="keepAddress" defaultChecked label={t("checkout.keepAddress")} />
      </FieldSet>
    </Card>
  );
}
