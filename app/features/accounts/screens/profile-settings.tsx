import { type FieldMetadata, getFormProps, getSelectProps, useForm } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import type { FormAnswer } from "#app/platform/http/form.server.ts";
import { Field, FieldSet } from "#app/platform/ui/field.tsx";
import { FormErrors } from "#app/platform/ui/form-errors.tsx";
import { SubmitButton } from "#app/platform/ui/submit-button.tsx";
import { LineField } from "#app/platform/ui/text-fields.tsx";
import { NativeSelect } from "#app/platform/ui/text-input.tsx";
import type { Choice } from "../countries.server.ts";
import type { getProfile } from "../profile.server.ts";

type Profile = Awaited<ReturnType<typeof getProfile>>;

interface Props {
  profile: Profile;
  countries: Choice[];
  timeZones: Choice[];
  answer: FormAnswer | undefined;
}

export function ProfileSettings({ profile, countries, timeZones, answer }: Props) {
  const { t } = useTranslation();
  const [form, fields] = useForm<Record<keyof Profile, string>>({
    id: "profile",
    lastResult: answer?.form,
    shouldValidate: "onSubmit",
    defaultValue: profile,
  });
  const select = (field: FieldMetadata<string>) => {
    const { key: _, ...props } = getSelectProps(field);
    return props;
  };
  return (
    <Form method="post" {...getFormProps(form)} className="grid gap-7">
      <FormErrors title={t("form.checkThese")} errors={(form.errors ?? []).map((message) => ({ message }))} />
      <div className="grid gap-5 sm:grid-cols-2">
        <LineField field={fields.firstName} label={t("accounts.fields.firstName")} needed autoComplete="given-name" />
        <LineField field={fields.lastName} label={t("accounts.fields.lastName")} autoComplete="family-name" />
        <LineField
          field={fields.phone}
          label={t("accounts.fields.phone")}
          hint={t("accounts.settings.phoneText")}
          type="tel"
          ltr
          autoComplete="tel"
        />
      </div>
      <FieldSet
        legend={t("accounts.settings.address")}
        text={t("accounts.settings.addressText")}
        className="sm:grid-cols-2"
      >
        <LineField
          field={fields.address}
          label={t("accounts.fields.address")}
          autoComplete="street-address"
          className="sm:col-span-2"
        />
        <LineField field={fields.city} label={t("accounts.fields.city")} autoComplete="address-level2" />
        <LineField field={fields.state} label={t("accounts.fields.state")} autoComplete="address-level1" />
        <LineField
          field={fields.zipCode}
          label={t("accounts.fields.zipCode")}
          autoComplete="postal-code"
          ltr
          inputMode="numeric"
        />
        <Field
          id={fields.country.id}
          label={t("accounts.fields.country")}
          mark={t("form.optional")}
          errors={fields.country.errors}
        >
          <NativeSelect {...select(fields.country)} key={fields.country.key} autoComplete="country">
            <option value="">{t("accounts.settings.noCountry")}</option>
            <Options choices={countries} />
          </NativeSelect>
        </Field>
      </FieldSet>
      <FieldSet legend={t("accounts.settings.time")}>
        <Field
          id={fields.timeZone.id}
          label={t("accounts.fields.timeZone")}
          hint={t("accounts.settings.timeZoneText")}
          errors={fields.timeZone.errors}
        >
          <NativeSelect {...select(fields.timeZone)} key={fields.timeZone.key}>
            <Options choices={timeZones} />
          </NativeSelect>
        </Field>
      </FieldSet>
      <SubmitButton name="intent" value="profile" className="justify-self-start">
        {t("form.save")}
      </SubmitButton>
    </Form>
  );
}

function Options({ choices }: { choices: Choice[] }) {
  return choices.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}
