import { type FieldMetadata, getInputProps } from "@conform-to/react";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { TextInput } from "#app/platform/ui/forms/text-input.tsx";

export function EmailField({
  field,
  label,
  hint,
  autoFocus,
  autoComplete = "email",
}: {
  field: FieldMetadata<string>;
  label: string;
  hint?: string;
  autoFocus?: boolean;
  autoComplete?: string;
}) {
  return (
    <Field id={field.id} label={label} hint={hint} errors={field.errors}>
      <TextInput
        {...getInputProps(field, { type: "email" })}
        key={field.key}
        required
        ltr
        autoComplete={autoComplete}
        autoCapitalize="none"
        spellCheck={false}
        autoFocus={autoFocus}
      />
    </Field>
  );
}
