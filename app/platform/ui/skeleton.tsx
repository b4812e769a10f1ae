import { cx } from "./cx.ts";

const shapes = { line: "h-[.8em] rounded-full", box: "rounded-2", circle: "rounded-full" };

/** A quiet stand-in of the same size as what is coming. */
export function Skeleton({ shape = "line", className }: { shape?: keyof typeof shapes; className?: string }) {
  return <span aria-hidden="true" className={cx("block animate-glow bg-line", shapes[shape], className)} />;
}

const widths = ["w-full", "w-11/12", "w-4/5", "w-3/5"];

export function SkeletonLines({ count = 3, className }: { count?: number; className?: string }) {
  return (
    <span aria-hidden="true" className={cx("grid gap-3", className)}>
      {Array.from({ length: count }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike
        <Skeleton key={line} className={widths[line === count - 1 ? 3 : line % 3]} />
      ))}
    </span>
  );
}
