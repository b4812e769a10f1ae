// People with an old phone would see every time one hour off after Egypt changes its clocks.
import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { formatDate } from "../format.ts";
import { setSentZone, type ZoneOffsets } from "./sent-zone.rules.ts";
import { dayIn, wallClock } from "./wall-clock.rules.ts";
import { listZoneOffsets } from "./zone-offsets.server.ts";

const now = new Date("2026-11-26T12:00:00Z");

/** Lets `wallClock` use these offsets, as in a browser. */
function send(zone: ZoneOffsets): void {
  vi.stubGlobal("document", {});
  setSentZone(zone);
}

const none = { timeZone: "", offsets: [], until: 0 };

afterEach(() => {
  send(none);
  vi.unstubAllGlobals();
});

test("lists Egypt's daylight saving to the minute", () => {
  const { offsets } = listZoneOffsets("Africa/Cairo", now);
  expect(offsets.map(([from, offset]) => [new Date(from * 60_000).toISOString(), offset])).toEqual(
    expect.arrayContaining([
      ["2026-04-23T22:00:00.000Z", 180],
      ["2026-10-29T21:00:00.000Z", 120],
    ]),
  );
  expect(offsets).toHaveLength(13);
});

test("a browser shows the same local time with the sent offsets as the server without them, in every zone", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...Intl.supportedValuesOf("timeZone")),
      fc.date({ min: new Date("2022-01-01"), max: new Date("2031-01-01"), noInvalidDate: true }),
      (timeZone, moment) => {
        send(none);
        const onServer = wallClock(moment, timeZone);
        send(listZoneOffsets(timeZone, now));
        expect(wallClock(moment, timeZone)).toEqual(onServer);
      },
    ),
  );
});

test("the sent offsets are used instead of what the browser knows, for their zone and time only", () => {
  const [from, until] = [Date.UTC(2026, 0, 1) / 60_000, Date.UTC(2027, 0, 1) / 60_000];
  send({ timeZone: "Africa/Cairo", offsets: [[from, 300]], until });
  const midyear = new Date("2026-06-30T19:30:00Z");
  expect(formatDate(midyear, "en", "Africa/Cairo", "dateTime")).toBe("1 Jul 2026, 00:30");
  expect(formatDate(midyear, "ar", "Africa/Cairo", "weekday")).toBe("الأربعاء، 1 يوليو");
  expect(dayIn(midyear, "Africa/Cairo")).toBe("2026-07-01");
  expect(formatDate(midyear, "en", "Asia/Riyadh", "time")).toBe("22:30");
  expect(formatDate("2025-06-30T19:30:00Z", "en", "Africa/Cairo", "time")).toBe("22:30");
  expect(formatDate("2027-01-01T00:00:00Z", "en", "Africa/Cairo", "time")).toBe("02:00");
});

test("a server keeps no offsets, since its next answer may be for a person in another zone", () => {
  setSentZone({ timeZone: "Africa/Cairo", offsets: [[0, 300]], until: Number.MAX_SAFE_INTEGER });
  expect(formatDate("2026-06-30T19:30:00Z", "en", "Africa/Cairo", "time")).toBe("22:30");
});
