// An owner would miss the day of a vaccination, or be told of it again and again.
import { and, asc, eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { notifications } from "#app/features/notifications/notifications.tables.server.ts";
import { deletePet } from "#app/features/pets/trash/removed-pets.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import { createTestPet, createTestReminder, createTestUser } from "#tests/make.ts";
import { notificationsFor } from "#tests/notifications.ts";
import { createTestApp } from "#tests/test-app.ts";
import { completeReminder, notifyReminders, snoozeReminder } from "./due-reminders.server.ts";
import { getReminder, updateReminder } from "./reminders.server.ts";

let owner: Actor;
let rocky: string;
const testApp = await createTestApp();
beforeEach(async () => {
  testApp.setNow("2026-11-21T12:00:00Z");
  owner = await createTestUser(testApp.ctx);
  rocky = await createTestPet(testApp.ctx, owner);
});

async function listSentParams(): Promise<object[]> {
  const rows = await testApp.ctx.db
    .select({ params: notifications.params })
    .from(notifications)
    .where(and(eq(notifications.userId, owner.id), eq(notifications.kind, "reminder")))
    .orderBy(asc(notifications.id));
  return rows.map(({ params }) => params);
}

/** Runs the job at each of these times in turn; returns the number of notifications sent each time. */
async function notifyAt(...moments: string[]): Promise<number[]> {
  const counts: number[] = [];
  for (const moment of moments) {
    testApp.setNow(moment);
    const before = (await listSentParams()).length;
    await notifyReminders(testApp.ctx);
    counts.push((await listSentParams()).length - before);
  }
  return counts;
}

const moveTo = (timeZone: string) => testApp.ctx.db.update(users).set({ timeZone }).where(eq(users.id, owner.id));

describe("reminder notification", () => {
  test("is sent in advance and on the day, once each", async () => {
    await createTestReminder(testApp.ctx, owner, rocky, { day: "2026-11-28", ahead: [0, 1, 7], at: "18:30" });
    // The one a week before was due this evening at 18:30 in Cairo.
    expect(
      await notifyAt(
        "2026-11-21T16:29:59Z",
        "2026-11-21T16:30:00Z",
        "2026-11-21T16:31:00Z",
        "2026-11-27T16:30:00Z",
        "2026-11-28T16:30:10Z",
        "2026-11-29T16:30:00Z",
      ),
    ).toEqual([0, 1, 0, 1, 1, 0]);
    const same = { petName: "Rocky", title: "Rabies booster", time: "18:30" };
    expect(await listSentParams()).toEqual([
      { ...same, days: 7 },
      { ...same, days: 1 },
      { ...same, days: 0 },
    ]);
    await testApp.runJobs();
    expect(testApp.emails.filter(({ to }) => to === owner.email).map(({ subject }) => subject)).toEqual(
      Array(3).fill("Rocky: Rabies booster"),
    );
    expect(testApp.emails.map(({ text }) => text).join()).toContain("Due today.\n\nDue: Saturday 28 November · 18:30");
  });

  test("is sent once by concurrent processes", async () => {
    for (let number = 0; number < 30; number++)
      await createTestReminder(testApp.ctx, owner, rocky, { day: "2026-11-22", title: `Number ${number}` });
    testApp.setNow("2026-11-22T07:00:00Z");
    await Promise.all([notifyReminders(testApp.ctx), notifyReminders(testApp.ctx), notifyReminders(testApp.ctx)]);
    expect((await listSentParams()).length).toBe(30);
  });

  test("is sent immediately when due in the current minute", async () => {
    await createTestReminder(testApp.ctx, owner, rocky, { day: "2026-11-21", at: "14:00" });
    await testApp.runJobs();
    expect(await listSentParams()).toMatchObject([{ days: 0 }]);
  });

  test("is not sent for times before the reminder was created", async () => {
    await createTestReminder(testApp.ctx, owner, rocky, { day: "2026-11-21", at: "08:00" });
    await createTestReminder(testApp.ctx, owner, rocky, { day: "2026-11-22", ahead: [0, 1, 7] });
    expect(await notifyAt("2026-11-21T12:01:00Z", "2026-11-22T07:00:00Z")).toEqual([0, 1]);
  });

  test("is sent on every day of a daily reminder, completed or not", async () => {
    const id = await createTestReminder(testApp.ctx, owner, rocky, { day: "2026-11-22", at: "08:00", repeat: "daily" });
    expect(await notifyAt("2026-11-22T06:00:00Z", "2026-11-23T06:00:00Z")).toEqual([1, 1]);
    await completeReminder(testApp.ctx, owner, { reminderId: id, day: "2026-11-22" });
    expect(await notifyAt("2026-11-23T06:10:00Z", "2026-11-24T06:00:00Z")).toEqual([0, 1]);
    expect((await listSentParams()).map((params) => (params as { days: number }).days)).toEqual([0, 0, 0]);
  });

  test("is sent late but once after a downtime, and not if missed too long ago", async () => {
    await createTestReminder(testApp.ctx, owner, rocky, { day: "2026-12-10", ahead: [0, 1, 3] });
    await createTestReminder(testApp.ctx, owner, rocky, { day: "2026-11-25", title: "Long past" });
    await createTestReminder(testApp.ctx, owner, rocky, { day: "2026-11-22", title: "Tablet", repeat: "daily" });
    expect(await notifyAt("2026-12-09T20:00:00Z", "2026-12-09T20:01:00Z")).toEqual([2, 0]);
    expect(await listSentParams()).toEqual(
      expect.arrayContaining([
        { petName: "Rocky", title: "Rabies booster", days: 1 },
        { petName: "Rocky", title: "Tablet", days: 0 },
      ]),
    );
    expect(await notifyAt("2026-12-10T07:00:00Z")).toEqual([2]);
  });

  test("is sent once more after a snooze, but not during it", async () => {
    const id = await createTestReminder(testApp.ctx, owner, rocky, { day: "2026-11-22", at: "08:00", repeat: "daily" });
    expect(await notifyAt("2026-11-22T06:00:00Z")).toEqual([1]);
    await snoozeReminder(testApp.ctx, owner, { reminderId: id, day: "2026-11-22", span: "day" });
    expect(await notifyAt("2026-11-23T05:59:59Z", "2026-11-23T06:00:00Z", "2026-11-24T06:00:00Z")).toEqual([0, 1, 1]);
    expect((await listSentParams())[1]).toMatchObject({ days: -1 });
    expect((await getReminder(testApp.ctx, owner, id)).snoozedUntil).toBeNull();
  });

  test("is not sent for completed reminders, nor again after a change of text", async () => {
    const id = await createTestReminder(testApp.ctx, owner, rocky, { day: "2026-11-22" });
    expect(await notifyAt("2026-11-22T07:00:00Z")).toEqual([1]);
    const form = { title: "Other", kind: "custom", note: null, repeat: "none", every: 1, at: null } as const;
    const more = { until: null, times: null, ahead: [0], petId: rocky, day: "2026-11-22", version: 1 };
    await updateReminder(testApp.ctx, owner, id, { ...form, ...more });
    expect(await notifyAt("2026-11-22T07:01:00Z")).toEqual([0]);
    const done = await createTestReminder(testApp.ctx, owner, rocky, { day: "2026-11-23" });
    await completeReminder(testApp.ctx, owner, { reminderId: done, day: "2026-11-23" });
    expect(await notifyAt("2026-11-23T07:00:00Z")).toEqual([0]);
  });

  test("is not sent for a removed pet", async () => {
    await createTestReminder(testApp.ctx, owner, rocky, { day: "2026-11-22" });
    await deletePet(testApp.ctx, owner, rocky);
    expect(await notifyAt("2026-11-22T07:00:00Z")).toEqual([0]);
  });
});

describe("the owner's local time", () => {
  test("skips 00:30 in April: notified at the next existing time", async () => {
    testApp.setNow("2027-04-01T12:00:00Z");
    // Egypt's clocks go from 00:00 to 01:00 on the last Friday of April, here the 30th.
    await createTestReminder(testApp.ctx, owner, rocky, { day: "2027-04-30", at: "00:30" });
    expect(await notifyAt("2027-04-29T21:59:59Z", "2027-04-29T22:00:00Z", "2027-04-29T22:31:00Z")).toEqual([0, 1, 0]);
  });

  test("has 23:30 twice in October: notified at the first", async () => {
    // Clocks go back from 24:00 to 23:00 on the last Thursday of October, here the 28th.
    testApp.setNow("2027-10-01T12:00:00Z");
    await createTestReminder(testApp.ctx, owner, rocky, { day: "2027-10-28", at: "23:30" });
    expect(await notifyAt("2027-10-28T20:29:00Z", "2027-10-28T20:30:00Z", "2027-10-28T21:30:00Z")).toEqual([0, 1, 0]);
  });

  test("keeps the time of day of a series across the change", async () => {
    testApp.setNow("2027-10-01T12:00:00Z");
    await createTestReminder(testApp.ctx, owner, rocky, { day: "2027-10-28", at: "08:00", repeat: "daily" });
    expect(
      await notifyAt("2027-10-28T05:00:00Z", "2027-10-29T05:00:00Z", "2027-10-29T06:00:00Z", "2027-10-30T05:59:00Z"),
    ).toEqual([1, 0, 1, 0]);
  });

  test("follows the owner to another time zone", async () => {
    await createTestReminder(testApp.ctx, owner, rocky, { day: "2026-11-22", at: "08:00", repeat: "daily" });
    await moveTo("America/New_York");
    expect(await notifyAt("2026-11-22T06:00:00Z", "2026-11-22T13:00:00Z")).toEqual([0, 1]);
    await moveTo("Asia/Tokyo");
    expect(await notifyAt("2026-11-22T22:59:00Z", "2026-11-22T23:00:00Z")).toEqual([0, 1]);
  });

  test("is Cairo's for an invalid time zone, which does not block other owners", async () => {
    const neighbour = await createTestUser(testApp.ctx);
    await testApp.ctx.db.update(users).set({ timeZone: "Mars/Olympus" }).where(eq(users.id, neighbour.id));
    await createTestReminder(testApp.ctx, neighbour, await createTestPet(testApp.ctx, neighbour), {
      day: "2026-11-22",
      at: "08:00",
    });
    await createTestReminder(testApp.ctx, owner, rocky, { day: "2026-11-22", at: "08:00" });
    expect(await notifyAt("2026-11-22T06:00:00Z")).toEqual([1]);
    const [other] = await notificationsFor(testApp.ctx, neighbour.id);
    expect(other?.kind).toBe("reminder");
  });
});
