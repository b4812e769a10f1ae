import X from "lucide-react/icons/x";
import type { ReactNode } from "react";
import { Link, useSearchParams } from "react-router";
import { cx } from "../cx.ts";

/** The class names of a chip that narrows a list, for a button that must look like one. */
export const chipClass = (isOn: boolean) =>
  cx(
    "inline-flex min-h-11 items-center gap-1.5 rounded-full border px-3.5 text-sm whitespace-nowrap *:[svg]:size-4",
    isOn
      ? "border-brand bg-brand-soft font-semibold text-brand-deep"
      : "border-line bg-surface text-ink-2 hover:border-edge hover:text-ink",
  );

/** A link that narrows a list at once; pressed again it widens it. */
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
  /** One of the values is always chosen, so that pressing it again widens nothing. */
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

/** The address with another value of a parameter, or without it; the others stay, except where in the list it is. */
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
  /** The label is a name that somebody gave, in whichever script. */
  isName?: boolean;
}

interface ChipsProps {
  label: string;
  name: string;
  value: string | null | undefined;
  options: readonly Option[];
}

/** The values of one parameter as chips beside their label, for several parameters in one row. `isFixed`: one of them is always chosen. */
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

/** The values of one parameter of the address as chips; the other parameters stay, except the page. */
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
