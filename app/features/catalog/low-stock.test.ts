// An administrator would learn that a product runs out only when buyers complain, or get the same alert again.
import { and, asc, eq, isNull } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { countLowStock } from "#app/features/admin/products/admin-products.server.ts";
import { preferencesOf } from "#app/features/notifications/notifications.rules.ts";
import { notifications } from "#app/features/notifications/notifications.tables.server.ts";
import { getPreferences, updatePreferences } from "#app/features/notifications/preferences.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { createTestAdmin, createTestProduct, createTestUser } from "#tests/make.ts";
import { createTestApp } from "#tests/test-app.ts";
import { deductStock, restoreStock, updateStock } from "./stock.server.ts";

const testApp = await createTestApp();
await createTestUser(testApp.ctx);
const admin = await createTestAdmin(testApp.ctx);
const other = await createTestUser(testApp.ctx, { role: "admin", language: "ar" });
await createTestUser(testApp.ctx, { role: "admin", suspendedAt: new Date() });
beforeEach(() => testApp.ctx.db.delete(notifications));

const take = (productId: string, quantity: number) => deductStock(testApp.ctx, createId(), [{ productId, quantity }]);

async function listNotifiedStock(productId: string, to: Actor = admin) {
  const rows = await testApp.ctx.db
    .select()
    .from(notifications)
    .where(and(eq(notifications.userId, to.id), eq(notifications.topic, productId)))
    .orderBy(asc(notifications.id));
  return rows.map(({ params }) => params.pieces);
}

describe("low-stock notification", () => {
  test("is sent once to every active administrator, in their language, and to no one else", async () => {
    const id = await createTestProduct(testApp.ctx, { stock: 8, lowStockAt: 5, nameAr: "طوق أزرق" });
    await take(id, 2);
    expect(await listNotifiedStock(id)).toEqual([]);
    await take(id, 2);
    await take(id, 1);
    await take(id, 3);
    const rows = await testApp.ctx.db.select().from(notifications);
    const working = await testApp.ctx.db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.role, "admin"), isNull(users.suspendedAt)))
      .orderBy(asc(users.id));
    expect(rows.map(({ userId }) => userId).sort()).toEqual(working.map((one) => one.id));
    expect(new Set(rows.map(({ kind, link }) => `${kind} ${link}`))).toEqual(new Set([`stock /admin/products/${id}`]));
    expect(await listNotifiedStock(id)).toEqual([4]);
    testApp.emails.length = 0;
    await testApp.runJobs();
    const message = testApp.emails.find(({ to }) => to === other.email);
    expect(message?.subject).toBe("أوشكت كمية «طوق أزرق» على النفاد");
    expect(message?.text).toContain("بقيت 4 قطع.");
  });

  test("says so when the last piece is gone", async () => {
    const id = await createTestProduct(testApp.ctx, { stock: 6, lowStockAt: 5, nameAr: "طوق أخضر" });
    await take(id, 6);
    testApp.emails.length = 0;
    await testApp.runJobs();
    expect(testApp.emails.find(({ to }) => to === other.email)?.subject).toBe("نفدت كمية «طوق أخضر»");
  });

  test("is sent once while buyers order and cancel, and again after a restock", async () => {
    const id = await createTestProduct(testApp.ctx, { stock: 6, lowStockAt: 5 });
    for (let turn = 0; turn < 3; turn++) {
      const order = createId();
      await deductStock(testApp.ctx, order, [{ productId: id, quantity: 6 }]);
      await restoreStock(testApp.ctx, { reference: order, reason: "cancel" }, [{ productId: id, quantity: 6 }]);
    }
    await updateStock(testApp.ctx, admin, id, { change: -2, note: "broken" }, 1);
    await updateStock(testApp.ctx, admin, id, { change: 1, note: "found" }, 2);
    await take(id, 1);
    expect(await listNotifiedStock(id)).toEqual([0]);
    await updateStock(testApp.ctx, admin, id, { change: 20, note: "delivered" }, 3);
    await take(id, 20);
    expect(await listNotifiedStock(id)).toEqual([0, 4]);
  });

  test("is sent after a downward correction, but not when stock arrives", async () => {
    const id = await createTestProduct(testApp.ctx, { stock: 9, lowStockAt: 5 });
    await updateStock(testApp.ctx, admin, id, { change: -7, note: "broken" }, 1);
    await updateStock(testApp.ctx, admin, id, { change: 1, note: "found" }, 2);
    expect(await listNotifiedStock(id)).toEqual([2]);
  });

  test("is sent once for many concurrent buyers", async () => {
    const id = await createTestProduct(testApp.ctx, { stock: 9, lowStockAt: 5 });
    await Promise.all(Array.from({ length: 9 }, () => take(id, 1)));
    expect(await listNotifiedStock(id)).toEqual([5]);
  });

  test("is not sent for an order that is rejected", async () => {
    const [plenty, none] = [
      await createTestProduct(testApp.ctx, { stock: 6 }),
      await createTestProduct(testApp.ctx, { stock: 0 }),
    ];
    const items = [plenty, none].map((productId) => ({ productId, quantity: 1 }));
    await expect(deductStock(testApp.ctx, createId(), items)).rejects.toMatchObject({ code: "adminProducts.noneLeft" });
    expect(await listNotifiedStock(plenty)).toEqual([]);
  });

  test("counts a product as low until it is restocked", async () => {
    const before = await countLowStock(testApp.ctx);
    const id = await createTestProduct(testApp.ctx, { stock: 5, lowStockAt: 5 });
    expect(await countLowStock(testApp.ctx)).toBe(before + 1);
    await updateStock(testApp.ctx, admin, id, { change: 1, note: "delivered" }, 1);
    expect(await countLowStock(testApp.ctx)).toBe(before);
  });
});

test("only administrators can set low-stock preferences; those sent by other users are ignored", async () => {
  const member = await createTestUser(testApp.ctx);
  const choices = preferencesOf(null);
  choices.stock = { email: false, push: false, phone: false, live: false };
  for (const one of [member, admin]) await updatePreferences(testApp.ctx, one, choices);
  expect((await getPreferences(testApp.ctx, admin)).choices.stock.email).toBe(false);
  await testApp.ctx.db.update(users).set({ role: "admin" }).where(eq(users.id, member.id));
  expect((await getPreferences(testApp.ctx, { ...member, role: "admin" })).choices.stock.email).toBe(true);
});
