import Check from "lucide-react/icons/check";
import { type ComponentProps, type ReactNode, useId } from "react";
import { cx } from "../cx.ts";
import { FieldErrors } from "./field.tsx";
import { hintClass } from "./field-control.ts";

export interface ChoiceProps extends ComponentProps<"input"> {
  label: ReactNode;
  hint?: ReactNode;
  errors?: readonly ReactNode[];
}

function useChoice({ id, hint, errors, "aria-describedby": given, "aria-invalid": invalid }: ChoiceProps) {
  const made = useId();
  const own = id ?? made;
  const ids = [hint && `${own}-hint`, errors?.length && `${own}-error`, given].filter(Boolean).join(" ");
  const described = [...new Set(ids.split(" "))].join(" ");
  return {
    id: own,
    "aria-describedby": described || undefined,
    "aria-invalid": invalid ?? (errors?.length ? true : undefined),
  };
}

const box =
  "peer col-start-1 row-start-1 cursor-pointer appearance-none border-[1.5px] transition-colors hover:border-brand checked:border-brand checked:bg-brand aria-invalid:border-lost disabled:cursor-not-allowed disabled:opacity-50 forced-colors:appearance-auto";

export function Checkbox({ label, hint, errors, className, type: _, ...rest }: ChoiceProps) {
  const attributes = useChoice({ label, hint, errors, ...rest });
  return (
    <div className={cx("grid grid-cols-[auto_1fr] gap-x-3", className)}>
      <span className="grid h-[1.6em] place-items-center">
        <input
          {...rest}
          {...attributes}
          type="checkbox"
          className={cx(box, "size-6 rounded-[7px] border-edge bg-surface")}
        />
        <Check
          aria-hidden
          strokeWidth={3}
          className="pointer-events-none col-start-1 row-start-1 size-4 scale-50 text-brand-ink opacity-0 transition peer-checked:scale-100 peer-checked:opacity-100"
        />
      </span>
      <ChoiceText id={attributes.id} label={label} hint={hint} errors={errors} />
    </div>
  );
}

/** Native checkbox styled as a switch. */
export function Switch({ label, hint, errors, className, type: _, ...rest }: ChoiceProps) {
  const attributes = useChoice({ label, hint, errors, ...rest });
  return (
    <div className={cx("grid grid-cols-[1fr_auto] items-center gap-x-4", className)}>
      <ChoiceText id={attributes.id} label={label} hint={hint} errors={errors} />
      <span className="grid items-center">
        <input
          {...rest}
          {...attributes}
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox tells its own checked state
          role="switch"
          className={cx(box, "h-8 w-13 rounded-full border-edge bg-edge hover:bg-ink-3")}
        />
        <span
          aria-hidden="true"
          className="pointer-events-none col-start-1 row-start-1 ms-1 size-6 rounded-full bg-surface shadow-1 transition-transform peer-checked:translate-x-5 peer-checked:bg-brand-ink rtl:peer-checked:-translate-x-5 forced-colors:hidden"
        />
      </span>
    </div>
  );
}

function ChoiceText({ id, label, hint, errors }: Pick<ChoiceProps, "label" | "hint" | "errors"> & { id: string }) {
  return (
    <span className="grid gap-0.5">
      <label htmlFor={id} className="text-sm font-[550]">
        {label}
      </label>
      {hint && (
        <span id={`${id}-hint`} className={hintClass}>
          {hint}
        </span>
      )}
      <FieldErrors id={`${id}-error`} errors={errors} />
    </span>
  );
}
