import { type FieldMetadata, getInputProps } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { Field } from "#app/platform/ui/field.tsx";
import { PasswordInput } from "#app/platform/ui/password-input.tsx";
import { TextInput } from "#app/platform/ui/text-input.tsx";

export function EmailField({
  field,
  label,
  hint,
  autoFocus,
}: {
  field: FieldMetadata<string>;
  /** "E-mail" when it is not said. */
  label?: string;
  hint?: string;
  autoFocus?: boolean;
}) {
  const { t } = useTranslation();
  return (
    <Field id={field.id} label={label ?? t("accounts.fields.email")} hint={hint} errors={field.errors}>
      <TextInput
        {...getInputProps(field, { type: "email" })}
        key={field.key}
        required
        ltr
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus={autoFocus}
      />
    </Field>
  );
}

interface PasswordFieldProps {
  field: FieldMetadata<string>;
  label: string;
  isNew?: boolean;
  /** Says the rule that a new password must meet. */
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
