// An owner's phone would show a vaccination on the wrong day, or strangers could read their calendar.
import fc from "fast-check";
import ICAL from "ical.js";
import { expect, test } from "vitest";
import type { Actor } from "#app/features/users/users.rules.ts";
import { createTestPet, createTestReminder, createTestUser } from "#tests/make.ts";
import { createTestApp } from "#tests/test-app.ts";
import { completeReminder } from "../due-reminders.server.ts";
import { occurrenceDay, type Series } from "../recurrence.rules.ts";
import {
  deleteCalendarLink,
  findCalendarLink,
  listRecurrences,
  type Recurrence,
  renderCalendar,
  renderTimeZone,
  renewCalendarLink,
} from "./calendar.server.ts";

const testApp = await createTestApp();
const owner = await createTestUser(testApp.ctx, { language: "ar" });
const pet = await createTestPet(testApp.ctx, owner, { name: "لونا" });

async function keyOf(who: Actor): Promise<string> {
  const address = await findCalendarLink(testApp.ctx, who);
  return /\/calendar\/([\w-]{43})\.ics$/.exec(address ?? "")?.[1] ?? "";
}

/** Returns the unfolded lines of a calendar. */
const linesOf = (text: string) => text.replaceAll("\r\n ", "").split("\r\n");

test("a calendar can be read with its key until the key is renewed or revoked", async () => {
  expect(await findCalendarLink(testApp.ctx, owner)).toBeNull();
  await renewCalendarLink(testApp.ctx, owner);
  const first = await keyOf(owner);
  expect(await renderCalendar(testApp.ctx, first)).toContain("BEGIN:VCALENDAR");
  await renewCalendarLink(testApp.ctx, owner);
  const second = await keyOf(owner);
  expect(second).not.toBe(first);
  expect(await renderCalendar(testApp.ctx, first)).toBeNull();
  expect(await renderCalendar(testApp.ctx, second)).not.toBeNull();
  await deleteCalendarLink(testApp.ctx, owner);
  expect(await renderCalendar(testApp.ctx, second)).toBeNull();
  for (const key of ["", "x", "A".repeat(43), `${second}=`, "%00"])
    expect(await renderCalendar(testApp.ctx, key)).toBeNull();
});

