import CircleAlert from "lucide-react/icons/circle-exclamation-point";
import { type ReactNode, type SyntheticEvent, useId, useState } from "react";
import { useT } from "#app/platform/i18n/use-t.ts";
import { cx } from "../cx.ts";
import { errorClass, FieldContext, hintClass } from "./field-control.ts";

export interface FieldProps {
  label: ReactNode;
  /** The control's id, if it has one (Conform's `fields.x.id`). */
  id?: string;
  hint?: ReactNode;
  errors?: readonly ReactNode[];
  /** Message for an empty required control, instead of the default. */
  requiredMessage?: ReactNode;
  /** Short note after the label, such as “optional”. */
  mark?: ReactNode;
  hideLabel?: boolean;
  className?: string;
  children: ReactNode;
}

/** A label, one control, its hint and errors, linked for screen readers. */
export function Field(props: FieldProps) {
  const { label, id, hint, requiredMessage, mark, hideLabel, className, children } = props;
  const made = useId();
  const native = useNativeErrors(requiredMessage);
  const errors = native.errors ?? props.errors;
  const controlId = id ?? made;
  const invalid = Boolean(errors?.length);
  const describedBy = cx(hint ? `${controlId}-hint` : null, invalid && `${controlId}-error`) || undefined;
  return (
    <div {...native.watch} className={cx("grid min-w-0 grid-cols-1 content-start gap-1.5", className)}>
      <label
        htmlFor={controlId}
        className={hideLabel ? "sr-only" : "flex items-baseline gap-2 text-sm font-[550] text-ink"}
      >
        {label}
        {mark && <span className="shrink-0 text-xs font-normal whitespace-nowrap text-ink-3">{mark}</span>}
      </label>
      <FieldContext value={{ id: controlId, describedBy, invalid }}>{children}</FieldContext>
      {hint && (
        <p id={`${controlId}-hint`} className={hintClass}>
          {hint}
        </p>
      )}
      <FieldErrors id={`${controlId}-error`} errors={errors} />
    </div>
  );
}

/** Error messages below a control. */
export function FieldErrors({ id, errors }: { id: string; errors?: readonly ReactNode[] }) {
  if (!errors?.length) return null;
  return (
    <div id={id} data-rejection="" className="grid animate-rise gap-1">
      {errors.map((error, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: messages have no identity and are always replaced together
        <p key={index} className={errorClass}>
          <CircleAlert aria-hidden className="mt-[.22em] size-3.5 shrink-0" />
          <span>{typeof error === "string" ? error : error}</span>
        </p>
      ))}
    </div>
  );
}

/** Titled group of fields. */
export function FieldSet({
  legend,
  text,
  className,
  children,
}: {
  legend: ReactNode;
  text?: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  return (
    <fieldset className="min-w-0">
      <legend className="heading text-lg">{legend}</legend>
      {text && <p className="mt-1 text-sm text-ink-2">{text}</p>}
      <div className={cx("mt-4 grid grid-cols-1 gap-5", className)}>{children}</div>
    </fieldset>
  );
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/**
 * Shows the browser's validation errors next to the field in the page's language, instead of the browser's bubble.
 * `watch` belongs on the element around the control. The first invalid control of a form is focused.
 */
export function useNativeErrors(requiredMessage?: ReactNode) {
  const t = useT();
  const [problem, setProblem] = useState<"missing" | "invalid" | null>(null);
  const message = problem === "missing" ? (requiredMessage ?? t("form.required")) : t("form.invalid");
  return {
    errors: problem ? [message] : undefined,
    watch: {
      onInvalidCapture(event: SyntheticEvent) {
        event.preventDefault();
        const control = event.target as Control;
        setProblem(control.validity.valueMissing ? "missing" : "invalid");
        if (control.form?.querySelector("input:invalid, select:invalid, textarea:invalid") === control) control.focus();
      },
      onChangeCapture: () => setProblem(null),
    },
  };
}
