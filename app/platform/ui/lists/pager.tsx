import { Link } from "react-router";
import { useT } from "#app/platform/i18n/use-t.ts";
import { cx } from "../cx.ts";
import { ChevronBack, ChevronForward } from "../direction-icon.tsx";

export interface PagerProps {
  /** Name of the navigation, if the page has several. */
  label?: string;
  /** Current page, from 1. */
  page: number;
  pageCount: number;
  toPage: (page: number) => string;
  /** Formats a page number. */
  number?: (page: number) => string;
}

const step =
  "inline-grid min-h-9 min-w-9 place-items-center rounded-full px-1 sm:min-h-11 sm:min-w-11 sm:px-2 text-sm tabular-nums";

/** Links to the pages of a list; nothing if there is only one. */
export function Pager({ label, page, pageCount, toPage, number = String }: PagerProps) {
  const t = useT();
  if (pageCount <= 1) return null;
  return (
    <nav aria-label={label ?? t("form.pages")} className="flex flex-wrap items-center justify-center gap-1">
      <End to={page > 1 ? toPage(page - 1) : null} rel="prev" label={t("form.previous")} />
      <ul className="flex items-center gap-1">
        {shownPages(page, pageCount).map((shown) => (
          <li key={shown}>
            {shown < 0 ? (
              <span aria-hidden="true" className="px-1 text-ink-3">
                …
              </span>
            ) : (
              <Link
                to={toPage(shown)}
                prefetch="intent"
                aria-label={t("form.page", { number: shown })}
                aria-current={shown === page ? "page" : undefined}
                className={cx(
                  step,
                  shown === page
                    ? "bg-brand font-semibold text-brand-ink"
                    : "text-ink-2 hover:bg-sunken hover:text-ink",
                )}
              >
                {number(shown)}
              </Link>
            )}
          </li>
        ))}
      </ul>
      <End to={page < pageCount ? toPage(page + 1) : null} rel="next" label={t("form.next")} />
    </nav>
  );
}

function End({ to, rel, label }: { to: string | null; rel: "prev" | "next"; label: string }) {
  const Icon = rel === "prev" ? ChevronBack : ChevronForward;
  if (!to) {
    return (
      <span aria-hidden="true" className={cx(step, "text-ink-3 opacity-40")}>
        <Icon />
      </span>
    );
  }
  return (
    <Link to={to} rel={rel} prefetch="intent" aria-label={label} className={cx(step, "text-ink hover:bg-sunken")}>
      <Icon />
    </Link>
  );
}

/** Returns the page numbers to show: first, last and neighbours of the current one; a negative number is a gap. */
export function shownPages(page: number, pageCount: number): number[] {
  const pages = [1, page - 1, page, page + 1, pageCount].filter((shown) => shown >= 1 && shown <= pageCount);
  const sorted = [...new Set(pages)].sort((one, other) => one - other);
  return sorted.flatMap((shown, index) => {
    const before = sorted[index - 1] ?? 0;
    if (shown - before === 2) return [shown - 1, shown];
    return shown - before > 2 ? [-shown, shown] : [shown];
  });
}
