import Check from "lucide-react/icons/check";
import type { ReactNode } from "react";
import { cx } from "../cx.ts";

export interface TimelineItem {
  state: "done" | "now" | "next";
  title: ReactNode;
  note?: ReactNode;
  time?: ReactNode;
  /** State, for screen readers. */
  stateLabel?: string;
}

/** Ordered steps: done, current and upcoming. */
export function Timeline({ items }: { items: readonly TimelineItem[] }) {
  return (
    <ol className="@container">
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place in the order
        <Step key={index} {...item} last={index === items.length - 1} />
      ))}
    </ol>
  );
}

function Step({ state, title, note, time, stateLabel, last }: TimelineItem & { last: boolean }) {
  return (
    <li
      aria-current={state === "now" ? "step" : undefined}
      className={cx(
        "relative grid grid-cols-[26px_minmax(0,1fr)_auto] items-start gap-x-3.5 @max-[15rem]:grid-cols-[26px_minmax(0,1fr)]",
        !last && "pb-5",
      )}
    >
      {!last && (
        <span
          aria-hidden="true"
          className={cx(
            "absolute start-3 top-6.5 bottom-0 w-0.5 rounded-full",
            state === "done" ? "bg-[color-mix(in_srgb,var(--color-ok)_45%,var(--color-line))]" : "bg-line",
          )}
        />
      )}
      <Dot state={state} />
      <div className={cx("min-w-0 leading-snug", state === "next" && "text-ink-2", state === "now" && "font-semibold")}>
        {stateLabel && <span className="sr-only">{stateLabel} </span>}
        {title}
        {note && <div className="mt-0.5 text-xs font-normal text-ink-3">{note}</div>}
      </div>
      {time && <span className="pt-0.5 text-xs text-ink-3 tabular-nums @max-[15rem]:col-start-2">{time}</span>}
    </li>
  );
}

function Dot({ state }: { state: TimelineItem["state"] }) {
  const round = "z-1 grid size-6.5 place-items-center rounded-full";
  if (state === "done") {
    return (
      <span aria-hidden="true" className={cx(round, "bg-ok text-paper")}>
        <Check className="size-4" strokeWidth={3} />
      </span>
    );
  }
  if (state === "now") {
    return (
      <span aria-hidden="true" className={cx(round, "bg-sun")}>
        <span className="absolute size-6.5 animate-ping rounded-full bg-sun/40 motion-reduce:hidden" />
        <span className="relative size-2 rounded-full bg-sun-ink" />
      </span>
    );
  }
  return <span aria-hidden="true" className={cx(round, "border-2 border-line bg-sunken")} />;
}
