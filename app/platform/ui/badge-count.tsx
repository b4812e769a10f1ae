import { cx } from "./cx.ts";

/** Red badge with a count, at most "99+"; renders nothing for 0. */
export function BadgeCount({
  count,
  label,
  format = String,
  className,
}: {
  count: number;
  label?: string;
  format?: (count: number) => string;
  className?: string;
}) {
  if (count <= 0) return null;
  return (
    <span
      className={cx(
        "inline-grid h-5.5 min-w-5.5 place-items-center rounded-full bg-lost px-1.5 text-[0.75rem] leading-none font-semibold text-lost-ink tabular-nums",
        className,
      )}
    >
      <span aria-hidden={label ? true : undefined}>{count > 99 ? `${format(99)}+` : format(count)}</span>
      {label && <span className="sr-only">{label}</span>}
    </span>
  );
}

/** Red dot with a label for screen readers. */
export function RedDot({ label, className }: { label: string; className?: string }) {
  return (
    <span className={cx("size-2.5 shrink-0 rounded-full bg-lost", className)}>
      <span className="sr-only">{label}</span>
    </span>
  );
}
