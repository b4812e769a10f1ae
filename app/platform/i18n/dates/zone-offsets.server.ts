import { dayMs, minuteMs } from "#app/platform/durations.rules.ts";
import type { ZoneOffsets } from "./sent-zone.rules.ts";
import { getOffset } from "./wall-clock.rules.ts";

/** Years before and after now for which offsets are listed. */
const years = 3;

/** Days between two looked-up offsets: shorter than the shortest period, the month of Ramadan in Morocco. */
const stepDays = 14;

const listed = new Map<string, ZoneOffsets>();
let listedOn = 0;

/** Lists the offsets of a time zone for three years before and after now; computed once a day for each zone. */
export function listZoneOffsets(timeZone: string, now: Date): ZoneOffsets {
  const today = Math.floor(now.getTime() / dayMs);
  if (today !== listedOn) listed.clear();
  listedOn = today;
  const known = listed.get(timeZone);
  if (known) return known;
  const [first, until] = [(today - years * 366) * dayMs, (today + years * 366) * dayMs];
  const offsets: [number, number][] = [[first / minuteMs, getOffset(first, timeZone) / minuteMs]];
  for (let at = first; at < until; at += stepDays * dayMs) {
    const end = Math.min(at + stepDays * dayMs, until);
    if (getOffset(at, timeZone) !== getOffset(end, timeZone))
      offsets.push([findChange(at, end, timeZone) / minuteMs, getOffset(end, timeZone) / minuteMs]);
  }
  const found = { timeZone, offsets, until: until / minuteMs };
  listed.set(timeZone, found);
  return found;
}

/** Returns the first moment with the offset of `end`, to the minute; both in milliseconds. */
function findChange(begin: number, end: number, timeZone: string): number {
  let [before, after] = [begin, end];
  while (after - before > minuteMs) {
    const middle = Math.floor((before + after) / 2 / minuteMs) * minuteMs;
    if (getOffset(middle, timeZone) === getOffset(end, timeZone)) after = middle;
    else before = middle;
  }
  return after;
}
