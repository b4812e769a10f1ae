import X from "lucide-react/icons/x";
import type { ReactNode } from "react";
import { Link, useSearchParams } from "react-router";
import { cx } from "../cx.ts";

/** Returns the class names of a filter chip, for a button that must look like one. */
export const chipClass = (isOn: boolean) =>
  cx(
    "inline-flex min-h-11 items-center gap-1.5 rounded-full border px-3.5 text-sm whitespace-nowrap *:[svg]:size-4",
    isOn
      ? "border-brand bg-brand-soft font-semibold text-brand-deep"
      : "border-line bg-surface text-ink-2 hover:border-edge hover:text-ink",
  );

/** Link that filters a list; if it is active, it removes the filter. */
export function FilterChip({
  to,
  isOn,
  icon,
  isFixed = false,
  children,
}: {
  to: string;
  isOn: boolean;
  icon?: ReactNode;
  /** Whether one of the values is always selected, so that an active chip does not remove the filter. */
  isFixed?: boolean;
  children: ReactNode;
}) {
  return (
    <li>
      <Link to={to} preventScrollReset aria-current={isOn || undefined} className={chipClass(isOn)}>
        {icon}
        {children}
        {isOn && !isFixed && <X aria-hidden />}
      </Link>
    </li>
  );
}

/**
 * Returns a function that builds a URL with another value of a parameter, or without it; other parameters are kept,
 * except the position in the list.
 */
function useAddressOf(name: string) {
  const [query] = useSearchParams();
  return (value: string | null) => {
    const next = new URLSearchParams(query);
    for (const place of ["page", "after", "run"]) next.delete(place);
    if (value === null) next.delete(name);
    else next.set(name, value);
    return `?${next}`;
  };
}

export interface Option {
  value: string;
  label: string;
  /** Whether the label is a name entered by a user, in any script. */
  isName?: boolean;
}

interface ChipsProps {
  label: string;
  name: string;
  value: string | null | undefined;
  options: readonly Option[];
}

/**
 * Values of one parameter as chips next to their label; several parameters fit in one row. With `isFixed`, one value is
 * always selected.
 */
export function LabelledChips({ label, name, value, options, isFixed = false }: ChipsProps & { isFixed?: boolean }) {
  const addressOf = useAddressOf(name);
  return (
    <nav aria-label={label} className="flex flex-wrap items-center gap-x-3 gap-y-1 max-sm:w-full print:hidden">
      <span aria-hidden className="text-sm text-ink-2">
        {label}
      </span>
      <ul className="flex flex-wrap gap-2">
        {options.map((one) => (
          <FilterChip
            key={one.value}
            to={addressOf(one.value === value && !isFixed ? null : one.value)}
            isOn={one.value === value}
            isFixed={isFixed}
          >
            {one.isName ? <bdi>{one.label}</bdi> : one.label}
          </FilterChip>
        ))}
      </ul>
    </nav>
  );
}

/** Values of one URL parameter as chips; other parameters are kept, except the page. */
export function FilterChips({ label, name, value, options }: ChipsProps) {
  const addressOf = useAddressOf(name);
  return (
    <nav
      aria-label={label}
      className="-mx-5 overflow-x-auto px-5 py-1 [scrollbar-width:none] md:-mx-1 md:px-1 print:hidden"
    >
      <ul className="flex min-w-max gap-2 md:min-w-0 md:flex-wrap">
        {options.map((one) => (
          <FilterChip key={one.value} to={addressOf(one.value === value ? null : one.value)} isOn={one.value === value}>
            {one.label}
          </FilterChip>
        ))}
      </ul>
    </nav>
  );
}
