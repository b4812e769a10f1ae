const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
  let clock = clocks.get(timeZone);
  if (!clock) {
    const [hourCycle, numeric] = ["h23", "numeric"] as const;
    const fields = { year: numeric, month: numeric, day: numeric, hour: numeric, minute: numeric, second: numeric };
    clock = new Intl.DateTimeFormat("en-US", { ...fields, hourCycle, timeZone });
    clocks.set(timeZone, clock);
  }
  return clock;
}

/** Offsets of a time zone from UTC, all in minutes; each is valid from its moment since 1970 until the next one. */
export interface ZoneOffsets {
  timeZone: string;
  offsets: readonly (readonly [from: number, offset: number])[];
  until: number;
}

let zone: ZoneOffsets | undefined;

/**
 * Sets the offsets of the viewer's time zone in the browser, from the document's `data-zone` attribute. Older browsers
 * do not know the current rules: Egypt has had daylight saving again since 2023.
 */
export function setZoneOffsets(given: ZoneOffsets | undefined): void {
  zone = given;
}

/** Returns a moment whose UTC fields are the local ones, if the server has sent the offset. */
function shiftBySentOffset(moment: Date, timeZone: string): Date | undefined {
  const minute = moment.getTime() / 60_000;
  if (!zone || zone.timeZone !== timeZone || !(minute < zone.until)) return undefined;
  const offset = zone.offsets.findLast(([from]) => from <= minute)?.[1];
  return offset === undefined ? undefined : new Date(moment.getTime() + offset * 60_000);
}

/**
 * Returns the calendar fields of a moment in a time zone. The text of a locale is never parsed as a whole, because its
 * order and punctuation change between browsers and their versions.
 */
export function wallClock(moment: Date, timeZone: string) {
  const local = shiftBySentOffset(moment, timeZone);
  if (local)
    return {
      year: local.getUTCFullYear(),
      month: local.getUTCMonth() + 1,
      day: local.getUTCDate(),
      hour: local.getUTCHours(),
      minute: local.getUTCMinutes(),
      second: local.getUTCSeconds(),
    };
  const parts = clockOf(timeZone).formatToParts(moment);
  const read = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  return {
    year: read("year"),
    month: read("month"),
    day: read("day"),
    hour: read("hour"),
    minute: read("minute"),
    second: read("second"),
  };
}

/** Returns a time zone's offset from UTC at a moment, both in milliseconds. */
export function getOffset(moment: number, timeZone: string): number {
  const { year, month, day, hour, minute, second } = wallClock(new Date(moment), timeZone);
  return Date.UTC(year, month - 1, day, hour, minute, second) - moment;
}

const dayMs = 24 * 3_600_000;

/** A calendar day; days out of range, such as 0 or 32, belong to the neighbouring month. */
export interface CalendarDay {
  year: number;
  month: number;
  day: number;
}

/**
 * Returns the moment of a local time, given in minutes after midnight. If the time occurs twice (clocks go back),
 * `which` selects the first or last; if it does not occur (clocks go forward), it is shifted by the change.
 */
export function getMoment(
  { year, month, day }: CalendarDay,
  minutes: number,
  timeZone: string,
  which: "first" | "last" = "first",
): Date {
  const target = Date.UTC(year, month - 1, day, 0, minutes);
  const [before, after] = [getOffset(target - dayMs, timeZone), getOffset(target + dayMs, timeZone)] as const;
  const moments = [before, after].filter((one) => getOffset(target - one, timeZone) === one).map((one) => target - one);
  if (moments.length === 0) return new Date(target - before);
  return new Date(which === "first" ? Math.min(...moments) : Math.max(...moments));
}

/** Returns whether a text is an existing calendar day (`YYYY-MM-DD`); false for 30 February. */
export function isCalendarDay(text: string): boolean {
  if (!isDay.test(text)) return false;
  const moment = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text);
}

const isDay = /^(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

/**
 * Returns the first moment of a day (`YYYY-MM-DD`), or of the day `later` days after it; undefined for an invalid text.
 */
export function dayStart(day: string | undefined, timeZone: string, later = 0): Date | undefined {
  const [, year, month, date] = (day ?? "").match(isDay) ?? [];
  if (!year || Number(year) < 1970) return undefined;
  return getMoment({ year: Number(year), month: Number(month), day: Number(date) + later }, 0, timeZone);
}

const twoDigits = (value: number) => String(value).padStart(2, "0");

/** Returns the calendar day (`YYYY-MM-DD`) of a moment in a time zone. */
export function dayIn(moment: Date, timeZone: string): string {
  const { year, month, day } = wallClock(moment, timeZone);
  return `${String(year).padStart(4, "0")}-${twoDigits(month)}-${twoDigits(day)}`;
}

/** Returns the time (`HH:MM`) of a moment in a time zone. */
export function timeIn(moment: Date, timeZone: string): string {
  const { hour, minute } = wallClock(moment, timeZone);
  return `${twoDigits(hour)}:${twoDigits(minute)}`;
}
