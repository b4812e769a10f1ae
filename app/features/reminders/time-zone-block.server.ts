const years = 10;

const compact = (moment: Temporal.PlainDateTime) => moment.toString({ smallestUnit: "second" }).replace(/[-:]/g, "");

function offset(nanoseconds: number): string {
  const minutes = Math.abs(Math.round(nanoseconds / 60e9));
  const two = (value: number) => String(value).padStart(2, "0");
  return `${nanoseconds < 0 ? "-" : "+"}${two(Math.floor(minutes / 60))}${two(minutes % 60)}`;
}

function observance(name: "STANDARD" | "DAYLIGHT", start: Temporal.PlainDateTime, from: number, to: number): string[] {
  return [
    `BEGIN:${name}`,
    `DTSTART:${compact(start)}`,
    `TZOFFSETFROM:${offset(from)}`,
    `TZOFFSETTO:${offset(to)}`,
    `END:${name}`,
  ];
}

/**
 * Returns a time zone as a VTIMEZONE block (RFC 5545 §3.6.5): the offset at `since` and every transition in the
 * following ten years, each listed explicitly, because government decisions follow no rule.
 */
export function renderTimeZone(timeZone: string, since: Date): string {
  const first = Temporal.Instant.fromEpochMilliseconds(since.getTime()).toZonedDateTimeISO(timeZone).startOfDay();
  const end = first.add({ years });
  const lines = observance("STANDARD", first.toPlainDateTime(), first.offsetNanoseconds, first.offsetNanoseconds);
  let before = first;
  for (;;) {
    const change = before.getTimeZoneTransition("next");
    if (!change || Temporal.ZonedDateTime.compare(change, end) > 0) break;
    const [from, to] = [change.subtract({ nanoseconds: 1 }).offsetNanoseconds, change.offsetNanoseconds];
    // The start is given in the local time before the transition.
    const start = change.toInstant().toZonedDateTimeISO("UTC").toPlainDateTime().add({ nanoseconds: from });
    lines.push(...observance(to > from ? "DAYLIGHT" : "STANDARD", start, from, to));
    before = change;
  }
  return ["BEGIN:VTIMEZONE", `TZID:${timeZone}`, ...lines, "END:VTIMEZONE"].join("\r\n");
}
