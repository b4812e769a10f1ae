import { type FieldMetadata, getInputProps } from "@conform-to/react";
import type { ReactNode } from "react";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { TextInput } from "#app/platform/ui/forms/text-input.tsx";

interface CodeFieldProps {
  // The server parses a code into its kind and characters; in the browser it is the typed text.
  field: FieldMetadata<string>;
  label: ReactNode;
  /** Accepts only the six digits of an authenticator, so that phones show the numeric keyboard. */
  digitsOnly?: boolean;
  autoFocus?: boolean;
}

/** Field for an authenticator code or a recovery code. */
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
