import { cx } from "../cx.ts";

/**
 * Centers a tick's label under its bar; the label of one of the last bars ends with the chart. Without room for all, spare
 * ones are left out.
 */
function tickPlace(share: number, isSpare: boolean) {
  const label = cx("absolute whitespace-nowrap tabular-nums", isSpare && "@max-[16rem]:hidden");
  if (share > 0.97) return { className: label, style: { insetInlineEnd: 0 } };
  return { className: `${label} -translate-x-1/2 rtl:translate-x-1/2`, style: { insetInlineStart: `${100 * share}%` } };
}

export interface Bar {
  key: string;
  /** Name in the table and tooltip. */
  name: string;
  value: number;
  /** The value with which this one is compared: a point of the dotted line. */
  before?: number | undefined;
  /** Label below the axis; set only for some bars if there are many. */
  tick?: string | undefined;
}

export interface BarChartProps {
  /** Sentence that describes the chart. */
  label: string;
  /** Column heads of the table for screen readers. */
  heads: readonly [name: string, value: string, before?: string];
  bars: readonly Bar[];
  /** Formats a value. */
  format?: (value: number) => string;
}

/** Bar chart of counts, in reading direction, with a table for screen readers. */
export function BarChart({ label, heads, bars, format = String }: BarChartProps) {
  const top = topOfScale(Math.max(...bars.map(({ value, before = 0 }) => Math.max(value, before))));
  const [, head, headBefore] = heads;
  const line = bars.flatMap(({ before }, index) =>
    before === undefined ? [] : `${index + 0.5},${100 - (100 * before) / top}`,
  );
  const ticks = bars
    .map(({ key, tick }, index) => ({ key, tick, share: (index + 0.5) / bars.length }))
    .filter(({ tick }) => tick);
  return (
    <figure className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-2 text-xs text-ink-3">
      <div aria-hidden="true" className="-my-[.7em] flex flex-col justify-between text-end tabular-nums">
        {[top, top / 2, 0].map((value) => (
          <span key={value} className="leading-[1.4]">
            {format(value)}
          </span>
        ))}
      </div>
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${bars.length} 100`}
        preserveAspectRatio="none"
        className="h-40 w-full rtl:-scale-x-100"
      >
        {[0, 50, 100].map((y) => (
          <line key={y} x2={bars.length} y1={y} y2={y} vectorEffect="non-scaling-stroke" className="stroke-line" />
        ))}
        {bars.map(({ key, name, value, before }, index) => (
          <g key={key} className="group">
            <rect x={index} width={1} height={100} fill="transparent" className="group-hover:fill-sunken" />
            <rect
              x={index + 0.14}
              width={0.72}
              y={100 - (100 * value) / top}
              height={(100 * value) / top}
              className="fill-brand"
            />
            <title>
              {before === undefined
                ? `${name}: ${format(value)}`
                : `${name}: ${format(value)} (${headBefore}: ${format(before)})`}
            </title>
          </g>
        ))}
        {line.length > 1 && (
          <polyline
            points={line.join(" ")}
            vectorEffect="non-scaling-stroke"
            strokeDasharray="2 5"
            strokeLinecap="round"
            className="pointer-events-none fill-none stroke-ink-2 stroke-2"
          />
        )}
      </svg>
      <div aria-hidden="true" className="@container relative col-start-2 h-[1.7em]">
        {ticks.map(({ key, tick, share }, index) => (
          <span key={key} {...tickPlace(share, (ticks.length - 1 - index) % 2 === 1)}>
            {tick}
          </span>
        ))}
      </div>
      {line.length > 1 && (
        <div aria-hidden="true" className="col-start-2 flex flex-wrap gap-x-5 gap-y-1">
          <span className="flex items-center gap-2">
            <span className="size-2.5 bg-brand" />
            {head}
          </span>
          <span className="flex items-center gap-2">
            <span className="w-5 border-t-2 border-dotted border-ink-2" />
            {headBefore}
          </span>
        </div>
      )}
      <div className="sr-only">
        <table>
          <caption>{label}</caption>
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {bars.map(({ key, name, value, before }) => (
              <tr key={key}>
                <th scope="row">{name}</th>
                <td>{format(value)}</td>
                {before !== undefined && <td>{format(before)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}

/**
 * Returns the end of the scale: the smallest of 2, 4, 6 or 10 times a power of ten that is at least `largest`, so that
 * half of it is an integer.
 */
export function topOfScale(largest: number): number {
  for (let power = 1; ; power *= 10) {
    const top = [2, 4, 6, 10].find((step) => step * power >= largest);
    if (top) return top * power;
  }
}
