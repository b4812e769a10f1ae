// The site would refuse scans or sign people out on a leap day, at New Year or in 2038.
import { and, eq } from "drizzle-orm";
import { afterEach, describe, expect, test, vi } from "vitest";
import { arrivalSpan } from "#app/features/catalog/delivery.rules.ts";
import { notifications } from "#app/features/notifications/notifications.tables.server.ts";
import { ageOn } from "#app/features/pets/pets.rules.ts";
import { notifyReminders } from "#app/features/reminders/due-reminders.server.ts";
import { Clock } from "#app/platform/app-context.server.ts";
import { createClaimedTag, createTestPet, createTestReminder, signUpTestUser } from "#tests/make.ts";
import { openTag, scansOf } from "./finder-page.ts";
import { openSite } from "./site.ts";

const site = await openSite();
afterEach(() => void vi.useRealTimers());

/** Sets the date of the whole process. Timers keep running normally. */
function setNow(moment: string): void {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(moment) });
}

describe.each([
  ["the last second of 32 bits", "2038-01-19T03:14:07Z", "2038-01-19"],
  ["a leap day", "2028-02-29T21:30:00Z", "2028-02-29"],
  ["the end of a century that has no leap day", "2100-02-28T22:30:00Z", "2100-03-01"],
])("at %s", (_name, moment, day) => {
  test("sign-in works, scans count as today's, pages open, and sessions end after a week", async () => {
    setNow(moment);
    const email = `owner-${day}@example.com`;
    const owner = await signUpTestUser(site.ctx, email);
    const petId = await createTestPet(site.ctx, owner);
    const tag = await createClaimedTag(site.ctx, owner, petId);
    const as = await site.signInAs(email);
    const { answer } = await openTag(site, tag.code, { from: "198.51.100.77" });
    expect(answer.status).toBe(200);
    const [scan] = await scansOf(site, tag.id);
    expect(Math.abs(scan!.at.getTime() - Date.parse(moment))).toBeLessThan(120_000);
    for (const period of ["today", "week", "month"]) {
      const html = await site.getText(`/dashboard/scan-records?period=${period}`, { as });
      expect([period, html.includes(scan!.id)]).toEqual([period, true]);
    }
    for (const path of ["/dashboard", "/dashboard/reminders", "/dashboard/inbox", "/store", "/community-reports"]) {
      const page = await site.get(path, { as });
      expect([path, page.status]).toEqual([path, 200]);
      await page.text();
    }
    setNow(new Date(Date.parse(moment) + 6 * 24 * 3_600_000).toISOString());
    expect((await site.get("/dashboard", { as: as.copy() })).status).toBe(200);
    setNow(new Date(Date.parse(moment) + 15 * 24 * 3_600_000).toISOString());
    expect((await site.get("/dashboard", { as })).status).toBe(302);
  });
});

const countReminders = (userId: string) =>
  site.ctx.db.$count(notifications, and(eq(notifications.userId, userId), eq(notifications.kind, "reminder")));

test("reminders in 2038 and on the last possible day are sent on their day", async () => {
  const owner = await signUpTestUser(site.ctx, "reminded@example.com");
  const pet = await createTestPet(site.ctx, owner);
  for (const day of ["2038-01-19", "2099-12-31"]) {
    const at = (time: string) => ({ ...site.ctx, clock: new Clock(() => new Date(`${day}T${time}Z`)) });
    await createTestReminder(at("00:00:00"), owner, pet, { day });
    const countNew = async (time: string) => {
      const before = await countReminders(owner.id);
      await notifyReminders(at(time));
      return (await countReminders(owner.id)) - before;
    };
    expect([await countNew("06:59:00"), await countNew("07:00:00"), await countNew("07:01:00")]).toEqual([0, 1, 0]);
  }
});

test("handles birthdays on a leap day and deliveries across the end of February", () => {
  expect(ageOn("2024-02-29", "2025-02-27")).toEqual({ years: 0, months: 11 });
  expect(ageOn("2024-02-29", "2025-02-28")).toEqual({ years: 1, months: 0 });
  expect(ageOn("2024-02-29", "2028-02-28")).toEqual({ years: 3, months: 11 });
  expect(ageOn("2024-02-29", "2028-02-29")).toEqual({ years: 4, months: 0 });
  expect(ageOn("2096-02-29", "2100-02-28")).toEqual({ years: 4, months: 0 });
  const weekend = [5, 6];
  expect(arrivalSpan("2028-02-28", [1, 3], weekend)).toEqual({ from: "2028-02-29", to: "2028-03-02" });
  expect(arrivalSpan("2100-02-28", [1, 3], weekend)).toEqual({ from: "2100-03-01", to: "2100-03-03" });
  expect(arrivalSpan("2038-01-18", [1, 2], weekend)).toEqual({ from: "2038-01-19", to: "2038-01-20" });
});
