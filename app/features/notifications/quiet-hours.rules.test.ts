// An owner would be woken at night by ordinary news, or get it a day late.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { wallClock } from "#app/platform/i18n/dates/wall-clock.rules.ts";
import { type QuietHours, quietUntil, weekdays } from "./quiet-hours.rules.ts";

const cairo = "Africa/Cairo";
const every = [...weekdays];
const night: QuietHours = { isOn: true, from: "22:00", to: "07:00", days: every };
const end = (quiet: QuietHours, now: string, zone = cairo) => quietUntil(quiet, new Date(now), zone)?.toISOString();

describe("quiet hours across midnight", () => {
  // Cairo is two hours ahead of UTC in winter.
  test.each([
    ["a second before they begin", "2026-11-21T19:59:59Z", undefined],
    ["when they begin", "2026-11-21T20:00:00Z", "2026-11-22T05:00:00.000Z"],
    ["after midnight", "2026-11-21T23:30:00Z", "2026-11-22T05:00:00.000Z"],
    ["just before they end", "2026-11-22T04:59:59.999Z", "2026-11-22T05:00:00.000Z"],
    ["when they end", "2026-11-22T05:00:00Z", undefined],
    ["over New Year", "2026-12-31T22:30:00Z", "2027-01-01T05:00:00.000Z"],
  ])("%s", (_, now, expected) => expect(end(night, now)).toBe(expected));
});

test("quiet hours within one day end on that day", () => {
  const nap = { ...night, from: "13:00", to: "15:30" };
  expect(end(nap, "2026-11-21T11:00:00Z")).toBe("2026-11-21T13:30:00.000Z");
  expect(end(nap, "2026-11-21T10:59:59Z")).toBeUndefined();
});

test("quiet hours belong to the day on which they begin", () => {
  const friday = { ...night, days: [5] };
  // 20 November 2026 is a Friday.
  expect(end(friday, "2026-11-20T21:00:00Z")).toBe("2026-11-21T05:00:00.000Z");
  expect(end(friday, "2026-11-21T03:00:00Z")).toBe("2026-11-21T05:00:00.000Z");
  expect(end(friday, "2026-11-20T03:00:00Z")).toBeUndefined();
  expect(end(friday, "2026-11-21T21:00:00Z")).toBeUndefined();
  expect(end({ ...night, days: [] }, "2026-11-20T21:00:00Z")).toBeUndefined();
});

test("quiet hours use the owner's time zone", () => {
  expect(end(night, "2026-11-21T14:00:00Z", "Asia/Tokyo")).toBe("2026-11-21T22:00:00.000Z");
  expect(end(night, "2026-11-21T14:00:00Z", "America/New_York")).toBeUndefined();
});

test("quiet hours that are off or empty delay nothing", () => {
  expect(end({ ...night, isOn: false }, "2026-11-21T22:00:00Z")).toBeUndefined();
  expect(end({ ...night, to: "22:00" }, "2026-11-21T22:00:00Z")).toBeUndefined();
});

describe("quiet hours at daylight saving changes in Egypt", () => {
  test("are shortened by a skipped hour", () => {
    // Friday 24 April 2026, 00:00 becomes 01:00: from then on Cairo is three hours ahead.
    expect(end(night, "2026-04-23T21:00:00Z")).toBe("2026-04-24T04:00:00.000Z");
  });

  test("end after the change when the end time itself is skipped", () => {
    expect(end({ ...night, to: "00:30" }, "2026-04-23T21:30:00Z")).toBe("2026-04-23T22:30:00.000Z");
  });

  test("include both occurrences of a repeated hour", () => {
    // Thursday 29 October 2026, 24:00 becomes 23:00 again.
    const late = { ...night, from: "22:00", to: "23:30" };
    for (const now of ["2026-10-29T20:15:00Z", "2026-10-29T20:45:00Z", "2026-10-29T21:15:00Z"])
      expect(end(late, now)).toBe("2026-10-29T21:30:00.000Z");
    expect(end(late, "2026-10-29T21:30:00Z")).toBeUndefined();
  });
});

test("quietUntil returns null exactly when the local time is outside of the quiet hours", () => {
  const minute = fc.integer({ min: 0, max: 1439 });
  const zone = fc.constantFrom(cairo, "America/New_York", "Asia/Kolkata", "Pacific/Kiritimati", "UTC");
  const moment = fc.date({ min: new Date("2026-01-01"), max: new Date("2027-12-31"), noInvalidDate: true });
  const written = (minutes: number) =>
    `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
  fc.assert(
    fc.property(minute, minute, zone, moment, (from, to, timeZone, now) => {
      fc.pre(from !== to);
      const { hour, minute: past } = wallClock(now, timeZone);
      const clock = hour * 60 + past;
      const isQuiet = from < to ? clock >= from && clock < to : clock >= from || clock < to;
      const until = quietUntil({ isOn: true, from: written(from), to: written(to), days: every }, now, timeZone);
      if (until) expect(until.getTime()).toBeGreaterThan(now.getTime());
      // A boundary skipped by the clock change is later than local time says, by at most that hour.
      const skipped = [now.getTime() - 3_600_000, now.getTime() + 3_600_000].some(
        (near) => (wallClock(new Date(near), timeZone).hour - hour + 24) % 24 !== (near < now.getTime() ? 23 : 1),
      );
      if (!skipped) expect(until !== null).toBe(isQuiet);
    }),
    { numRuns: 2000 },
  );
});
