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
  children,
}: {
  to: string;
  isOn: boolean;
  icon?: ReactNode;
  children: ReactNode;
}) {
  return (
    <li>
      <Link to={to} preventScrollReset aria-current={isOn || undefined} className={chipClass(isOn)}>
        {icon}
        {children}
        {isOn && <X aria-hidden />}
      </Link>
    </li>
  );
}

/** The values of one parameter of the address as chips; the other parameters stay, except the page. */
export function FilterChips({
  label,
  name,
  value,
  options,
}: {
  label: string;
  name: string;
  value: string | null | undefined;
  options: readonly { value: string; label: string }[];
}) {
  const [query] = useSearchParams();
  const addressOf = (changed: string) => {
    const next = new URLSearchParams(query);
    next.delete("page");
    if (changed === value) next.delete(name);
    else next.set(name, changed);
    return `?${next}`;
  };
  return (
    <nav
      aria-label={label}
      className="-mx-5 overflow-x-auto px-5 py-1 [scrollbar-width:none] md:-mx-1 md:px-1 print:hidden"
    >
      <ul className="flex min-w-max gap-2 md:min-w-0 md:flex-wrap">
        {options.map((one) => (
          <FilterChip key={one.value} to={addressOf(one.value)} isOn={one.value === value}>
            {one.label}
          </FilterChip>
        ))}
      </ul>
    </nav>
  );
}
