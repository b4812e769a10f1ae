// Owners would get each alert twice, or not at all, after the mail server was away for an hour.
import { globalAgent } from "node:https";
import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { addDevice } from "#app/features/notifications/channels/push.server.ts";
import { sendNotifications } from "#app/features/notifications/notifications.server.ts";
import { notificationDeliveries } from "#app/features/notifications/notifications.tables.server.ts";
import { createTestUser, signedIn } from "#tests/make.ts";
import { createTestApp } from "#tests/test-app.ts";
import { openPushService } from "./push-service.ts";

const owners = 12;
let isMailDown = false;
let minutes = 0;

globalAgent.options.rejectUnauthorized = false;
const pushService = await openPushService();
afterAll(() => pushService.close());
const testApp = await createTestApp({ env: { PUSH_HOSTS: pushService.host } });
const send = testApp.ctx.mail.send.bind(testApp.ctx.mail);
testApp.ctx.mail.send = async (message) => {
  if (isMailDown) throw new Error("The mail server did not take the e-mail: ECONNREFUSED");
  await send(message);
};

/** Advances the clock by a minute, also for jobs waiting in the queue. */
async function passMinute(): Promise<void> {
  minutes++;
  testApp.setNow(new Date(testApp.ctx.clock.now().getTime() + 60_000));
  await testApp.ctx.db.execute(sql`update jobs.job set start_after = start_after - interval '1 minute'`);
  await testApp.runJobs();
}

async function states(): Promise<Record<string, number>> {
  const rows = await testApp.ctx.db.select().from(notificationDeliveries);
  return Object.fromEntries(
    Object.entries(Object.groupBy(rows, ({ channel, state }) => `${channel} ${state}`)).map(([key, all]) => [
      key,
      all!.length,
    ]),
  );
}

test("after an hour's outage of mail server and push services, each notification is sent exactly once", async () => {
  isMailDown = true;
  pushService.setDown(true);
  const notifications: string[] = [];
  for (let n = 0; n < owners; n++) {
    const owner = await createTestUser(testApp.ctx, { language: n % 2 ? "ar" : "en" });
    const endpoint = `${pushService.device.endpoint}-${n}`;
    await addDevice(
      testApp.ctx,
      await signedIn(testApp.ctx, owner),
      { endpoint, keys: pushService.device.keys },
      "Chrome",
    );
    const scan = { kind: "scan" as const, params: { petName: "Luna" }, link: "/dashboard", topic: `luna-${n}` };
    notifications.push(...(await sendNotifications(testApp.ctx, [{ userId: owner.id, ...scan }])));
  }
  await testApp.runJobs();
  while (minutes < 60) await passMinute();
  expect(await states()).toEqual({ "email waiting": owners, "push waiting": owners });
  expect([testApp.emails.length, pushService.taken()]).toEqual([0, 0]);

  isMailDown = false;
  pushService.setDown(false);
  // The longest delay between two attempts is a quarter of an hour.
  while (minutes < 76) await passMinute();
  expect(await states()).toEqual({ "email delivered": owners, "push delivered": owners });
  expect(testApp.emails.map(({ key }) => key).toSorted()).toEqual(notifications.toSorted());
  expect(pushService.taken()).toBe(owners);
});
