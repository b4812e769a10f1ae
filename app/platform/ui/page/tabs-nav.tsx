import { type ReactNode, useEffect, useRef } from "react";
import { Link, useLocation, useResolvedPath } from "react-router";
import { cx } from "../cx.ts";

export interface Tab {
  to: string;
  label: ReactNode;
  count?: ReactNode;
  icon?: ReactNode;
  /** Whether the tab is current; by default compares path and search. */
  current?: boolean;
}

/** Links styled as tabs. */
export function TabsNav({ label, tabs, className }: { label: string; tabs: readonly Tab[]; className?: string }) {
  return (
    <nav
      aria-label={label}
      className={cx("fade-more -mx-1 overflow-x-auto px-1 py-1 [scrollbar-width:none]", className)}
    >
      <ul className="inline-flex min-w-max gap-1 rounded-full bg-sunken p-1 ring-1 ring-line/60 ring-inset">
        {tabs.map((tab) => (
          <li key={tab.to}>
            <TabLink {...tab} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Width of what `fade-more` fades at most on each side of a row, in pixels. */
const faded = 48;

/** Scrolls the current tab into view within its row, clear of the faded sides, without scrolling the page. */
function showInRow(link: HTMLElement): void {
  const row = link.closest("nav");
  if (!row) return;
  const [seen, own] = [row.getBoundingClientRect(), link.getBoundingClientRect()];
  const [before, after] = [own.left - seen.left - faded, own.right - seen.right + faded];
  row.scrollBy({ left: Math.min(0, before) + Math.max(0, after) });
}

function TabLink({ to, label, count, icon, current }: Tab) {
  const here = useLocation();
  const target = useResolvedPath(to);
  const on = current ?? (target.pathname === here.pathname && target.search === here.search);
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (on && link.current) showInRow(link.current);
  }, [on]);
  return (
    <Link
      ref={link}
      to={to}
      prefetch="intent"
      preventScrollReset
      aria-current={on ? "page" : undefined}
      className={cx(
        "flex min-h-10 items-center gap-2 rounded-full px-4 text-sm whitespace-nowrap transition-colors focus-visible:outline-offset-0",
        on ? "bg-surface font-semibold text-ink shadow-1" : "text-ink-2 hover:text-ink",
      )}
    >
      {icon && (
        <span aria-hidden="true" className="*:size-4.5">
          {icon}
        </span>
      )}
      {label}
      {count !== undefined && (
        <span className={cx("text-xs tabular-nums", on ? "text-brand-deep" : "text-ink-3")}>{count}</span>
      )}
    </Link>
  );
}
