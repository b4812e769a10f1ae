import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { adminFigures } from "#app/features/admin/overview/admin-metrics.server.ts";
import { alertDeliveries, alerts } from "#app/features/notifications/notifications.tables.server.ts";
import { anAdmin, aPet, aUser } from "#tests/make.ts";
import { createTestApp } from "#tests/test-app.ts";
import { seedScans } from "./scans.server.ts";
import { seedTags } from "./tags.server.ts";

const { ctx, letters, runJobs, close } = await createTestApp();
afterAll(close);

test("scans of days ago were told then: figures stay true, and no letter goes out twice", async () => {
  const owner = await aUser(ctx);
  const finder = await aUser(ctx);
  await seedTags(ctx, {
    admin: await anAdmin(ctx),
    owner: { actor: owner, petId: await aPet(ctx, owner) },
    finder: { actor: finder, petId: await aPet(ctx, finder) },
  });
  await seedScans(ctx);
  const sent = letters.length;
  expect(sent).toBeGreaterThan(1);
  await runJobs();
  expect(letters).toHaveLength(sent);
  const states = await ctx.db
    .select({ state: alertDeliveries.state })
    .from(alertDeliveries)
    .innerJoin(alerts, eq(alerts.id, alertDeliveries.alertId))
    .where(eq(alertDeliveries.channel, "email"));
  expect(new Set(states.map(({ state }) => state))).toEqual(new Set(["delivered"]));
  const { delays } = await adminFigures(ctx, { timeZone: "UTC" });
  expect(delays.p95).toBeLessThan(10);
});
