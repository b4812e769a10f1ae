import { type FieldMetadata, getInputProps, getSelectProps, getTextareaProps } from "@conform-to/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Field } from "#app/platform/ui/field.tsx";
import { NativeSelect, TextArea, TextInput, type TextInputProps } from "#app/platform/ui/text-input.tsx";

interface Common<Schema> {
  field: FieldMetadata<Schema>;
  label: string;
  hint?: ReactNode;
  /** The most characters it takes. */
  max?: number;
}

type LineProps<Schema> = Common<Schema> &
  Pick<TextInputProps, "ltr" | "inputMode" | "autoComplete"> & {
    type?: "text" | "tel" | "email" | "datetime-local";
    last?: string;
    needed?: boolean;
  };

/** One line of a report's form, with its label, hint and errors. */
export function LineField<Schema>(props: LineProps<Schema>) {
  const { field, label, hint, max, type = "text", last, needed = false, autoComplete = "off", ...rest } = props;
  const { t } = useTranslation();
  return (
    <Field id={field.id} label={label} hint={hint} errors={field.errors} mark={needed ? undefined : t("form.optional")}>
      <TextInput
        {...getInputProps(field, { type })}
        {...rest}
        max={last}
        maxLength={max}
        required={needed}
        autoComplete={autoComplete}
        dir={!rest.ltr && type === "text" ? "auto" : undefined}
      />
    </Field>
  );
}

/** Several lines of a report's form. */
export function ProseField<Schema>({ field, label, hint, max }: Common<Schema>) {
  const { t } = useTranslation();
  return (
    <Field id={field.id} label={label} hint={hint} errors={field.errors} mark={t("form.optional")}>
      <TextArea {...getTextareaProps(field)} maxLength={max} dir="auto" className="min-w-0 wrap-anywhere" />
    </Field>
  );
}

/** One of a few, or not known. */
export function ChoiceField<Schema>({
  field,
  label,
  unknown,
  options,
}: Common<Schema> & {
  /** The word for what nobody knows, and its value. */
  unknown: { value: string; label: string };
  options: readonly { value: string; label: string }[];
}) {
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
