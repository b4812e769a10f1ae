import { light, logoPaths } from "#app/platform/ui/styles/tokens.ts";
import { cx } from "./cx.ts";

/** Logo: a round pet tag whose heart has two ears. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 48 48" aria-hidden className={className}>
      <path fillRule="evenodd" d={logoPaths.tag} fill={`var(--color-brand, ${light.brand})`} />
      <path d={logoPaths.heart} fill={`var(--color-sun, ${light.sun})`} />
    </svg>
  );
}

const sizes = {
  sm: { row: "gap-2 text-[1.1875rem]", mark: "size-7" },
  md: { row: "gap-2.5 text-[1.375rem]", mark: "size-9" },
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
