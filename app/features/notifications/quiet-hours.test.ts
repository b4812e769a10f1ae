// An e-mail held back at night would never arrive in the morning, or arrive twice.
import { beforeEach, describe, expect, test } from "vitest";
import type { Actor } from "#app/features/users/users.rules.ts";
import { createTestUser } from "#tests/make.ts";
import { createTestApp } from "#tests/test-app.ts";
import type { NotificationKind } from "./notifications.rules.ts";
import { listNotifications, sendNotifications } from "./notifications.server.ts";
import { getPreferences, updateQuietHours } from "./preferences.server.ts";
import { defaultQuietHours, serializeQuietHours } from "./quiet-hours.rules.ts";

const testApp = await createTestApp();
const { ctx, emails, setNow, runJobs } = testApp;

const night = { ...defaultQuietHours, isOn: true };
const evening = "2026-11-21T21:00:00Z"; // 23:00 in Cairo
const morning = "2026-11-22T05:00:00Z"; // 07:00

let owner: Actor;
beforeEach(async () => {
  owner = await createTestUser(ctx);
  setNow(evening);
  await updateQuietHours(ctx, owner, night);
});

const send = (kind: NotificationKind) =>
  sendNotifications(ctx, [{ userId: owner.id, kind, params: {}, link: "/dashboard/settings", topic: "t" }]);

const emailsTo = ({ email }: Actor) => emails.filter(({ to }) => to === email);

async function byEmail() {
  const { notifications } = await listNotifications(ctx, owner);
  const delivery = notifications[0]?.deliveries.find(({ channel }) => channel === "email");
  return [delivery?.state, delivery?.reason];
}

/** Runs the queue including delayed jobs, because the queue uses the database's clock. */
async function runDelayedJobs() {
  await ctx.pool.query("update jobs.job set start_after = now() where state in ('created', 'retry')");
  await runJobs();
}

async function heldUntil() {
  const { rows } = await ctx.pool.query(
    "select start_after as at from jobs.job where state = 'created' and start_after <> created_on",
  );
  return rows.map(({ at }) => at.toISOString());
}

describe("in quiet hours", () => {
  test("an ordinary notification is in the inbox immediately; its e-mail is sent when they end", async () => {
    await send("account");
    expect(await byEmail()).toEqual(["waiting", "quiet"]);
    expect(await heldUntil()).toEqual(["2026-11-22T05:00:00.000Z"]);
    setNow(morning);
    await runDelayedJobs();
    expect(await byEmail()).toEqual(["delivered", null]);
    expect(emailsTo(owner)).toHaveLength(1);
  });

  test.each(["scan", "found", "location", "message"] as const)("a finder's %s is sent immediately", async (kind) => {
    await send(kind);
    expect(await byEmail()).toEqual(["waiting", null]);
    await runJobs();
    expect(await byEmail()).toEqual(["delivered", null]);
  });

  test("an e-mail whose job runs too early is postponed again", async () => {
    await send("account");
    await runDelayedJobs();
    expect(emailsTo(owner)).toHaveLength(0);
    expect(await byEmail()).toEqual(["waiting", "quiet"]);
  });

  test("a delayed e-mail from before they began is sent after they end", async () => {
    setNow("2026-11-21T12:00:00Z");
    await send("account");
    expect(await byEmail()).toEqual(["waiting", null]);
    setNow(evening);
    await runJobs();
    expect(await byEmail()).toEqual(["waiting", "quiet"]);
    setNow(morning);
    await runDelayedJobs();
    expect(emailsTo(owner)).toHaveLength(1);
  });

  test("changing them keeps one job for each e-mail, so that it is sent once", async () => {
    const [id] = await send("account");
    for (const to of ["08:00", "08:30", "09:00"]) {
      await updateQuietHours(ctx, owner, { ...night, to });
      await runJobs();
    }
    const { rows } = await ctx.pool.query(
      "select start_after from jobs.job where state = 'created' and data->>'notificationId' = $1 and name = 'notifications.send-email'",
      [id],
    );
    expect(rows).toHaveLength(1);
    setNow("2026-11-22T08:00:00Z");
    await runDelayedJobs();
    expect(emailsTo(owner)).toHaveLength(1);
  });

  test("turning them off sends what is waiting, once", async () => {
    await send("account");
    await updateQuietHours(ctx, owner, { ...night, isOn: false });
    await runJobs();
    expect(await byEmail()).toEqual(["delivered", null]);
    setNow(morning);
    await runDelayedJobs();
    expect(emailsTo(owner)).toHaveLength(1);
  });
});

test("rejects quiet hours without length or days and keeps the previous ones", async () => {
  await expect(updateQuietHours(ctx, owner, { ...night, to: night.from })).rejects.toMatchObject({
    code: "notifications.quiet.sameTime",
    field: "to",
  });
  await expect(updateQuietHours(ctx, owner, { ...night, days: [] })).rejects.toMatchObject({ field: "days" });
  expect((await getPreferences(ctx, owner)).quietHours).toEqual(night);
});

test("rejects overwriting quiet hours that another window changed", async () => {
  const shown = serializeQuietHours(night);
  const later = { ...night, from: "23:30" };
  await updateQuietHours(ctx, owner, { ...later, shown });
  await updateQuietHours(ctx, owner, { ...later, shown });
  await expect(updateQuietHours(ctx, owner, { ...night, to: "05:00", shown })).rejects.toMatchObject({
    status: 409,
    code: "notifications.quiet.meanwhile",
    params: { from: "23:30", to: night.to },
  });
  expect((await getPreferences(ctx, owner)).quietHours).toEqual(later);
  await updateQuietHours(ctx, owner, { ...night, shown: serializeQuietHours(later) });
  expect((await getPreferences(ctx, owner)).quietHours).toEqual(night);
});

test("quiet hours of one owner do not affect another", async () => {
  const other = await createTestUser(ctx, { timeZone: "America/New_York" });
  await updateQuietHours(ctx, other, night);
  await sendNotifications(ctx, [
    { userId: owner.id, kind: "account", params: {}, link: "/dashboard", topic: "t" },
    { userId: other.id, kind: "account", params: {}, link: "/dashboard", topic: "t" },
  ]);
  await runJobs();
  expect([emailsTo(owner).length, emailsTo(other).length]).toEqual([0, 1]);
});
