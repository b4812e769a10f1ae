import type { ReactNode } from "react";
import { cx } from "../cx.ts";

export interface Description {
  term: ReactNode;
  detail: ReactNode;
}

/** List of terms and values; items without a value are omitted. */
export function DescriptionList({
  items,
  layout = "rows",
}: {
  items: readonly Description[];
  layout?: "rows" | "grid";
}) {
  const filled = items.filter(({ detail }) => detail !== null && detail !== undefined && detail !== "");
  const rows = layout === "rows";
  return (
    <dl className={rows ? "divide-y divide-line" : "grid grid-cols-1 gap-x-6 gap-y-4 min-[20rem]:grid-cols-2"}>
      {filled.map(({ term, detail }, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: a pair is its place in the list
          key={index}
          className={cx(rows && "flex flex-wrap justify-between gap-x-6 gap-y-0.5 py-3 first:pt-0 last:pb-0")}
        >
          <dt className={rows ? "text-sm text-ink-2" : "text-xs text-ink-3"}>{term}</dt>
          <dd className="text-sm font-medium">{detail}</dd>
        </div>
      ))}
    </dl>
  );
}
