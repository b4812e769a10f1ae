// Administrators would read sales and scans of another day than that of their own clock.
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { selectOrdersThatWait } from "#app/features/admin/orders/admin-orders.server.ts";
import { storeOrders } from "#app/features/orders/orders.tables.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import { findWaiting } from "#app/platform/db/counts.server.ts";
import { createTestAdmin, createTestProduct, createTestUser } from "#tests/make.ts";
import { createOrderInStatus } from "#tests/make-orders.ts";
import { withSiteSettings } from "#tests/site-settings.ts";
import { createTestApp } from "#tests/test-app.ts";
import { countWaiting } from "./admin-counts.server.ts";
import type { DayFigure } from "./overview-period.rules.ts";
import { getPeriodFigures } from "./period-figures.server.ts";

const testApp = await createTestApp();
const { ctx } = testApp;
testApp.setNow("2026-11-21T12:00:00Z");
const admin: Actor = { ...(await createTestAdmin(ctx)), timeZone: "Africa/Cairo" };
await ctx.db.update(users).set({ createdAt: new Date("2020-01-01T00:00:00Z") });

const joined = async (...moments: string[]) => {
  for (const at of moments) {
    const { id } = await createTestUser(ctx);
    await ctx.db
      .update(users)
      .set({ createdAt: new Date(at) })
      .where(eq(users.id, id));
  }
};
const figure = async (which: DayFigure, from: string, to: string, days: number) => {
  const { figures } = await getPeriodFigures(ctx, admin, { from, to, days }, which);
  const { now, before } = figures.find((one) => one.figure === which)!;
  return [now, before];
};

test("uses days of the administrator's time zone and ends the previous period at the same time of day", async () => {
  // 21 November in Cairo begins at 22:00 UTC of the 20th; the current time there is 14:00.
  await joined("2026-11-20T22:00:00Z", "2026-11-21T11:00:00Z");
  await joined("2026-11-20T21:59:59Z", "2026-11-20T12:00:01Z", "2026-11-20T11:59:59Z", "2026-11-19T22:00:00Z");
  expect(await figure("users", "2026-11-21", "2026-11-21", 1)).toEqual([2, 2]);
  expect(await figure("users", "2026-11-20", "2026-11-20", 1)).toEqual([4, 0]);
  expect(await figure("users", "2026-11-20", "2026-11-21", 2)).toEqual([6, 0]);
  await expect(
    getPeriodFigures(ctx, await createTestUser(ctx), { from: "2026-11-21", to: "2026-11-21", days: 1 }, "users"),
  ).rejects.toMatchObject({ status: 403 });
});

test("each day of the chart stands beside the day as long before", async () => {
  const period = { from: "2026-11-20", to: "2026-11-21", days: 2 };
  expect((await getPeriodFigures(ctx, admin, period, "users")).perDay).toEqual([
    { day: "2026-11-20", value: 4, before: 0 },
    { day: "2026-11-21", value: 2, before: 0 },
  ]);
  const later = { from: "2026-11-22", to: "2026-11-23", days: 2 };
  expect((await getPeriodFigures(ctx, admin, later, "users")).perDay.map(({ before }) => before)).toEqual([4, 2]);
});

test("recounts stale days when the job does not run, and all days on the next day", async () => {
  testApp.setNow("2026-11-21T12:02:00Z");
  await joined("2026-11-21T12:01:00Z", "2026-11-01T12:00:00Z");
  expect(await figure("users", "2026-11-21", "2026-11-21", 1)).toEqual([2, 3]);
  expect(await figure("users", "2026-11-01", "2026-11-01", 1)).toEqual([0, 0]);
  testApp.setNow("2026-11-21T12:04:00Z");
  expect((await figure("users", "2026-11-21", "2026-11-21", 1))[0]).toBe(3);
  testApp.setNow("2026-11-21T23:00:00Z");
  expect(await figure("users", "2026-11-01", "2026-11-01", 1)).toEqual([1, 0]);
});

test("counts days that are too long ago to be stored", async () => {
  await joined("2021-05-04T22:00:00Z", "2021-05-03T12:00:00Z", "2021-05-05T22:00:00Z");
  expect(await figure("users", "2021-05-05", "2021-05-05", 1)).toEqual([1, 0]);
  expect(await figure("users", "2021-05-04", "2021-05-05", 2)).toEqual([1, 1]);
});

test("orders and sales leave out cancelled orders; waiting ones are counted separately", async () => {
  testApp.setNow("2026-11-25T12:00:00Z");
  const product = await createTestProduct(ctx, { stock: 100, category: "collars", priceCents: 1000 });
  for (const status of ["pending", "pending", "processing", "delivered", "cancelled"] as const)
    await createOrderInStatus(ctx, { buyer: await createTestUser(ctx), admin }, status, product);
  const [kept] = await ctx.db.select({ cents: storeOrders.totalCents }).from(storeOrders).limit(1);
  expect((await figure("orders", "2026-11-25", "2026-11-25", 1))[0]).toBe(4);
  expect((await figure("salesCents", "2026-11-25", "2026-11-25", 1))[0]).toBe(4 * kept!.cents);
  expect(await countWaiting(ctx)).toMatchObject({
    toConfirm: { count: 0, oldest: null },
    toPack: { count: 2, oldest: new Date("2026-11-25T12:00:00Z") },
    toShip: { count: 1 },
    unpaid: { count: 1 },
    returns: { count: 0 },
    complaints: { count: 0 },
    chips: { count: 0 },
  });
  const asking = withSiteSettings(ctx, { orders: { confirmHours: 24 } });
  await ctx.db.update(storeOrders).set({ confirmedAt: null }).where(eq(storeOrders.status, "pending"));
  expect(await findWaiting(ctx, selectOrdersThatWait(asking))).toMatchObject({
    toConfirm: { count: 2 },
    toPack: { count: 0 },
  });
});
