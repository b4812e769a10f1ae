// A finder would write to an owner whose address died long ago, because nobody asked in time.
import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { sendNotifications } from "#app/features/notifications/notifications.server.ts";
import { updateConsent } from "#app/features/phone/consent.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import { EmailError } from "#app/platform/mail/mailer.server.ts";
import { createTestPet, createTestUser } from "#tests/make.ts";
import { createTestApp } from "#tests/test-app.ts";
import {
  confirmReachability,
  countReachablePets,
  getReachability,
  getReachabilityCheck,
  reachabilityJob,
} from "./reachability.server.ts";

let isGone = false;
const sent: string[] = [];
const testApp = await createTestApp({
  mail: {
    kind: "smtp",
    async send({ to }) {
      if (isGone) throw new EmailError("EENVELOPE 550", true);
      sent.push(to);
    },
    findProblem: async () => null,
    close: () => undefined,
  },
});
const { ctx } = testApp;

const start = new Date("2026-11-21T12:00:00Z");
const later = (days: number) => testApp.setNow(new Date(start.getTime() + days * 86_400_000));
let owner: Actor;
let made = 0;
beforeEach(async () => {
  testApp.setNow(start);
  isGone = false;
  sent.length = 0;
  testApp.phoneMessages.length = 0;
  await ctx.db.delete(users);
  owner = await createTestUser(ctx, { email: `mona${++made}@example.com`, createdAt: start });
  await createTestPet(ctx, owner);
});

async function runReachabilityJob() {
  await reachabilityJob.work(ctx, {}, { attempt: 1, isLast: false });
  await testApp.runJobs();
}
const state = async () => (await getReachability(ctx, owner)).state;

test("asks an owner twice a year and not again for half a year after they confirmed", async () => {
  await runReachabilityJob();
  expect(sent).toEqual([]);
  later(183);
  await runReachabilityJob();
  await runReachabilityJob();
  expect(sent).toEqual([owner.email]);
  expect(await state()).toBe("ok");
  later(198);
  expect(await state()).toBe("unconfirmed");
  const { key } = await getReachability(ctx, owner);
  expect(await getReachabilityCheck(ctx, key)).toMatchObject({
    email: { shown: "m•••@e•••.com" },
    isConfirmed: false,
  });
  await confirmReachability(ctx, key, "203.0.113.1");
  await confirmReachability(ctx, key, "203.0.113.1");
  expect([await state(), (await getReachabilityCheck(ctx, key)).isConfirmed]).toEqual(["ok", true]);
  later(370);
  await runReachabilityJob();
  expect(sent).toHaveLength(1);
  later(198 + 183);
  await runReachabilityJob();
  expect(sent).toHaveLength(2);
});

test("does not ask users without a pet or suspended users", async () => {
  const others = [
    await createTestUser(ctx, { createdAt: start }),
    await createTestUser(ctx, { createdAt: start, suspendedAt: start }),
  ];
  await createTestPet(ctx, others[1]!);
  later(183);
  await runReachabilityJob();
  expect(sent).toEqual([owner.email]);
});

test("a bounced address makes the owner unreachable, stops e-mails and asks by phone instead", async () => {
  const number = "+201001234567";
  isGone = true;
  later(1);
  const notification = { userId: owner.id, kind: "found" as const, params: {}, link: "/dashboard", topic: "x" };
  await sendNotifications(ctx, [notification]);
  await testApp.runJobs();
  expect(await state()).toBe("unreachable");
  const { rows } = await ctx.pool.query(
    "select state, reason, attempts from notification_deliveries where channel = 'email'",
  );
  expect(rows).toEqual([{ state: "failed", reason: "bounced", attempts: 1 }]);
  await ctx.db.update(users).set({ phone: number, verifiedPhone: number }).where(eq(users.id, owner.id));
  await updateConsent(ctx, number, "agreed", "en");
  expect(await state()).toBe("ok");
  later(2);
  await runReachabilityJob();
  expect(sent).toEqual([]);
  expect(testApp.phoneMessages).toMatchObject([{ to: number, template: { name: "aleef_reachable" } }]);
  expect(testApp.phoneMessages[0]?.text).toContain("/still-reachable/");
  expect(await countReachablePets(ctx)).toEqual({ pets: 1, confirmed: 0, phone: 0, email: 0 });
  await confirmReachability(ctx, (await getReachability(ctx, owner)).key, "203.0.113.1");
  expect(await countReachablePets(ctx)).toEqual({ pets: 1, confirmed: 1, phone: 1, email: 0 });
  isGone = false;
  await sendNotifications(ctx, [notification]);
  await testApp.runJobs();
  expect(await countReachablePets(ctx)).toEqual({ pets: 1, confirmed: 1, phone: 1, email: 1 });
  later(2 + 183);
  expect(await countReachablePets(ctx)).toEqual({ pets: 1, confirmed: 0, phone: 0, email: 0 });
  await ctx.db.update(users).set({ phoneProvenAt: ctx.clock.now() }).where(eq(users.id, owner.id));
  expect(await countReachablePets(ctx)).toEqual({ pets: 1, confirmed: 1, phone: 1, email: 0 });
});

test("rejects a forged key with 404", async () => {
  const { key } = await getReachability(ctx, owner);
  const forged = `${key.slice(0, -1)}${key.endsWith("A") ? "B" : "A"}`;
  await expect(getReachabilityCheck(ctx, forged)).rejects.toMatchObject({ status: 404 });
  await expect(confirmReachability(ctx, forged, "203.0.113.1")).rejects.toMatchObject({ status: 404 });
});

test("a mailed link ends after 60 days, except for the owner who is logged in", async () => {
  later(183);
  await runReachabilityJob();
  const { key } = await getReachability(ctx, owner);
  later(183 + 59);
  expect(await getReachabilityCheck(ctx, key)).toMatchObject({ isConfirmed: false });
  later(183 + 61);
  await expect(getReachabilityCheck(ctx, key)).rejects.toMatchObject({ status: 410 });
  await expect(confirmReachability(ctx, key, "203.0.113.1")).rejects.toMatchObject({ status: 410 });
  await confirmReachability(ctx, key, "203.0.113.1", owner);
});
