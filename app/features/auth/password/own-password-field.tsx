import type { FieldMetadata } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { PasswordField } from "./password-field.tsx";

interface OwnPasswordFieldProps {
  field: FieldMetadata<string>;
  hasPassword: boolean;
}

/**
 * Password field for actions that must not be possible with a borrowed phone; an account without a password gets an
 * explanation instead.
 */
export function OwnPasswordField({ field, hasPassword }: OwnPasswordFieldProps) {
  const { t } = useTranslation();
  if (hasPassword) return <PasswordField field={field} label={t("accounts.fields.currentPassword")} />;
  return (
    <>
      {/* Required by the form, but never checked: the account has no password. */}
      <input type="hidden" name={field.name} value="none" />
      <p className="text-sm text-ink-2">{t("accounts.settings.noPasswordHere")}</p>
    </>
  );
}
