import { cx } from "./cx.ts";

/** A red dot that says in words what it stands for. */
export function RedDot({ label, className }: { label: string; className?: string }) {
  return (
    <span className={cx("size-2.5 shrink-0 rounded-full bg-lost", className)}>
      <span className="sr-only">{label}</span>
    </span>
  );
}
