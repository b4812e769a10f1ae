import ChevronDown from "lucide-react/icons/chevron-down";
import type { ComponentProps, ReactNode } from "react";
import { cx } from "../cx.ts";
import { DateInput } from "./date-input.tsx";
import { controlClass, useFieldControl } from "./field-control.ts";

export interface TextInputProps extends ComponentProps<"input"> {
  /** For left-to-right content (codes, phone numbers, e-mail addresses), aligned to the page's start. */
  ltr?: boolean;
  icon?: ReactNode;
}

/** The typed text has its own direction, while icon, padding and placeholder follow the page. */
const asWritten = "[unicode-bidi:plaintext]";
const ownDirection = (dir: string | undefined) => (dir === "auto" ? undefined : dir);

/** One-line input; a date input also shows the date in the page's language. */
export function TextInput(props: TextInputProps) {
  const { type, ltr: _ltr, icon: _icon, ref: _ref, ...rest } = props;
  if (type === "date" || type === "datetime-local") return <DateInput {...rest} type={type as "date"} />;
  return <PlainInput {...props} />;
}

function PlainInput({ ltr, icon, className, ...rest }: TextInputProps) {
  const control = useFieldControl(rest);
  const input = (
    <input
      {...control}
      dir={ltr ? "ltr" : ownDirection(control.dir)}
      className={cx(
        controlClass,
        control.dir === "auto" && asWritten,
        "min-h-[50px]",
        ltr && "tabular-nums rtl:text-end",
        icon ? (ltr ? "ps-11 rtl:ps-3.5 rtl:pe-11" : "ps-11") : null,
        className,
      )}
    />
  );
  if (!icon) return input;
  return (
    <span className="relative block">
      {input}
      <span
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 start-0 grid w-11 place-items-center text-ink-3 *:size-5"
      >
        {icon}
      </span>
    </span>
  );
}

/** Text area that grows with its content. */
export function TextArea({ className, rows = 3, ...rest }: ComponentProps<"textarea">) {
  const control = useFieldControl(rest);
  return (
    <textarea
      {...control}
      dir={ownDirection(control.dir)}
      rows={rows}
      className={cx(
        controlClass,
        control.dir === "auto" && asWritten,
        "field-sizing-content max-h-[60vh] min-h-[6.5rem] resize-y leading-normal",
        className,
      )}
    />
  );
}

export function NativeSelect({ className, children, ...rest }: ComponentProps<"select">) {
  const control = useFieldControl(rest);
  return (
    <span className={cx("relative block", className)}>
      <select {...control} className={cx(controlClass, "min-h-[50px] cursor-pointer appearance-none truncate pe-11")}>
        {children}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute inset-y-0 end-3.5 my-auto size-5 text-ink-3 forced-colors:hidden"
      />
    </span>
  );
}
