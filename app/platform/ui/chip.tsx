import type { ReactNode } from "react";
import { cx } from "./cx.ts";

const tones = {
  plain: "bg-sunken text-ink-2 ring-1 ring-inset ring-line/60",
  ok: "bg-ok-soft text-ok",
  lost: "bg-lost-soft text-lost",
  sun: "bg-sun-soft text-ink",
  brand: "bg-brand-soft text-brand-deep",
  info: "bg-info-soft text-info",
};
const dots = { plain: "bg-ink-3", ok: "bg-ok", lost: "bg-lost", sun: "bg-sun", brand: "bg-brand", info: "bg-info" };

export type ChipTone = keyof typeof tones;

/** Label of a state or kind; its colour only repeats what the text says. */
export function Chip({
  tone = "plain",
  icon,
  dot,
  className,
  children,
}: {
  tone?: ChipTone;
  icon?: ReactNode;
  dot?: boolean;
  className?: string;
  children: ReactNode;
}) {
  return (
    <span
      data-chip
      className={cx(
        "inline-flex max-w-full items-center gap-1.5 rounded-full px-3 py-1 text-xs leading-snug font-[550]",
        tones[tone],
        className,
      )}
    >
      {dot && <span aria-hidden="true" className={cx("size-1.5 shrink-0 rounded-full", dots[tone])} />}
      {icon && (
        <span aria-hidden="true" className="-ms-0.5 shrink-0 *:size-3.5">
          {icon}
        </span>
      )}
      {children}
    </span>
  );
}
