// Protects everybody whose pages read the inbox: it does not grow for ever, and nothing newer than a year goes.
import { expect, test } from "vitest";
import { createId } from "#app/platform/db/uuid.server.ts";
import { dayMs } from "#app/platform/durations.rules.ts";
import { createTestUser } from "#tests/make.ts";
import { createTestApp } from "#tests/test-app.ts";
import { notificationDeliveries, notifications } from "../notifications.tables.server.ts";
import { notificationDays, purgeOldNotifications } from "./old-notifications.server.ts";

const app = await createTestApp();
const { ctx } = app;

test("notifications older than a year go with their deliveries, others stay", async () => {
  const { id: userId } = await createTestUser(ctx);
  const make = async (days: number) => {
    const id = createId();
    const createdAt = ctx.clock.ago(days * dayMs);
    await ctx.db
      .insert(notifications)
      .values({ id, userId, kind: "account", params: {}, link: "/dashboard", topic: id, createdAt });
    await ctx.db.insert(notificationDeliveries).values({ notificationId: id, channel: "email", state: "delivered" });
    return id;
  };
  await make(notificationDays + 1);
  const kept = [await make(notificationDays - 1), await make(0)].toSorted();
  await purgeOldNotifications(ctx);
  const left = await ctx.db.select({ id: notifications.id }).from(notifications);
  expect(left.map(({ id }) => id).toSorted()).toEqual(kept);
  const deliveries = await ctx.db.select({ id: notificationDeliveries.notificationId }).from(notificationDeliveries);
  expect(deliveries.map(({ id }) => id).toSorted()).toEqual(kept);
});
