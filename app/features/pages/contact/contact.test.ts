// One person could fill the support inbox, or paying members would wait behind everybody else.
import { expect, test } from "vitest";
import { createTestUser } from "#tests/make.ts";
import { grantTestPlan } from "#tests/make-plans.ts";
import { createTestApp } from "#tests/test-app.ts";
import { sendContactMessage } from "./contact.server.ts";

const { ctx, emails, runJobs } = await createTestApp();

const message = { name: "Nour", email: "nour@example.com", topic: "tag", body: "Hello" } as const;

test("addresses of one IPv6 network share the limit of five messages an hour", async () => {
  const from = (part: number) => sendContactMessage(ctx, null, message, `2001:db8:7:${part}::${part}`);
  for (let part = 1; part <= 5; part++) await from(part);
  await expect(from(6)).rejects.toMatchObject({ status: 429 });
  await expect(sendContactMessage(ctx, null, message, "2001:db8:8::1")).resolves.toBeUndefined();
});

test("messages from paid plans are marked and sent before others", async () => {
  const [basic, paying] = [await createTestUser(ctx), await createTestUser(ctx)];
  await grantTestPlan(ctx, paying, "comfort");
  await runJobs();
  emails.length = 0;
  for (const writer of [null, basic, paying]) await sendContactMessage(ctx, writer, message, "203.0.113.77");
  await runJobs();
  const topic = ctx.translator("en")("pages.contact.topics.tag");
  expect(emails.map(({ subject }) => subject)).toEqual([
    `Priority, Comfort plan: ${topic}`,
    `A visitor wrote: ${topic}`,
    `A visitor wrote: ${topic}`,
  ]);
});
