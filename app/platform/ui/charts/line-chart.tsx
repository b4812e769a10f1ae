import { Disclosure } from "../overlays/disclosure.tsx";

export interface ChartPoint {
  /** Position on the time axis. */
  at: number;
  value: number;
  /** Formatted time and value. */
  when: string;
  text: string;
}

/** Maximum number of dots; more would hide the line. */
const maxDots = 40;

/**
 * Line chart of values over time, oldest at the start, with a table. Drawn in percent, so that text and lines keep
 * their size on every screen.
 */
export function LineChart({
  label,
  points,
  format,
  asTable,
  heads,
}: {
  /** Sentence that describes the chart. */
  label: string;
  points: readonly ChartPoint[];
  /** Formats a tick. */
  format: (value: number) => string;
  asTable: string;
  heads: readonly [string, string];
}) {
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last) return null;
  const { low, high, ticks } = chartScale(points.map(({ value }) => value));
  const across = ({ at }: ChartPoint) => (last.at === first.at ? 50 : ((at - first.at) / (last.at - first.at)) * 100);
  const up = (value: number) => ((value - low) / (high - low)) * 100;
  const line = points.map((point) => `${across(point)},${100 - up(point.value)}`).join(" ");
  const dots = points.length <= maxDots ? points : [last];
  return (
    <figure className="grid gap-2">
      <div role="img" aria-label={label} className="grid grid-cols-[auto_1fr] gap-x-3">
        <div className="relative h-44 w-9 text-xs text-ink-3 tabular-nums">
          {ticks.map((tick) => (
            <span key={tick} className="absolute end-0 translate-y-1/2" style={{ insetBlockEnd: `${up(tick)}%` }}>
              {format(tick)}
            </span>
          ))}
        </div>
        <div className="relative me-2 h-44">
          {ticks.map((tick) => (
            <span
              key={tick}
              className="absolute inset-x-0 border-t border-line"
              style={{ insetBlockEnd: `${up(tick)}%` }}
            />
          ))}
          <svg
            aria-hidden="true"
            viewBox="0 0 100 100"
            preserveAspectRatio="none"
            className="absolute inset-0 size-full overflow-visible rtl:-scale-x-100"
          >
            <polygon points={`${across(first)},100 ${line} ${across(last)},100`} className="fill-brand/10" />
            <polyline
              points={line}
              fill="none"
              vectorEffect="non-scaling-stroke"
              strokeWidth="2.5"
              strokeLinejoin="round"
              strokeLinecap="round"
              className="stroke-brand"
            />
          </svg>
          {dots.map((point, index) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: a point is its place on the line
              key={index}
              title={`${point.when}: ${point.text}`}
              className="absolute size-2.5 translate-x-[-50%] translate-y-1/2 rounded-full border-2 border-surface bg-brand rtl:translate-x-1/2"
              style={{ insetInlineStart: `${across(point)}%`, insetBlockEnd: `${up(point.value)}%` }}
            />
          ))}
        </div>
        <span />
        <div className="flex justify-between gap-4 pt-2 text-xs text-ink-3">
          <span>{first.when}</span>
          {last.when !== first.when && <span>{last.when}</span>}
        </div>
      </div>
      <div className="print:hidden">
        <Disclosure summary={asTable}>
          <table className="w-full text-sm">
            <thead>
              <tr>
                {heads.map((head) => (
                  <th key={head} scope="col" className="py-1 text-start text-xs font-normal text-ink-3">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {points.toReversed().map((point, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a point is its place on the line
                <tr key={index} className="border-t border-line">
                  <td className="py-1.5">{point.when}</td>
                  <td className="py-1.5 tabular-nums">{point.text}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Disclosure>
      </div>
    </figure>
  );
}

/** Returns an axis for all values: its ends and about three round ticks. */
export function chartScale(values: readonly number[]): { low: number; high: number; ticks: number[] } {
  const min = Math.min(...values);
  const max = Math.max(...values);
  const span = max - min || Math.abs(max) || 1;
  const rough = span / 3;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((times) => times * power >= rough) ?? 10) * power;
  const round = (value: number) => Number(value.toFixed(6));
  const low = round(Math.floor((min - span * 0.05) / step) * step);
  const high = round(Math.ceil((max + span * 0.05) / step) * step);
  const count = Math.round((high - low) / step);
  return { low, high, ticks: Array.from({ length: count + 1 }, (_, index) => round(low + index * step)) };
}
