// An owner would get the same reminder twice, or one for a pet that is not theirs.
import { count, eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { deletePet, restorePet } from "#app/features/pets/trash/removed-pets.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { createTestPet, createTestReminder, createTestUser } from "#tests/make.ts";
import { createTestApp } from "#tests/test-app.ts";
import { completeReminder, snoozeReminder, undoReminderCompletion } from "./due-reminders.server.ts";
import {
  createCheckupReminder,
  listDoneReminders,
  listOpenReminders,
  listSuggestedCheckups,
} from "./list-reminders.server.ts";
import { createReminderForm } from "./reminders.forms.server.ts";
import { maxReminders } from "./reminders.rules.ts";
import { deleteReminder, getReminder, updateReminder } from "./reminders.server.ts";
import { reminderCompletions, reminders } from "./reminders.tables.server.ts";

let owner: Actor;
let other: Actor;
let rocky: string;
const testApp = await createTestApp();
beforeEach(async () => {
  // A Saturday, 14:00 in Cairo.
  testApp.setNow("2026-11-21T12:00:00Z");
  owner = await createTestUser(testApp.ctx);
  other = await createTestUser(testApp.ctx);
  rocky = await createTestPet(testApp.ctx, owner);
});

const formOf = async (reminderId: string) => {
  const { title, kind, note, repeat, every, until, times, ahead, version, dueDay, at, petId } = await getReminder(
    testApp.ctx,
    owner,
    reminderId,
  );
  const time = at?.slice(0, 5) ?? null;
  return { title, kind, note, repeat, every, until, times, ahead, version, petId, day: dueDay, at: time };
};

describe("createReminder", () => {
  test("schedules the first notification that is still to come", async () => {
    const id = await createTestReminder(testApp.ctx, owner, rocky, { day: "2026-11-25", ahead: [0, 1, 7] });
    expect(await getReminder(testApp.ctx, owner, id)).toMatchObject({
      state: "open",
      dueDay: "2026-11-25",
      number: 0,
      notifyAt: "2026-11-24 09:00:00",
    });
  });

  test("creates one reminder when submitted twice, and separate ones for two owners", async () => {
    const key = createId();
    const ids = await Promise.all([
      createTestReminder(testApp.ctx, owner, rocky, { key }),
      createTestReminder(testApp.ctx, owner, rocky, { key }),
    ]);
    expect(new Set(ids).size).toBe(1);
    const luna = await createTestPet(testApp.ctx, other, { name: "Luna" });
    expect([...ids, key]).not.toContain(await createTestReminder(testApp.ctx, other, luna, { key }));
    expect(ids).not.toContain(key);
    expect((await listOpenReminders(testApp.ctx, owner)).total).toBe(1);
  });

  test("rejects someone else's pet and more than 1000 reminders", async () => {
    const luna = await createTestPet(testApp.ctx, other, { name: "Luna" });
    await expect(createTestReminder(testApp.ctx, owner, luna)).rejects.toMatchObject({ status: 404 });
    await expect(createTestReminder(testApp.ctx, owner, "' or 1=1")).rejects.toMatchObject({ status: 404 });
    const now = testApp.ctx.clock.now();
    await testApp.ctx.db.insert(reminders).values(
      Array.from({ length: maxReminders }, (_, index) => ({
        id: createId(),
        ownerId: owner.id,
        petId: rocky,
        kind: "custom" as const,
        title: `Number ${index}`,
        firstDay: "2030-01-01",
        dueDay: "2030-01-01",
        ahead: [0],
        createdAt: now,
        updatedAt: now,
      })),
    );
    await expect(createTestReminder(testApp.ctx, owner, rocky)).rejects.toMatchObject({ code: "reminders.tooMany" });
    const page = await listOpenReminders(testApp.ctx, owner, { page: 7 });
    expect(page).toMatchObject({ total: maxReminders, page: 7, pageCount: 50 });
    expect(page.reminders).toHaveLength(20);
    expect((await listOpenReminders(testApp.ctx, owner, { page: 1e9 })).page).toBe(50);
    expect((await listOpenReminders(testApp.ctx, owner, { page: Number.NaN })).page).toBe(1);
  });

  test("reminders are hidden and restored with their pet and deleted with their owner", async () => {
    await createTestReminder(testApp.ctx, owner, rocky);
    await deletePet(testApp.ctx, owner, rocky);
    expect((await listOpenReminders(testApp.ctx, owner)).total).toBe(0);
    await restorePet(testApp.ctx, owner, rocky);
    expect((await listOpenReminders(testApp.ctx, owner)).total).toBe(1);
    await testApp.ctx.db.delete(users).where(eq(users.id, owner.id));
    const [left] = await testApp.ctx.db
      .select({ total: count() })
      .from(reminders)
      .where(eq(reminders.ownerId, owner.id));
    expect(left?.total).toBe(0);
  });
});

describe("reminder form", () => {
  const good = { petId: "x", kind: "custom", title: "Bath", day: "2026-11-21", ahead: ["0"] };
  const read = (values: object, kept?: string) =>
    createReminderForm("2026-11-21", kept).safeParse({ ...good, ...values });
  const refusal = (values: object) => read(values).error?.issues.map(({ message, path }) => [path[0], message]);

  test("accepts Arabic digits and drops series fields when not repeating", () => {
    const arabic = { day: "٢٠٢٦-١٢-٠١", at: "١٨:٣٠", every: "٣", times: "٤", repeat: "none" };
    expect(read(arabic).data).toMatchObject({ day: "2026-12-01", at: "18:30", every: 1, times: null, until: null });
    expect(read({ ahead: ["7", "0", "7"] }).data?.ahead).toEqual([0, 7]);
  });

  test.each([
    ["2027-02-29", "impossibleDay"],
    ["2026-13-01", "impossibleDay"],
    ["soon", "impossibleDay"],
    ["0000-01-01", "impossibleDay"],
    ["0001-01-01", "dayIsOver"],
    ["2026-11-20", "dayIsOver"],
    ["9999-12-31", "tooFar"],
    ["2100-01-01", "tooFar"],
  ])("rejects the day %s", (day, message) => {
    expect(refusal({ day })).toEqual([["day", `reminders.${message}`]]);
  });

  test("keeps a past day on which it was due, but no other", () => {
    expect(read({ day: "2026-11-01" }, "2026-11-01").success).toBe(true);
    expect(read({ day: "2026-11-02" }, "2026-11-01").success).toBe(false);
  });

  test.each([
    [{ title: "" }, "title"],
    [{ title: "x".repeat(81) }, "title"],
    [{ note: "x".repeat(501) }, "note"],
    [{ kind: "admin" }, "kind"],
    [{ at: "24:00" }, "at"],
    [{ repeat: "hourly" }, "repeat"],
    [{ repeat: "daily", every: "0" }, "every"],
    [{ repeat: "daily", every: "-1" }, "every"],
    [{ repeat: "daily", every: "1e3" }, "every"],
    [{ repeat: "daily", every: "100" }, "every"],
    [{ repeat: "daily", times: "1000" }, "times"],
    [{ repeat: "daily", times: "2", until: "2026-12-01" }, "times"],
    [{ repeat: "daily", until: "2026-11-20" }, "until"],
    [{ ahead: [] }, "ahead"],
    [{ ahead: ["2"] }, "ahead"],
  ])("rejects %j", (values, field) => {
    expect(refusal(values)?.map(([name]) => name)).toEqual([field]);
  });
});

describe("completing an occurrence", () => {
  test("ends a one-time reminder once, and can be undone", async () => {
    const id = await createTestReminder(testApp.ctx, owner, rocky);
    const tick = { reminderId: id, day: "2026-12-01" };
    await Promise.all([completeReminder(testApp.ctx, owner, tick), completeReminder(testApp.ctx, owner, tick)]);
    await completeReminder(testApp.ctx, owner, tick);
    expect(await getReminder(testApp.ctx, owner, id)).toMatchObject({ state: "done", notifyAt: null, version: 2 });
    const { done, total } = await listDoneReminders(testApp.ctx, owner);
    expect([total, done[0]]).toMatchObject([1, { id, day: "2026-12-01", canReopen: true }]);

    await undoReminderCompletion(testApp.ctx, owner, tick);
    expect(await getReminder(testApp.ctx, owner, id)).toMatchObject({
      state: "open",
      dueDay: "2026-12-01",
      notifyAt: "2026-12-01 09:00:00",
    });
    expect((await listDoneReminders(testApp.ctx, owner)).total).toBe(0);
  });

  test("advances a series to the next occurrence that is not over; only the last completion can be undone", async () => {
    const id = await createTestReminder(testApp.ctx, owner, rocky, { day: "2026-11-21", at: "20:00", repeat: "daily" });
    await completeReminder(testApp.ctx, owner, { reminderId: id, day: "2026-11-21" });
    expect(await getReminder(testApp.ctx, owner, id)).toMatchObject({ dueDay: "2026-11-22", number: 1 });
    testApp.setNow("2026-11-26T12:00:00Z");
    await completeReminder(testApp.ctx, owner, { reminderId: id, day: "2026-11-22" });
    expect(await getReminder(testApp.ctx, owner, id)).toMatchObject({
      dueDay: "2026-11-26",
      number: 5,
      notifyAt: "2026-11-26 20:00:00",
    });
    const { done } = await listDoneReminders(testApp.ctx, owner);
    expect(done.map(({ day, canReopen }) => [day, canReopen])).toEqual([
      ["2026-11-22", true],
      ["2026-11-21", false],
    ]);
    await expect(
      undoReminderCompletion(testApp.ctx, owner, { reminderId: id, day: "2026-11-21" }),
    ).rejects.toMatchObject({
      status: 409,
    });
    await undoReminderCompletion(testApp.ctx, owner, { reminderId: id, day: "2026-11-22" });
    expect(await getReminder(testApp.ctx, owner, id)).toMatchObject({ dueDay: "2026-11-22", number: 1 });
  });

  test("ends a series with its last occurrence", async () => {
    const id = await createTestReminder(testApp.ctx, owner, rocky, { day: "2026-11-21", repeat: "daily", times: 2 });
    await completeReminder(testApp.ctx, owner, { reminderId: id, day: "2026-11-21" });
    await completeReminder(testApp.ctx, owner, { reminderId: id, day: "2026-11-22" });
    expect((await getReminder(testApp.ctx, owner, id)).state).toBe("done");
  });

  test("is rejected from an outdated page and for someone else's reminder", async () => {
    const id = await createTestReminder(testApp.ctx, owner, rocky);
    await expect(completeReminder(testApp.ctx, owner, { reminderId: id, day: "2026-12-02" })).rejects.toMatchObject({
      code: "reminders.changedMeanwhile",
    });
    const tick = { reminderId: id, day: "2026-12-01" };
    for (const work of [
      () => completeReminder(testApp.ctx, other, tick),
      () => undoReminderCompletion(testApp.ctx, other, tick),
      () => snoozeReminder(testApp.ctx, other, { ...tick, span: "day" }),
      () => deleteReminder(testApp.ctx, other, id),
      () => getReminder(testApp.ctx, other, id),
      () => completeReminder(testApp.ctx, owner, { ...tick, reminderId: "nonsense" }),
    ])
      await expect(work()).rejects.toMatchObject({ status: 404 });
    expect(
      await testApp.ctx.db.select().from(reminderCompletions).where(eq(reminderCompletions.reminderId, id)),
    ).toEqual([]);
  });
});

describe("snoozing", () => {
  test("lasts an hour, or until the same time tomorrow or in a week, also across clock changes", async () => {
    // Egypt's clocks go back in the night before Friday, 30 October 2026.
    testApp.setNow("2026-10-29T12:00:00Z");
    const id = await createTestReminder(testApp.ctx, owner, rocky, { day: "2026-10-29" });
    const until = async (span: "hour" | "day" | "week") => {
      await snoozeReminder(testApp.ctx, owner, { reminderId: id, day: "2026-10-29", span });
      return (await getReminder(testApp.ctx, owner, id)).snoozedUntil?.toISOString();
    };
    expect(await until("hour")).toBe("2026-10-29T13:00:00.000Z");
    expect(await until("day")).toBe("2026-10-30T13:00:00.000Z");
    expect(await until("week")).toBe("2026-11-05T13:00:00.000Z");
  });

  test("is rejected for an occurrence that is not due yet", async () => {
    const id = await createTestReminder(testApp.ctx, owner, rocky);
    const snooze = snoozeReminder(testApp.ctx, owner, { reminderId: id, day: "2026-12-01", span: "hour" });
    await expect(snooze).rejects.toMatchObject({ code: "reminders.notDueYet" });
  });
});

describe("updateReminder", () => {
  test("continues the series after a change of text and restarts it after a change of day", async () => {
    const id = await createTestReminder(testApp.ctx, owner, rocky, { day: "2026-11-21", repeat: "monthly" });
    await completeReminder(testApp.ctx, owner, { reminderId: id, day: "2026-11-21" });
    await updateReminder(testApp.ctx, owner, id, { ...(await formOf(id)), title: "Worms" });
    expect(await getReminder(testApp.ctx, owner, id)).toMatchObject({
      title: "Worms",
      firstDay: "2026-11-21",
      number: 1,
      dueDay: "2026-12-21",
      notifyAt: "2026-12-21 09:00:00",
    });
    await updateReminder(testApp.ctx, owner, id, { ...(await formOf(id)), day: "2026-12-31", at: "08:00" });
    expect(await getReminder(testApp.ctx, owner, id)).toMatchObject({
      firstDay: "2026-12-31",
      number: 0,
      notifyAt: "2026-12-31 08:00:00",
    });
  });

  test("reopens a completed reminder when its day changes", async () => {
    const id = await createTestReminder(testApp.ctx, owner, rocky);
    await completeReminder(testApp.ctx, owner, { reminderId: id, day: "2026-12-01" });
    await updateReminder(testApp.ctx, owner, id, { ...(await formOf(id)), title: "Booster" });
    expect((await getReminder(testApp.ctx, owner, id)).state).toBe("done");
    await updateReminder(testApp.ctx, owner, id, { ...(await formOf(id)), day: "2027-12-01" });
    expect(await getReminder(testApp.ctx, owner, id)).toMatchObject({ state: "open", notifyAt: "2027-12-01 09:00:00" });
  });

  test("lets a day be completed again to which the reminder was moved back", async () => {
    const id = await createTestReminder(testApp.ctx, owner, rocky);
    const occurrence = { reminderId: id, day: "2026-12-01" };
    await completeReminder(testApp.ctx, owner, occurrence);
    for (const day of ["2026-12-02", "2026-12-01"])
      await updateReminder(testApp.ctx, owner, id, { ...(await formOf(id)), day });
    await completeReminder(testApp.ctx, owner, occurrence);
    expect((await getReminder(testApp.ctx, owner, id)).state).toBe("done");
  });

  test("rejects the second of two concurrent changes", async () => {
    const id = await createTestReminder(testApp.ctx, owner, rocky);
    const form = await formOf(id);
    const results = await Promise.allSettled([
      updateReminder(testApp.ctx, owner, id, { ...form, title: "One" }),
      updateReminder(testApp.ctx, owner, id, { ...form, title: "Two" }),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    await expect(updateReminder(testApp.ctx, owner, id, form)).rejects.toMatchObject({ status: 409, field: "version" });
    await expect(updateReminder(testApp.ctx, other, id, form)).rejects.toMatchObject({ status: 404 });
  });
});

describe("suggested check-up", () => {
  test("is offered until accepted; accepting twice creates one reminder", async () => {
    await deletePet(testApp.ctx, owner, rocky);
    const pet = await createTestPet(testApp.ctx, owner, { name: "Simba", medical: { nextCheckup: "2026-12-24" } });
    await createTestPet(testApp.ctx, other, { name: "Old", medical: { nextCheckup: "2026-11-20" } });
    expect(await listSuggestedCheckups(testApp.ctx, owner)).toEqual([{ petId: pet, name: "Simba", day: "2026-12-24" }]);
    expect(await listSuggestedCheckups(testApp.ctx, other)).toEqual([]);
    await expect(createCheckupReminder(testApp.ctx, other, pet)).rejects.toMatchObject({ status: 404 });
    await Promise.all([createCheckupReminder(testApp.ctx, owner, pet), createCheckupReminder(testApp.ctx, owner, pet)]);
    expect(await listSuggestedCheckups(testApp.ctx, owner)).toEqual([]);
    const { reminders } = await listOpenReminders(testApp.ctx, owner, { petId: pet });
    expect(reminders).toMatchObject([{ kind: "checkup", dueDay: "2026-12-24", dueState: "coming" }]);
  });
});
