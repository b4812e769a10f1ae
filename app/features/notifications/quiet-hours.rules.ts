import { getMoment } from "#app/platform/i18n/dates/time-zones.rules.ts";
import { wallClock } from "#app/platform/i18n/dates/wall-clock.rules.ts";

/** Daily period, starting on the given days, during which postponable e-mails and pushes are delayed. */
export interface QuietHours {
  isOn: boolean;
  /** `HH:MM`. */
  from: string;
  /** `HH:MM`; on the next day if earlier than `from`. */
  to: string;
  /** Days on which they begin, from 0 (Sunday) to 6 (Saturday). */
  days: number[];
}

export const weekdays = [6, 0, 1, 2, 3, 4, 5] as const;

export const defaultQuietHours: QuietHours = { isOn: false, from: "22:00", to: "07:00", days: [...weekdays] };

/** Returns a canonical text of the hours, for comparison. */
export const serializeQuietHours = ({ isOn, from, to, days }: QuietHours) =>
  `${isOn ? "on" : "off"} ${from} ${to} ${days.toSorted().join("")}`;

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** Returns the end of the quiet hours that `now` falls into, in the given time zone; null outside of them. */
export function quietUntil({ isOn, from, to, days }: QuietHours, now: Date, timeZone: string): Date | null {
  if (!isOn || from === to) return null;
  const today = wallClock(now, timeZone);
  const [begin, end] = [minutesOf(from), minutesOf(to)];
  for (const back of [0, 1]) {
    const day = { ...today, day: today.day - back };
    const weekday = new Date(Date.UTC(day.year, day.month - 1, day.day)).getUTCDay();
    if (!days.includes(weekday)) continue;
    const start = getMoment(day, begin, timeZone);
    const stop = getMoment({ ...day, day: day.day + (end < begin ? 1 : 0) }, end, timeZone, "last");
    if (start <= now && now < stop) return stop;
  }
  return null;
}
