import { type FieldMetadata, getInputProps } from "@conform-to/react";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { TextInput } from "#app/platform/ui/forms/text-input.tsx";

export function EmailField({
  field,
  label,
  autoComplete = "email",
}: {
  field: FieldMetadata<string>;
  label: string;
  autoComplete?: string;
}) {
  return (
    <Field id={field.id} label={label} errors={field.errors}>
      <TextInput
        {...getInputProps(field, { type: "email" })}
        key={field.key}
        required
        ltr
        autoComplete={autoComplete}
        autoCapitalize="none"
        spellCheck={false}
      />
    </Field>
  );
}
