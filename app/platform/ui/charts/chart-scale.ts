/** Returns an axis for all values: its ends and about three round ticks. */
export function chartScale(values: readonly number[]): { low: number; high: number; ticks: number[] } {
  const least = Math.min(...values);
  const most = Math.max(...values);
  const span = most - least || Math.abs(most) || 1;
  const rough = span / 3;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((times) => times * power >= rough) ?? 10) * power;
  const round = (value: number) => Number(value.toFixed(6));
  const low = round(Math.floor((least - span * 0.05) / step) * step);
  const high = round(Math.ceil((most + span * 0.05) / step) * step);
  const count = Math.round((high - low) / step);
  return { low, high, ticks: Array.from({ length: count + 1 }, (_, index) => round(low + index * step)) };
}
