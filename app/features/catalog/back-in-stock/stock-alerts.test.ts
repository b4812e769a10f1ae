// Somebody who waits for a sold-out tag would never hear that it is back, or hear it twice.
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { archiveProduct, restoreProduct } from "#app/features/admin/products/manage-products.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { createTestAdmin, createTestProduct, createTestUser } from "#tests/make.ts";
import { notificationsFor } from "#tests/notifications.ts";
import { createTestApp } from "#tests/test-app.ts";
import { products, stockAlerts } from "../products.tables.server.ts";
import { deductStock, restoreStock, updateStock } from "../stock.server.ts";
import {
  createStockAlert,
  deleteStockAlert,
  getStockAlert,
  hasStockAlert,
  requestStockAlert,
  stockAlertJobs,
  updateStockAlert,
} from "./stock-alerts.server.ts";

const testApp = await createTestApp();
const { ctx } = testApp;
const admin = await createTestAdmin(ctx);
beforeEach(() => void testApp.emails.splice(0));

let network = 0;
const requestAlert = (productId: string, email: string, language: "en" | "ar" = "en") =>
  requestStockAlert(ctx, { email, productId, language, address: `198.51.${++network}.7` });
const restock = async (productId: string, change = 1) => {
  const [product] = await ctx.db.select().from(products).where(eq(products.id, productId));
  await updateStock(ctx, admin, productId, { change, note: "came" }, product!.version);
  await testApp.runJobs();
};
const receivedBy = async (user: Actor) => {
  const rows = await notificationsFor(ctx, user.id);
  return rows.map(({ kind }) => kind);
};
const mailsTo = (email: string) => testApp.emails.filter(({ to }) => to === email);
const keyIn = (text: string) => /\/back-in-stock\/([\w-]+)/.exec(text)?.[1] ?? "";
/** Requests an alert for a guest and returns the key of the link in their e-mail. */
async function askedKey(productId: string, email: string, language: "en" | "ar" = "en") {
  await requestAlert(productId, email, language);
  await testApp.runJobs();
  return keyIn(mailsTo(email).at(-1)?.text ?? "");
}

describe("stock alert of an account", () => {
  test("is sent once, in the user's language, when stock comes back; not after it was cancelled", async () => {
    const productId = await createTestProduct(ctx, { stock: 0, nameAr: "طوق أحمر" });
    const [waits, left] = [await createTestUser(ctx, { language: "ar" }), await createTestUser(ctx)];
    await createStockAlert(ctx, waits, productId);
    await createStockAlert(ctx, waits, productId);
    await createStockAlert(ctx, left, productId);
    await deleteStockAlert(ctx, left, productId);
    expect(await hasStockAlert(ctx, waits, productId)).toBe(true);
    await restock(productId);
    expect(await receivedBy(waits)).toEqual(["restock"]);
    expect(await receivedBy(left)).toEqual([]);
    expect(mailsTo(waits.email)[0]).toMatchObject({ subject: expect.stringContaining("طوق أحمر") });
    expect(await hasStockAlert(ctx, waits, productId)).toBe(false);
    await restock(productId);
    expect(await receivedBy(waits)).toHaveLength(1);
  });

  test("is sent for stock restored by a cancelled order, but not while sold out again or archived", async () => {
    const productId = await createTestProduct(ctx, { stock: 1 });
    const user = await createTestUser(ctx);
    const order = createId();
    await deductStock(ctx, order, [{ productId, quantity: 1 }]);
    await createStockAlert(ctx, user, productId);
    await restoreStock(ctx, { reference: order, reason: "cancel" }, [{ productId, quantity: 1 }]);
    await deductStock(ctx, createId(), [{ productId, quantity: 1 }]);
    await testApp.runJobs();
    expect(await receivedBy(user)).toEqual([]);
    await archiveProduct(ctx, admin, productId, 1);
    await restock(productId);
    expect(await receivedBy(user)).toEqual([]);
    expect(await hasStockAlert(ctx, user, productId)).toBe(true);
  });

  test("is sent when a product that was restocked in the archive is sold again", async () => {
    const productId = await createTestProduct(ctx, { stock: 0 });
    const user = await createTestUser(ctx);
    await createStockAlert(ctx, user, productId);
    const versionOf = async () => (await ctx.db.select().from(products).where(eq(products.id, productId)))[0]!.version;
    await archiveProduct(ctx, admin, productId, await versionOf());
    await restock(productId);
    expect(await receivedBy(user)).toEqual([]);
    await restoreProduct(ctx, admin, productId, await versionOf());
    await testApp.runJobs();
    expect(await receivedBy(user)).toEqual(["restock"]);
  });

  test("waits for a delivery that is being recorded: it is in stock then", async () => {
    const productId = await createTestProduct(ctx, { stock: 0 });
    const user = await createTestUser(ctx);
    const delivery = await ctx.pool.connect();
    await delivery.query("begin");
    await delivery.query("update products set stock = 3 where id = $1", [productId]);
    const asked = createStockAlert(ctx, user, productId).catch((error: unknown) => error);
    await new Promise((resolve) => setTimeout(resolve, 200));
    await delivery.query("commit");
    delivery.release();
    expect(await asked).toMatchObject({ code: "store.back.isBack" });
  });

  test("is rejected for products in stock or unknown; a suspended account is not notified", async () => {
    const user = await createTestUser(ctx);
    await expect(createStockAlert(ctx, user, await createTestProduct(ctx))).rejects.toMatchObject({
      code: "store.back.isBack",
    });
    await expect(createStockAlert(ctx, user, createId())).rejects.toMatchObject({ status: 404 });
    await expect(createStockAlert(ctx, user, "x")).rejects.toMatchObject({ status: 404 });
    const productId = await createTestProduct(ctx, { stock: 0 });
    await createStockAlert(ctx, user, productId);
    await ctx.db.update(users).set({ suspendedAt: ctx.clock.now() }).where(eq(users.id, user.id));
    await restock(productId);
    expect(await receivedBy(user)).toEqual([]);
  });
});

