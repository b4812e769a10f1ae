import { type FieldMetadata, getInputProps } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { PasswordInput } from "#app/platform/ui/forms/password-input.tsx";

interface PasswordFieldProps {
  field: FieldMetadata<string>;
  label: string;
  isNew?: boolean;
  /** Shows the rule for new passwords. */
  withRule?: boolean;
}

export function PasswordField({ field, label, isNew, withRule }: PasswordFieldProps) {
  const { t } = useTranslation();
  return (
    <Field
      id={field.id}
      label={label}
      hint={withRule ? t("accounts.fields.passwordRule") : undefined}
      errors={field.errors}
    >
      <PasswordInput
        {...getInputProps(field, { type: "password", value: false })}
        key={field.key}
        required
        autoComplete={isNew ? "new-password" : "current-password"}
        showLabel={t("accounts.fields.showPassword")}
        hideLabel={t("accounts.fields.hidePassword")}
      />
    </Field>
  );
}
