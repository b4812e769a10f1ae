import { light } from "#app/platform/ui/styles/tokens.ts";
import { cx } from "./cx.ts";

/** Logo: a round pet tag whose heart has two ears. */
export function LogoMark({ className, title }: { className?: string; title?: string }) {
  return (
    <svg
      viewBox="0 0 48 48"
      role={title ? "img" : undefined}
      aria-label={title}
      aria-hidden={title ? undefined : true}
      className={className}
    >
      <path
        fillRule="evenodd"
        d="M24 1.5a6 6 0 0 1 6 6v2.1a18.5 18.5 0 1 1-12 0V7.500a6 6 0 0 1 6-6Zm0 3.300a2.700 2.700 0 1 0 0 5.400 2.700 2.700 0 0 0 0-5.400Z"
        fill={`var(--color-brand, ${light.brand})`}
      />
      <path
        d="M24 38.200c-7.300-4.500-11-8.400-11-12.700 0-3.400 2.600-6 5.800-6 2.100 0 4 1 5.200 2.900 1.200-1.900 3.100-2.900 5.200-2.900 3.200 0 5.800 2.600 5.800 6 0 4.300-3.700 8.200-11 12.700Z"
        fill={`var(--color-sun, ${light.sun})`}
      />
    </svg>
  );
}

const sizes = {
  sm: { row: "gap-2 text-[1.1875rem]", mark: "size-7" },
  md: { row: "gap-2.5 text-[1.375rem]", mark: "size-9" },
  lg: { row: "gap-3 text-[1.75rem]", mark: "size-12" },
};

/** Logo with the name. */
export function Logo({
  word,
  size = "md",
  className,
}: {
  word: string;
  size?: keyof typeof sizes;
  className?: string;
}) {
  const { row, mark } = sizes[size];
  return (
    <span className={cx("inline-flex items-center leading-none font-bold text-brand-deep", row, className)}>
      <LogoMark className={cx("shrink-0", mark)} />
      <span>{word}</span>
    </span>
  );
}