describe("stock alert of a guest", () => {
  test("needs a confirmed address and is sent once, in the guest's language", async () => {
    const productId = await createTestProduct(ctx, { stock: 0, nameAr: "مقود" });
    const [sure, unsure] = ["sure@example.test", "unsure@example.test"];
    const key = await askedKey(productId, sure, "ar");
    await requestAlert(productId, unsure);
    await testApp.runJobs();
    expect(await getStockAlert(ctx, key)).toMatchObject({ isConfirmed: false, productId });
    await updateStockAlert(ctx, key, true, "198.51.100.1");
    expect(await getStockAlert(ctx, key)).toMatchObject({ isConfirmed: true });
    await restock(productId);
    expect(mailsTo(sure).map(({ subject }) => subject)).toEqual([
      expect.stringContaining("هل نخبرك"),
      expect.stringContaining("متوفر الآن"),
    ]);
    expect(mailsTo(unsure)).toHaveLength(1);
    await expect(getStockAlert(ctx, key)).rejects.toMatchObject({ code: "errorPage.gone.stockAlert", status: 410 });
    await restock(productId);
    expect(mailsTo(sure)).toHaveLength(2);
  });

  test("is deleted when declined; an invalid key returns 404", async () => {
    const productId = await createTestProduct(ctx, { stock: 0 });
    const key = await askedKey(productId, "no@example.test");
    await updateStockAlert(ctx, key, false, "198.51.100.1");
    expect(await ctx.db.$count(stockAlerts, eq(stockAlerts.email, "no@example.test"))).toBe(0);
    await expect(updateStockAlert(ctx, key, true, "198.51.100.1")).rejects.toMatchObject({ status: 410 });
    await expect(getStockAlert(ctx, "x".repeat(43))).rejects.toMatchObject({ status: 404 });
  });

  test("is sent for stock that came before the address was confirmed", async () => {
    const productId = await createTestProduct(ctx, { stock: 0 });
    const key = await askedKey(productId, "slow@example.test");
    await restock(productId);
    expect(mailsTo("slow@example.test")).toHaveLength(1);
    await updateStockAlert(ctx, key, true, "198.51.100.1");
    await testApp.runJobs();
    expect(mailsTo("slow@example.test")).toHaveLength(2);
  });

  test("sends three e-mails a day to an address from one network, keeps one for others, and then says what to do", async () => {
    const productId = await createTestProduct(ctx, { stock: 0 });
    const email = "victim@example.test";
    const stranger = { email, productId, language: "en" as const, address: "198.52.1.7" };
    for (let attempt = 0; attempt < 3; attempt++) await requestStockAlert(ctx, stranger);
    for (let attempt = 0; attempt < 3; attempt++)
      await expect(requestStockAlert(ctx, stranger)).rejects.toMatchObject({
        code: "errors.emailsSentHours",
        status: 429,
      });
    await requestAlert(productId, email);
    await testApp.runJobs();
    expect(mailsTo(email)).toHaveLength(4);
    const from = { productId, language: "en" as const, address: "203.0.113.9" };
    for (let attempt = 0; attempt < 10; attempt++)
      await requestStockAlert(ctx, { ...from, email: `many${attempt}@example.test` });
    await expect(requestStockAlert(ctx, { ...from, email: "more@example.test" })).rejects.toMatchObject({
      status: 429,
    });
  });

  test("is deleted after a week without confirmation", async () => {
    const productId = await createTestProduct(ctx, { stock: 0 });
    await requestAlert(productId, "never@example.test");
    const forget = stockAlertJobs.find(({ name }) => name === "catalog.purge-alerts")!;
    testApp.setNow("2026-11-27T12:00:00Z");
    await forget.work(ctx, {} as never, { attempt: 1, isLast: true } as never);
    expect(await ctx.db.$count(stockAlerts, eq(stockAlerts.email, "never@example.test"))).toBe(1);
    testApp.setNow("2026-11-28T12:01:00Z");
    await forget.work(ctx, {} as never, { attempt: 1, isLast: true } as never);
    expect(await ctx.db.$count(stockAlerts, eq(stockAlerts.email, "never@example.test"))).toBe(0);
  });
});
