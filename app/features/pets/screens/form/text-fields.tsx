import { type FieldMetadata, getInputProps, getTextareaProps } from "@conform-to/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Field } from "#app/platform/ui/field.tsx";
import { TextArea, TextInput, type TextInputProps } from "#app/platform/ui/text-input.tsx";

interface Common<Schema> {
  field: FieldMetadata<Schema>;
  label: string;
  hint?: ReactNode;
  /** The most characters it takes. */
  max?: number;
}

type LineProps<Schema> = Common<Schema> &
  Pick<TextInputProps, "ltr" | "inputMode" | "autoComplete" | "min"> & {
    type?: "text" | "date" | "tel" | "email";
    last?: string;
    needed?: boolean;
  };

/** One line of a pet's form, with its label, hint and errors. */
export function LineField<Schema>(props: LineProps<Schema>) {
  const { field, label, hint, max, type = "text", last, needed = false, autoComplete = "off", ...rest } = props;
  const { t } = useTranslation();
  return (
    <Field id={field.id} label={label} hint={hint} errors={field.errors} mark={needed ? undefined : t("pets.optional")}>
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

/** Several lines of a pet's form. */
export function ProseField<Schema>({ field, label, hint, max }: Common<Schema>) {
  return (
    <Field id={field.id} label={label} hint={hint} errors={field.errors}>
      <TextArea {...getTextareaProps(field)} maxLength={max} dir="auto" className="min-w-0 wrap-anywhere" />
    </Field>
  );
}
