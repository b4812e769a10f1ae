import ChevronDown from "lucide-react/icons/chevron-down";
import type { ReactNode } from "react";

/** Native disclosure that works without JavaScript. Those with the same `name` close each other. */
export function Disclosure({
  summary,
  name,
  open,
  children,
}: {
  summary: ReactNode;
  name?: string;
  open?: boolean;
  children: ReactNode;
}) {
  return (
    <details name={name} open={open} className="group rounded-2 border border-line bg-surface open:shadow-1">
      <summary className="flex min-h-14 list-none items-center justify-between gap-4 rounded-2 px-5 py-3.5 font-semibold [&::-webkit-details-marker]:hidden">
        {summary}
        <ChevronDown aria-hidden className="size-5 shrink-0 text-ink-3 transition-transform group-open:rotate-180" />
      </summary>
      <div className="px-5 pb-5 text-sm text-ink-2">{children}</div>
    </details>
  );
}
