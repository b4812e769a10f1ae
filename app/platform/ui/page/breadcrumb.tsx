import type { ReactNode } from "react";
import { Link } from "react-router";
import { useT } from "#app/platform/i18n/use-t.ts";
import { ChevronForward } from "../direction-icon.tsx";

export interface Crumb {
  label: ReactNode;
  to?: string;
}

/** Breadcrumb navigation from the section to this page, above its title. */
export function Breadcrumb({ items }: { items: readonly Crumb[] }) {
  const t = useT();
  return (
    <nav aria-label={t("form.breadcrumb")}>
      <ol className="flex flex-wrap items-center gap-x-1.5 text-sm text-ink-2">
        {items.map(({ label: name, to }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a crumb is its place in the path
          <li key={index} className="flex min-w-0 items-center gap-1.5">
            {index > 0 && <ChevronForward className="size-4 text-ink-3" />}
            {to ? (
              <Link to={to} prefetch="intent" className="py-1 hover:text-ink hover:underline hover:underline-offset-4">
                {name}
              </Link>
            ) : (
              <bdi aria-current="page" className="truncate font-medium text-ink">
                {name}
              </bdi>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
