import { type ComponentProps, type ReactNode, useId } from "react";
import { cx } from "../cx.ts";
import { FieldErrors, useNativeErrors } from "./field.tsx";
import { hintClass } from "./field-control.ts";

export interface RadioCard {
  value: string;
  title: ReactNode;
  text?: ReactNode;
  icon?: ReactNode;
  /** Content at the end of the card, such as a price or chip. */
  aside?: ReactNode;
}

/** Part of the choices under a head of its own. */
export interface RadioGroup {
  key: string;
  head: ReactNode;
  options: readonly RadioCard[];
}

export interface RadioCardsProps extends Omit<ComponentProps<"input">, "children" | "defaultValue" | "value"> {
  legend: ReactNode;
  hideLegend?: boolean;
  hint?: ReactNode;
  errors?: readonly ReactNode[];
  defaultValue?: string;
  options?: readonly RadioCard[];
  /** Instead of `options`: groups side by side, one below the other where space is narrow. */
  groups?: readonly RadioGroup[];
  columns?: 1 | 2 | 3 | 4;
  /** Where space is narrow, all in one row (if the text is not enlarged), each with its icon above its title. */
  stacked?: boolean;
}

const rows = {
  1: "",
  2: "@max-2xl:gap-2 grid-cols-2 @max-[10rem]:grid-cols-1",
  3: "@max-2xl:gap-2 grid-cols-3 @max-[14rem]:grid-cols-1",
  4: "@max-2xl:gap-2 grid-cols-4 @max-[14rem]:grid-cols-2",
};
const grids = {
  1: "",
  2: "@md:grid-cols-2",
  3: "@xl:grid-cols-3",
  4: "grid-cols-[repeat(auto-fit,minmax(min(100%,7rem),1fr))] @xl:grid-cols-4",
};

/** Radio buttons styled as cards. */
export function RadioCards(props: RadioCardsProps) {
  const {
    legend,
    hideLegend,
    hint,
    errors: given,
    options = [],
    groups,
    columns = 1,
    stacked = false,
    defaultValue,
    className,
    id,
    type: _,
    ...rest
  } = props;
  const { "aria-describedby": describedBy, "aria-invalid": invalid, ...native } = rest;
  const { errors = given, watch } = useNativeErrors();
  const made = useId();
  const own = id ?? made;
  const first = (groups?.[0]?.options ?? options)[0]?.value;
  const optionOf = (option: RadioCard) => {
    const optionId = option.value === first ? own : `${own}-${option.value}`;
    return (
      <Option
        key={option.value}
        id={optionId}
        option={option}
        stacked={stacked}
        invalid={Boolean(errors?.length || invalid)}
      >
        <input
          {...native}
          type="radio"
          id={optionId}
          value={option.value}
          defaultChecked={defaultValue === undefined ? undefined : defaultValue === option.value}
          disabled={native.disabled}
          className="size-5.5 shrink-0 cursor-pointer appearance-none rounded-full border-[1.5px] border-edge bg-surface transition-[border-width] checked:border-[6.5px] checked:border-brand focus-visible:outline-none forced-colors:appearance-auto"
        />
      </Option>
    );
  };
  const ids = [hint && `${own}-hint`, errors?.length && `${own}-error`, describedBy].filter(Boolean).join(" ");
  return (
    <fieldset
      {...watch}
      aria-describedby={[...new Set(ids.split(" "))].join(" ") || undefined}
      className={cx("grid min-w-0 gap-1.5", (columns > 1 || groups) && "@container grid-cols-1", className)}
    >
      <legend className={hideLegend ? "sr-only" : "mb-1.5 text-sm font-[550]"}>{legend}</legend>
      {groups ? (
        <div className="grid gap-4 @2xl:grid-cols-2">
          {groups.map(({ key, head, options }) => (
            <div key={key} className="grid content-start gap-3 rounded-2 border border-line bg-sunken/60 p-4">
              {head}
              <div className="grid gap-2">{options.map(optionOf)}</div>
            </div>
          ))}
        </div>
      ) : (
        <div className={cx("grid gap-3", stacked ? rows[columns] : grids[columns])}>{options.map(optionOf)}</div>
      )}
      {hint && (
        <p id={`${own}-hint`} className={hintClass}>
          {hint}
        </p>
      )}
      <FieldErrors id={`${own}-error`} errors={errors} />
    </fieldset>
  );
}

interface OptionProps {
  id: string;
  option: RadioCard;
  stacked: boolean;
  invalid: boolean;
  children: ReactNode;
}

function Option({ id, option, stacked, invalid, children }: OptionProps) {
  return (
    <label
      htmlFor={id}
      className={cx(
        "flex cursor-pointer items-center gap-2 rounded-2 border-[1.5px] bg-surface p-3 transition-colors hover:border-edge max-[26rem]:gap-1.5 max-[26rem]:px-2.5 sm:gap-3 sm:p-4",
        "has-checked:border-brand has-checked:bg-brand-soft has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-brand",
        "has-disabled:cursor-not-allowed has-disabled:bg-sunken has-disabled:text-ink-3 has-disabled:hover:border-line",
        // Large text leaves no room beside the words.
        option.aside ? "flex-wrap" : null,
        stacked &&
          "@max-2xl:relative @max-2xl:flex-col @max-2xl:justify-start @max-2xl:px-1! @max-2xl:text-center @max-2xl:[&>input]:absolute @max-2xl:[&>input]:start-1 @max-2xl:[&>input]:top-1 @max-2xl:[&>input]:size-4.5",
        invalid ? "border-lost" : "border-line",
      )}
    >
      {children}
      {option.icon && <span className="shrink-0 text-brand *:size-6 max-[26rem]:*:size-5">{option.icon}</span>}
      <span
        className={cx(
          "grid min-w-0",
          option.aside ? "flex-[1_1_6rem]" : "flex-1",
          stacked && "@max-2xl:leading-snug @max-2xl:*:text-xs",
        )}
      >
        <span className="text-sm font-semibold">{option.title}</span>
        {option.text && <span className="text-xs text-ink-2">{option.text}</span>}
      </span>
      {option.aside}
    </label>
  );
}