test("a calendar contains open reminders in the owner's language, folded and escaped as RFC 5545 requires", async () => {
  const title = "جرعة السعار، ثم; فحص \\ الأسنان, وزيارة طويلة جدًا عند الطبيب البيطري في المعادي";
  await createTestReminder(testApp.ctx, owner, pet, {
    title,
    day: "2026-12-31",
    at: "18:30",
    repeat: "monthly",
    note: "سر",
  });
  await createTestReminder(testApp.ctx, owner, pet, { title: "", kind: "checkup", day: "2027-01-15" });
  const done = await createTestReminder(testApp.ctx, owner, pet, { title: "انتهى", day: "2026-12-01" });
  await completeReminder(testApp.ctx, owner, { reminderId: done, day: "2026-12-01" });
  await renewCalendarLink(testApp.ctx, owner);
  const text = (await renderCalendar(testApp.ctx, await keyOf(owner))) ?? "";

  expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
  for (const line of text.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(Buffer.from(text).toString("utf8")).toBe(text);
  const lines = linesOf(text);
  expect(lines.filter((line) => line === "BEGIN:VEVENT")).toHaveLength(2);
  expect(lines).toContain(
    "SUMMARY:لونا: جرعة السعار، ثم\\; فحص \\\\ الأسنان\\, وزيارة طويلة جدًا عند الطبيب البيطري في المعادي",
  );
  expect(lines).toContain("SUMMARY:لونا: فحص");
  expect(lines).toContain("DTSTART;TZID=Africa/Cairo:20261231T183000");
  expect(lines).toContain("DTEND;TZID=Africa/Cairo:20261231T184500");
  expect(lines).toContain("RRULE:FREQ=MONTHLY;BYMONTHDAY=-1");
  expect(lines).toContain("DTSTART;VALUE=DATE:20270115");
  for (const secret of ["سر", "انتهى", owner.email, owner.lastName]) expect(text).not.toContain(secret);
  expect(lines).toContain("DTSTAMP:20261121T120000Z");
  const ids = lines.filter((line) => line.startsWith("UID:"));
  const again = linesOf((await renderCalendar(testApp.ctx, await keyOf(owner))) ?? "");
  expect(again.filter((line) => line.startsWith("UID:"))).toEqual(ids);
  expect(new Set(ids).size).toBe(2);
});

test("a title cannot inject lines", async () => {
  const other = await createTestUser(testApp.ctx);
  const rocky = await createTestPet(testApp.ctx, other, { name: "Rocky" });
  await createTestReminder(testApp.ctx, other, rocky, { title: "A\r\nEND:VEVENT\r\nATTENDEE:mailto:x@example.com" });
  await renewCalendarLink(testApp.ctx, other);
  const lines = linesOf((await renderCalendar(testApp.ctx, await keyOf(other))) ?? "");
  expect(lines.filter((line) => line === "END:VEVENT")).toHaveLength(1);
  expect(lines.some((line) => line.startsWith("ATTENDEE"))).toBe(false);
});

const once: Series = {
  firstDay: "2026-12-01",
  at: null,
  repeat: "none",
  every: 1,
  until: null,
  times: null,
  ahead: [0],
};

test.each([
  [{ repeat: "none" }, null],
  [{ repeat: "daily", every: 3, times: 10 }, "FREQ=DAILY;INTERVAL=3;COUNT=10"],
  [{ repeat: "weekly", until: "2027-03-01" }, "FREQ=WEEKLY;UNTIL=20270301"],
  // At 00:30 in Cairo it is still the previous day in UTC.
  [{ repeat: "daily", at: "00:30", until: "2027-03-01" }, "FREQ=DAILY;UNTIL=20270228T223000Z"],
  [{ repeat: "monthly" }, "FREQ=MONTHLY"],
  [{ repeat: "monthly", firstDay: "2026-01-31", times: 6 }, "FREQ=MONTHLY;COUNT=6;BYMONTHDAY=-1"],
  [{ repeat: "yearly", firstDay: "2024-02-29" }, "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1"],
] as [Partial<Series>, string | null][])("%j has the recurrence rule %s", (values, rule) => {
  expect(listRecurrences({ ...once, ...values }, "Africa/Cairo").map((one) => one.rule)).toEqual([rule]);
});

test("a series on the 30th has a yearly event for each of its months, all ending with the series", () => {
  const series: Series = { ...once, repeat: "monthly", firstDay: "2026-12-30", times: 3 };
  expect(listRecurrences(series, "Africa/Cairo")).toEqual([
    { firstDay: "2026-12-30", rule: "FREQ=YEARLY;UNTIL=20270228" },
    { firstDay: "2027-01-30", rule: "FREQ=YEARLY;UNTIL=20270228" },
    { firstDay: "2027-02-28", rule: "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1;UNTIL=20270228" },
  ]);
  expect(listRecurrences({ ...series, every: 18, times: null }, "Africa/Cairo")).toEqual([
    { firstDay: "2026-12-30", rule: "FREQ=YEARLY;INTERVAL=3" },
    { firstDay: "2028-06-30", rule: "FREQ=YEARLY;INTERVAL=3" },
  ]);
});

/** Returns the first days of the events as the calendar client library ical.js, used by Thunderbird, expands them. */
function expandInClient(events: Recurrence[], at: string | null, count: number): string[] {
  const days = events.flatMap(({ firstDay, rule }) => {
    const start = ICAL.Time.fromString(at ? `${firstDay}T${at}:00` : firstDay, null);
    if (!rule) return [firstDay];
    const iterator = ICAL.Recur.fromString(rule).iterator(start);
    return Array.from({ length: count }, () => iterator.next()?.toString().slice(0, 10)).filter(
      (day) => day !== undefined,
    );
  });
  return days.sort().slice(0, count);
}

test("a calendar client shows the days of every series that repeats at a month's end, and no other", () => {
  const monthEnd = fc.tuple(fc.integer({ min: 2024, max: 2032 }), fc.integer({ min: 1, max: 12 }), fc.nat(3));
  const anySeries: fc.Arbitrary<Series> = fc.record({
    firstDay: monthEnd.map(([year, month, before]) => {
      const last = Temporal.PlainYearMonth.from({ year, month }).daysInMonth;
      return Temporal.PlainDate.from({ year, month, day: last - before }).toString();
    }),
    at: fc.constantFrom(null, "08:30"),
    repeat: fc.constantFrom("monthly", "yearly"),
    every: fc.integer({ min: 1, max: 30 }),
    until: fc.constantFrom(null, "2035-06-30"),
    times: fc.constantFrom(null, 1, 2, 13, 40),
    ahead: fc.constant([0]),
  });
  const count = 30;
  fc.assert(
    fc.property(anySeries, (series) => {
      const days = Array.from({ length: count }, (_, number) => occurrenceDay(series, number)).filter(Boolean);
      expect(expandInClient(listRecurrences(series, "UTC"), series.at, count)).toEqual(days);
    }),
    { numRuns: 300 },
  );
});

test("a time zone is described with its transitions in local time", () => {
  const lines = renderTimeZone("Africa/Cairo", new Date("2026-01-01T00:00:00Z")).split("\r\n");
  const april = lines.indexOf("DTSTART:20260424T000000");
  expect(lines.slice(april - 1, april + 4)).toEqual([
    "BEGIN:DAYLIGHT",
    "DTSTART:20260424T000000",
    "TZOFFSETFROM:+0200",
    "TZOFFSETTO:+0300",
    "END:DAYLIGHT",
  ]);
  // The last Thursday of October ends at 24:00, the midnight at which Friday begins.
  expect(lines).toContain("DTSTART:20261030T000000");
  expect(renderTimeZone("UTC", new Date("2026-01-01T00:00:00Z")).match(/BEGIN:/g)).toHaveLength(2);
});
