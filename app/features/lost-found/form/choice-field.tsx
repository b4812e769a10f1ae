import { type FieldMetadata, getSelectProps } from "@conform-to/react";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { NativeSelect } from "#app/platform/ui/forms/text-input.tsx";

interface Option {
  value: string;
  label: string;
}

interface Props<Schema> {
  field: FieldMetadata<Schema>;
  label: string;
  /** Option for "unknown". */
  unknown: Option;
  options: readonly Option[];
}

/** Select with a few values and "unknown". */
export function ChoiceField<Schema>({ field, label, unknown, options }: Props<Schema>) {
  return (
    <Field id={field.id} label={label} errors={field.errors}>
      <NativeSelect {...getSelectProps(field)}>
        {[unknown, ...options].map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </NativeSelect>
    </Field>
  );
}
