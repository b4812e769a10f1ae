import type { ComponentProps, ReactNode } from "react";
import { Link } from "react-router";
import { cx } from "./cx.ts";

const tones = {
  plain: "border-line bg-surface shadow-1",
  sunken: "border-transparent bg-sunken",
  sun: "border-transparent bg-sun-soft",
  brand: "border-transparent bg-brand-soft",
  lost: "border-transparent bg-lost-soft",
};
const pads = { none: "", sm: "p-4", md: "p-5 md:p-6", lg: "p-6 md:p-8" };

export interface CardProps extends ComponentProps<"div"> {
  tone?: keyof typeof tones;
  pad?: keyof typeof pads;
  as?: "div" | "section" | "article" | "li";
  /** Raises the card on hover; for a card that is a single link (give the link the class `stretched`). */
  lift?: boolean;
}

export function Card({ tone = "plain", pad = "md", as: Tag = "div", lift, className, ...rest }: CardProps) {
  const look = cx(
    "rounded-2 border",
    tones[tone],
    pads[pad],
    lift && "relative transition duration-300 hover:-translate-y-0.5 hover:shadow-2 motion-reduce:hover:translate-y-0",
    className,
  );
  // All four tags support the attributes of `ComponentProps<'div'>`.
  const Any = Tag as "div";
  return <Any {...rest} className={look} />;
}

export function CardHeader({
  title,
  text,
  action,
  level = 2,
}: {
  title: ReactNode;
  text?: ReactNode;
  action?: ReactNode;
  level?: 2 | 3;
}) {
  const Heading = `h${level}` as const;
  return (
    <div className="mb-4 flex flex-wrap items-start justify-between gap-x-4 gap-y-2 last:mb-0">
      <div className={cx("min-w-0", Boolean(text) && "md:flex-1 md:basis-60")}>
        <Heading className="text-lg">{title}</Heading>
        {text && <p className="mt-0.5 text-sm text-ink-2">{text}</p>}
      </div>
      {action}
    </div>
  );
}

/** Statistic: a figure with its name above and a note below. */
export function Stat({
  label,
  value,
  note,
  icon,
  to,
  isCurrent,
}: {
  label: ReactNode;
  value: ReactNode;
  note?: ReactNode;
  icon?: ReactNode;
  to?: string;
  /** What its link shows is in view on this page. */
  isCurrent?: boolean;
}) {
  return (
    <Card
      pad="sm"
      lift={Boolean(to)}
      className={cx("grid grid-cols-1 content-start gap-1 md:p-5", isCurrent && "border-brand! bg-brand-soft!")}
    >
      <div className="flex min-h-10 items-center justify-between gap-2 leading-tight">
        {to ? (
          <Link
            to={to}
            prefetch="intent"
            preventScrollReset={isCurrent !== undefined}
            aria-current={isCurrent ? "true" : undefined}
            className="stretched text-sm text-ink-2"
          >
            {label}
          </Link>
        ) : (
          <span className="text-sm text-ink-2">{label}</span>
        )}
        {icon && (
          <span
            aria-hidden="true"
            className="grid size-9 shrink-0 place-items-center rounded-1 bg-brand-soft text-brand-deep *:size-5 max-[16rem]:hidden"
          >
            {icon}
          </span>
        )}
      </div>
      <span className="text-xl font-[650] leading-tight wrap-anywhere tabular-nums sm:text-[2rem]">{value}</span>
      {note && <span className="text-xs text-ink-3">{note}</span>}
    </Card>
  );
}
