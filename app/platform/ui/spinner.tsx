import { cx } from "./cx.ts";

const sizes = { sm: "size-4", md: "size-5", lg: "size-9" };

/** Spinner; announced if it has a `label`, otherwise decorative. */
export function Spinner({
  size = "md",
  label,
  className,
}: {
  size?: keyof typeof sizes;
  label?: string;
  className?: string;
}) {
  const ring = (
    <svg aria-hidden="true" viewBox="0 0 24 24" fill="none" className={cx("animate-spin", sizes[size], className)}>
      <circle cx="12" cy="12" r="9" stroke="currentColor" strokeWidth="3" opacity=".25" />
      <path d="M12 3a9 9 0 0 1 9 9" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
    </svg>
  );
  if (!label) return ring;
  return (
    <span role="status" className="inline-flex items-center gap-3 text-brand">
      {ring}
      <span className="sr-only">{label}</span>
    </span>
  );
}
