import { type FieldMetadata, getInputProps } from "@conform-to/react";
import type { ReactNode } from "react";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { TextInput } from "#app/platform/ui/forms/text-input.tsx";

interface CodeFieldProps {
  // A code is read into its kind and its signs on the server; in the browser it is what was typed.
  field: FieldMetadata<string>;
  label: ReactNode;
  /** Six digits of an app alone: phones then show digits. */
  digitsOnly?: boolean;
  autoFocus?: boolean;
}

/** Where a code of an app or a recovery code is typed. */
export function CodeField({ field, label, digitsOnly, autoFocus }: CodeFieldProps) {
  return (
    <Field id={field.id} label={label} errors={field.errors}>
      <TextInput
        {...getInputProps(field, { type: "text" })}
        key={field.key}
        required
        ltr
        inputMode={digitsOnly ? "numeric" : "text"}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        autoFocus={autoFocus}
        className="tracking-[.12em]"
      />
    </Field>
  );
}
