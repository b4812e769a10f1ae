import { type FieldMetadata, getInputProps } from "@conform-to/react";
import Eye from "lucide-react/icons/eye";
import EyeOff from "lucide-react/icons/eye-off";
import { type ComponentProps, useEffect, useState } from "react";
import { useT } from "#app/platform/i18n/use-t.ts";
import { cx } from "#app/platform/ui/cx.ts";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { controlClass, useFieldControl } from "#app/platform/ui/forms/field-control.ts";

interface PasswordFieldProps {
  field: FieldMetadata<string>;
  label: string;
  isNew?: boolean;
  /** Shows the rule for new passwords. */
  withRule?: boolean;
}

interface PasswordInputProps extends Omit<ComponentProps<"input">, "type"> {
  type?: string;
  showLabel: string;
  hideLabel: string;
}

/** Password input with a button to show the password; without JavaScript there is no button. */
function PasswordInput({ showLabel, hideLabel, className, type: _, ...rest }: PasswordInputProps) {
  const control = useFieldControl(rest);
  const [shown, setShown] = useState(false);
  const [awake, setAwake] = useState(false);
  useEffect(() => setAwake(true), []);
  const Icon = shown ? EyeOff : Eye;
  return (
    <span className="relative block">
      <input
        autoCapitalize="none"
        spellCheck={false}
        {...control}
        dir="ltr"
        type={shown ? "text" : "password"}
        className={cx(controlClass, "min-h-[50px] pe-13 rtl:ps-13 rtl:pe-3.5 rtl:text-end", className)}
      />
      {awake && (
        <button
          type="button"
          aria-label={shown ? hideLabel : showLabel}
          onClick={() => setShown(!shown)}
          className="absolute inset-y-0 end-1 my-auto grid size-11 place-items-center rounded-full text-ink-3 transition-colors hover:text-ink focus-visible:outline-offset-0"
        >
          <Icon aria-hidden className="size-5" />
        </button>
      )}
    </span>
  );
}

export function PasswordField({ field, label, isNew, withRule }: PasswordFieldProps) {
  const t = useT();
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

interface OwnPasswordFieldProps {
  field: FieldMetadata<string>;
  hasPassword: boolean;
}

/**
 * Password field for actions that must not be possible with a borrowed phone; an account without a password gets an
 * explanation instead.
 */
export function OwnPasswordField({ field, hasPassword }: OwnPasswordFieldProps) {
  const t = useT();
  if (hasPassword) return <PasswordField field={field} label={t("accounts.fields.currentPassword")} />;
  return (
    <>
      {/* Required by the form, but never checked: the account has no password. */}
      <input type="hidden" name={field.name} value="none" />
      <p className="text-sm text-ink-2">{t("accounts.noPasswordHere")}</p>
    </>
  );
}
