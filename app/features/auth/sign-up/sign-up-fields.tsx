import { type FieldMetadata, getInputProps } from "@conform-to/react";
import { href, Link } from "react-router";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { TextInput } from "#app/platform/ui/forms/text-input.tsx";

interface NameFieldsProps {
  fields: { firstName: FieldMetadata<string>; lastName: FieldMetadata<string> };
  /** Focuses the first name on load. */
  autoFocus?: boolean;
}

/** Fields for the first and last name of a new account. */
export function NameFields({ fields, autoFocus }: NameFieldsProps) {
  const t = useT();
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field id={fields.firstName.id} label={t("accounts.fields.firstName")} errors={fields.firstName.errors}>
        <TextInput
          {...getInputProps(fields.firstName, { type: "text" })}
          key={fields.firstName.key}
          required
          autoComplete="given-name"
          autoFocus={autoFocus}
        />
      </Field>
      <Field
        id={fields.lastName.id}
        label={t("accounts.fields.lastName")}
        mark={t("form.optional")}
        errors={fields.lastName.errors}
      >
        <TextInput
          {...getInputProps(fields.lastName, { type: "text" })}
          key={fields.lastName.key}
          autoComplete="family-name"
        />
      </Field>
    </div>
  );
}

/** Notice of the terms that a new account agrees to, with links. */
export function TermsNote() {
  const t = useT();
  return (
    <p className="text-xs text-ink-3">
      {t("accounts.auth.acceptTerms")}{" "}
      <Link to={href("/terms")} className="link">
        {t("accounts.auth.terms")}
      </Link>
      {"\u00a0· "}
      <Link to={href("/privacy")} className="link">
        {t("accounts.auth.privacy")}
      </Link>
    </p>
  );
}
