import { afterAll, expect, test } from "vitest";
import { createTestApp } from "#tests/test-app.ts";
import { sendContactMessage } from "./contact.server.ts";

const { ctx, close } = await createTestApp();
afterAll(close);

const message = { name: "Nour", email: "nour@example.com", topic: "tag", body: "Hello" } as const;

test("addresses of one IPv6 network share the limit of five messages an hour", async () => {
  const from = (part: number) => sendContactMessage(ctx, message, `2001:db8:7:${part}::${part}`);
  for (let part = 1; part <= 5; part++) await from(part);
  await expect(from(6)).rejects.toMatchObject({ status: 429 });
  await expect(sendContactMessage(ctx, message, "2001:db8:8::1")).resolves.toBeUndefined();
});
