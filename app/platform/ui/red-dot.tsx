import { cx } from "./cx.ts";

/** Red dot with a label for screen readers. */
export function RedDot({ label, className }: { label: string; className?: string }) {
  return (
    <span className={cx("size-2.5 shrink-0 rounded-full bg-lost", className)}>
      <span className="sr-only">{label}</span>
    </span>
  );
}
