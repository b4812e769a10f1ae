import { Field } from "#app/platform/ui/forms/field.tsx";
import { type FormField, getInputProps } from "#app/platform/ui/forms/form-fields.ts";
import { TextInput } from "#app/platform/ui/forms/text-input.tsx";

export function EmailField({
  field,
  label,
  autoComplete = "email",
}: {
  field: FormField<string>;
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
