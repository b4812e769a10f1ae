import type { ReactNode } from "react";
import { cx } from "../cx.ts";

/** Placeholder of an empty list: a drawing, what will be here, and the next step. */
export function EmptyState({
  drawing,
  title,
  text,
  actions,
  level = 2,
  inCard = false,
  className,
}: {
  drawing?: ReactNode;
  title: ReactNode;
  text?: ReactNode;
  actions?: ReactNode;
  level?: 1 | 2 | 3;
  inCard?: boolean;
  className?: string;
}) {
  const Heading = `h${level}` as const;
  return (
    <div
      className={cx(
        "grid justify-items-center gap-2 px-5 py-10 text-center md:py-14",
        inCard && "rounded-2 border border-line bg-surface shadow-1",
        className,
      )}
    >
      {drawing && (
        <div className="mb-3 flex h-40 items-center justify-center *:h-40 *:w-auto *:max-w-full">{drawing}</div>
      )}
      <Heading className={level === 1 ? "text-2xl" : "text-lg"}>{title}</Heading>
      {text && <p className="max-w-[46ch] text-sm text-ink-2">{text}</p>}
      {actions && <div className="mt-4 flex flex-wrap justify-center gap-3">{actions}</div>}
    </div>
  );
}
