import ChevronDown from "lucide-react/icons/chevron-down";
import { type ComponentProps, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useWords } from "#app/platform/i18n/use-t.ts";
import { formatDate, formatDay } from "../../i18n/format.ts";
import type { Language } from "../../i18n/language.ts";
import { cx } from "../cx.ts";
import { controlClass, hintClass, useFieldControl } from "./field-control.ts";

export interface TextInputProps extends ComponentProps<"input"> {
  /** For left-to-right content (codes, phone numbers, e-mail addresses), aligned to the page's start. */
  ltr?: boolean;
  icon?: ReactNode;
}

/**
 * The typed text has its own direction, while icon, padding and placeholder follow the page. Not in an empty field:
 * Firefox places a placeholder that does not fit outside of it.
 */
const asWritten = "not-placeholder-shown:[unicode-bidi:plaintext]";
const ownDirection = (dir: string | undefined) => (dir === "auto" ? undefined : dir);

interface DateInputProps extends Omit<ComponentProps<"input">, "ref"> {
  type: "date" | "datetime-local";
}

/** Matches a complete date of a native field, with or without a time. */
const complete = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?)?$/;

/** Returns the date in words; empty for an incomplete or impossible one, which only a URL or a script can contain. */
function formatValue(value: string, language: Language): string {
  if (!complete.test(value) || Number.isNaN(Date.parse(value.slice(0, 16)))) return "";
  return value.includes("T")
    ? formatDate(`${value.slice(0, 16)}:00Z`, language, "UTC", "dateTime")
    : formatDay(value, language);
}

/**
 * Native date field, with the date written in the page's language below it: the field itself uses the browser's format,
 * in which 3/4 may be March or April.
 */
function DateInput({ className, ...rest }: DateInputProps) {
  const id = useId();
  const { language } = useWords();
  const input = useRef<HTMLInputElement>(null);
  const [value, setValue] = useState(String(rest.value ?? rest.defaultValue ?? ""));
  const control = useFieldControl({ ...rest, "aria-describedby": cx(rest["aria-describedby"], id) });

  useEffect(() => {
    const element = input.current;
    if (!element) return;
    const { form } = element;
    const read = () => setValue(element.value);
    const readLater = () => void setTimeout(read);
    read();
    element.addEventListener("input", read);
    element.addEventListener("change", read);
    form?.addEventListener("reset", readLater);
    return () => {
      element.removeEventListener("input", read);
      element.removeEventListener("change", read);
      form?.removeEventListener("reset", readLater);
    };
  }, []);

  return (
    <span className="grid min-w-0 grow grid-cols-1 gap-1">
      <input {...control} ref={input} className={cx(controlClass, "flex! min-h-[50px] items-center", className)} />
      <span id={id} className={cx(hintClass, "empty:hidden")}>
        {formatValue(value, language)}
      </span>
    </span>
  );
}

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
        "field-sizing-content max-h-[60vh] min-h-26 resize-y leading-normal",
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

/** Options of a select, each with its own words. */
export function OptionList({ options }: { options: readonly { value: string | number; label: ReactNode }[] }) {
  return options.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}

interface OptionsProps<Value extends string | number> {
  values: readonly Value[];
  label(value: Value): string;
}

/** Options of a select, one for each value. */
export function Options<Value extends string | number>({ values, label }: OptionsProps<Value>) {
  return <OptionList options={values.map((value) => ({ value, label: label(value) }))} />;
}
