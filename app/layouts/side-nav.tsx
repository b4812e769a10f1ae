import { Link, useLocation } from "react-router";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { BadgeCount, RedDot } from "#app/platform/ui/badge-count.tsx";
import { cx } from "#app/platform/ui/cx.ts";
import { isCurrent, type SideItem } from "./navigation.ts";

interface SideNavProps {
  label: string;
  items: readonly SideItem[];
  /** Counts of the entries with a badge. */
  counts?: Partial<Record<string, number>>;
  /** Paths with a red dot, each with its label. */
  urgent?: Partial<Record<string, string>>;
  /** Shows icons only; labels remain for screen readers and as tooltips. */
  isCollapsed?: boolean;
}

export function SideNav({ label, items, counts = {}, urgent = {}, isCollapsed = false }: SideNavProps) {
  return (
    <nav aria-label={label}>
      <ul className="grid grid-cols-1 gap-1">
        {items.map((item) => (
          <li key={item.to}>
            <SideLink
              item={item}
              count={item.badge ? (counts[item.badge] ?? 0) : 0}
              urgent={urgent[item.to]}
              isCollapsed={isCollapsed}
            />
          </li>
        ))}
      </ul>
    </nav>
  );
}

export function SideLink({
  item,
  count = 0,
  urgent,
  isCollapsed = false,
}: {
  item: SideItem;
  count?: number;
  urgent?: string | undefined;
  isCollapsed?: boolean;
}) {
  const { pathname } = useLocation();
  const { t, format } = useViewer();
  const on = isCurrent(item, pathname);
  const Icon = item.icon;
  return (
    <Link
      to={item.to}
      prefetch="intent"
      title={isCollapsed ? t(item.label) : undefined}
      aria-current={on ? "page" : undefined}
      className={cx(
        "relative flex min-h-11 items-center gap-3 rounded-1 text-sm transition-colors",
        isCollapsed ? "justify-center px-0" : "px-3.5",
        on ? "bg-brand-soft font-semibold text-brand-deep" : "text-ink-2 hover:bg-sunken hover:text-ink",
      )}
    >
      <Icon aria-hidden className="size-5 shrink-0" />
      <span className={isCollapsed ? "sr-only" : "min-w-0 flex-1 leading-tight wrap-anywhere"}>{t(item.label)}</span>
      {urgent && <RedDot label={urgent} />}
      <BadgeCount
        count={count}
        label={t("shell.waiting", { count })}
        format={(number) => format.number(number)}
        className={isCollapsed ? "absolute end-0.5 top-0.5 h-4.5 min-w-4.5 px-1 text-[0.6875rem]" : undefined}
      />
    </Link>
  );
}
