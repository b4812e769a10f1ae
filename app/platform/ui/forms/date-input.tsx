import { type ComponentProps, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatDate, formatDay } from "../../i18n/format.ts";
import type { Language } from "../../i18n/language.ts";
import { cx } from "../cx.ts";
import { controlClass, hintClass, useFieldControl } from "./field-control.ts";

export interface DateInputProps extends Omit<ComponentProps<"input">, "ref"> {
  type: "date" | "datetime-local";
}

/** Matches a complete date of a native field, with or without a time. */
const complete = /^\d{4}-\d\d-\d\d(T\d\d:\d\d)?/;

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
export function DateInput({ className, ...rest }: DateInputProps) {
  const id = useId();
  const { i18n } = useTranslation();
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
    <span className="grid min-w-0 grid-cols-1 gap-1">
      <input {...control} ref={input} className={cx(controlClass, "min-h-[50px]", className)} />
      <span id={id} className={cx(hintClass, "empty:hidden")}>
        {formatValue(value, i18n.language as Language)}
      </span>
    </span>
  );
}
