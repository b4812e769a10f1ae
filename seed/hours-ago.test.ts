// Whoever tries the demo would be sent e-mails about old scans, and read wrong numbers.
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { getAdminMetrics } from "#app/features/admin/overview/admin-metrics.server.ts";
import { notificationDeliveries, notifications } from "#app/features/notifications/notifications.tables.server.ts";
import { createTestAdmin, createTestPet, createTestUser } from "#tests/make.ts";
import { createTestApp } from "#tests/test-app.ts";
import { seedScans } from "./scans.server.ts";
import { seedTags } from "./tags.server.ts";

const { ctx, emails, runJobs } = await createTestApp();

test("notifications of old scans are dated at the time of the scan: metrics stay correct and no e-mail is sent twice", async () => {
  const owner = await createTestUser(ctx);
  const finder = await createTestUser(ctx);
  await seedTags(ctx, {
    admin: await createTestAdmin(ctx),
    owner: { actor: owner, petId: await createTestPet(ctx, owner) },
    finder: { actor: finder, petId: await createTestPet(ctx, finder) },
  });
  await seedScans(ctx);
  const sent = emails.length;
  expect(sent).toBeGreaterThan(1);
  await runJobs();
  expect(emails).toHaveLength(sent);
  const states = await ctx.db
    .select({ state: notificationDeliveries.state })
    .from(notificationDeliveries)
    .innerJoin(notifications, eq(notifications.id, notificationDeliveries.notificationId))
    .where(eq(notificationDeliveries.channel, "email"));
  expect(new Set(states.map(({ state }) => state))).toEqual(new Set(["delivered"]));
  const { delays } = await getAdminMetrics(ctx);
  expect(delays.p95).toBeLessThan(10);
});
