import { type FieldMetadata, getInputProps, getTextareaProps } from "@conform-to/react";
import type { ReactNode } from "react";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Field } from "./field.tsx";
import { TextArea, TextInput, type TextInputProps } from "./text-input.tsx";

interface Common<Schema> {
  field: FieldMetadata<Schema>;
  label: ReactNode;
  hint?: ReactNode;
  /** Maximum number of characters. */
  max?: number;
  /** Whether the field is required; optional fields are marked. */
  needed?: boolean;
  className?: string;
}

type LineProps<Schema> = Common<Schema> &
  Pick<TextInputProps, "ltr" | "inputMode" | "autoComplete" | "min"> & {
    type?: "text" | "date" | "datetime-local" | "time" | "tel" | "email";
    /** Latest date or time. */
    last?: string;
  };

/** One-line input with label, hint and errors. */
export function LineField<Schema>(props: LineProps<Schema>) {
  const {
    field,
    label,
    hint,
    max,
    type = "text",
    last,
    needed = false,
    autoComplete = "off",
    className,
    ...rest
  } = props;
  const t = useT();
  const { key, ...input } = getInputProps(field, { type });
  return (
    <Field
      id={field.id}
      label={label}
      hint={hint}
      errors={field.errors}
      mark={needed ? undefined : t("form.optional")}
      className={className}
    >
      <TextInput
        {...input}
        {...rest}
        key={key}
        max={last}
        maxLength={max}
        required={needed}
        autoComplete={autoComplete}
        dir={!rest.ltr && type === "text" ? "auto" : undefined}
      />
    </Field>
  );
}

/** Multi-line input with label, hint and errors. */
export function ProseField<Schema>({ field, label, hint, max, needed = false, className }: Common<Schema>) {
  const t = useT();
  const { key, ...area } = getTextareaProps(field);
  return (
    <Field
      id={field.id}
      label={label}
      hint={hint}
      errors={field.errors}
      mark={needed ? undefined : t("form.optional")}
      className={className}
    >
      <TextArea {...area} key={key} maxLength={max} required={needed} dir="auto" className="min-w-0 wrap-anywhere" />
    </Field>
  );
}
