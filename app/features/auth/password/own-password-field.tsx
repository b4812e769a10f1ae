import type { FieldMetadata } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { PasswordField } from "./password-field.tsx";

interface OwnPasswordFieldProps {
  field: FieldMetadata<string>;
  hasPassword: boolean;
}

/** The password again, before what a borrowed phone must not do; who has none reads what is asked instead. */
export function OwnPasswordField({ field, hasPassword }: OwnPasswordFieldProps) {
  const { t } = useTranslation();
  if (hasPassword) return <PasswordField field={field} label={t("accounts.fields.currentPassword")} />;
  return (
    <>
      {/* Never looked at: the account has nothing to compare it with. */}
      <input type="hidden" name={field.name} value="none" />
      <p className="text-sm text-ink-2">{t("accounts.settings.noPasswordHere")}</p>
    </>
  );
}
