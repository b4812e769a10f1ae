// A buyer would not know when the parcel comes and what to pay, or where to send a return.
import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { notifications } from "#app/features/notifications/notifications.tables.server.ts";
import { createTestAdmin, createTestProduct, createTestUser } from "#tests/make.ts";
import { createOrderInStatus } from "#tests/make-orders.ts";
import { withSiteSettings } from "#tests/site-settings.ts";
import { createTestApp } from "#tests/test-app.ts";
import { formatReturnAddress } from "../order-events.server.ts";
import { updateOrderStatus } from "./order-status.server.ts";

const { ctx } = await createTestApp();

test("a buyer is told the tracking number, the total and the arrival of a parcel on its way", async () => {
  const [buyer, admin] = [await createTestUser(ctx), await createTestAdmin(ctx)];
  const productId = await createTestProduct(ctx, { category: "collars", priceCents: 2000 });
  const order = await createOrderInStatus(ctx, { buyer, admin }, "processing", productId);
  await updateOrderStatus(ctx, admin, order.id, { to: "shipped", trackingNumber: "BST-900002" });
  const received = await ctx.db
    .select({ params: notifications.params })
    .from(notifications)
    .where(and(eq(notifications.userId, buyer.id), eq(notifications.topic, order.id)));
  const text = received.map(({ params }) => params).find(({ orderNews }) => orderNews === "shipped")?.text;
  expect(text?.replace(/[\u2066\u2069]/g, "").split("\n")).toEqual([
    "Tracking number: BST-900002",
    "Total: $25.00, cash on delivery",
    expect.stringMatching(/^Arrives [A-Z]\w+day \d+ \w+ – [A-Z]\w+day \d+ \w+$/),
  ]);
});

test("a buyer whose return is approved is told where to send it, or where to ask", () => {
  const order = { language: "en", number: "AL-26-BZTJN7" } as const;
  expect(formatReturnAddress(ctx, order)).toContain("/contact");
  const seller = { name: "Aleef", address: ["12 Brazil Street", "Zamalek, Cairo"] };
  const text = formatReturnAddress(withSiteSettings(ctx, { seller }), order);
  expect(text.replace(/[\u2066\u2069]/g, "").split("\n")).toEqual([
    "Send it back to:",
    "Aleef",
    "12 Brazil Street",
    "Zamalek, Cairo",
    "",
    "Write AL-26-BZTJN7 on the parcel.",
  ]);
});
