import { type FieldMetadata, getFormProps, getInputProps, getSelectProps, useForm } from "@conform-to/react";
import type { ComponentProps } from "react";
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import type { FormAnswer } from "#app/platform/http/form.server.ts";
import { Field, FieldSet } from "#app/platform/ui/field.tsx";
import { FormErrors } from "#app/platform/ui/form-errors.tsx";
import { SubmitButton } from "#app/platform/ui/submit-button.tsx";
import { NativeSelect, TextInput } from "#app/platform/ui/text-input.tsx";
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
        <Line field={fields.firstName} name="firstName" required autoComplete="given-name" />
        <Line field={fields.lastName} name="lastName" autoComplete="family-name" />
        <Line
          field={fields.phone}
          name="phone"
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
        <Line field={fields.address} name="address" autoComplete="street-address" wide />
        <Line field={fields.city} name="city" autoComplete="address-level2" />
        <Line field={fields.state} name="state" autoComplete="address-level1" />
        <Line field={fields.zipCode} name="zipCode" autoComplete="postal-code" ltr inputMode="numeric" />
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

interface LineProps extends Omit<ComponentProps<typeof TextInput>, "name"> {
  field: FieldMetadata<string>;
  name: "firstName" | "lastName" | "phone" | "address" | "city" | "state" | "zipCode";
  hint?: string;
  wide?: boolean;
}

function Line({ field, name, hint, wide, type = "text", required, ...rest }: LineProps) {
  const { t } = useTranslation();
  const { key, ...props } = getInputProps(field, { type: type as "text" });
  return (
    <Field
      id={field.id}
      label={t(`accounts.fields.${name}`)}
      mark={required ? undefined : t("form.optional")}
      hint={hint}
      errors={field.errors}
      className={wide ? "sm:col-span-2" : undefined}
    >
      <TextInput {...props} key={key} required={required} {...rest} />
    </Field>
  );
}

function Options({ choices }: { choices: Choice[] }) {
  return choices.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}
